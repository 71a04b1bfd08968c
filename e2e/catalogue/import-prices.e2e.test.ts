// A price list is filled from a csv file in a real browser: good lines become rows, the others are reported.
import { expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { enter } from '../hands/fill.ts'
import { arrives, button, gone, journeyOn, said, settles, shows } from '../hands/journey.ts'
import { bodyOf, responseOf } from '../hands/wire.ts'
import { open } from '../hands/master.ts'

const { here } = journeyOn({ jobs: true })

const csv = (...lines: string[]) => ({
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test('FND-201 FND-202 FND-438 MDA-101 MDA-103 MDA-274 MDA-276 MDA-277 MDA-278 MDA-279 MDA-280 MDA-281 MDA-360 Import shows while a price list is edited; its dialog of 420x240 takes only a csv file, good lines become rows, the others are listed under Import Errors', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await open(page, '/pricelists?PriceListId=4')
  await shows(button(page, 'Edit'))
  expect(await button(page, 'Import').count()).toBe(0)
  await button(page, 'Edit').click()
  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await shows(dialog)
  const box = await dialog.boundingBox()
  expect([box?.width, box?.height]).toEqual([420, 240])
  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'prices.xlsx', mimeType: 'text/plain', buffer: Buffer.from('P001,x,1,1') })
  await shows(dialog.getByText('Choose a .csv file'))
  await chooser.setInputFiles(csv('P001,whatever,250,10', '', 'NOPE,x,1,1', 'P001,250', 'P002,x,99.5,0'))
  await button(dialog, 'Upload').click()
  await gone(dialog)
  await shows(said(page, 'Imported 2 products'))
  const errors = page.getByRole('region', { name: 'Import Errors' })
  await shows(errors.getByRole('heading', { name: 'Import Errors' }))
  expect(await errors.getByRole('listitem').allInnerTexts()).toEqual([
    'Product Not Found: NOPE,x,1,1',
    'Error reading: P001,250',
  ])
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/pricelists')
  const rows = (await (await here.person('admin', 1, 1)).get('/api/pricelists/4')).body.PriceListProducts
  const priced = rows.map((row) => [row.Product.Code, row.Price, row.Discount])
  expect(priced).toContainEqual(['P001', 250, 10])
  expect(priced).toContainEqual(['P002', 99.5, 0])
  expect(priced.filter(([code]) => code === 'NOPE')).toEqual([])
})

test('a new price list takes all products at their maximum price, and is saved with them', async () => {
  const { page } = await here.visit('admin', 1, 1)
  const person = await here.person('admin', 1, 1)
  const all = (await person.get('/api/getdata/121')).body
  expect(all.length).toBeGreaterThan(1)
  await open(page, '/pricelists')
  await enter(page, 'EffectiveFromDate', '01-Jan-2031')
  await enter(page, 'SellerId', { pick: 'Kothrud' })
  await button(page, 'Add all products').click()
  await shows(said(page, new RegExp(`^${all.length} products added at the maximum price`)))
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && new URL(one.url()).pathname === '/api/pricelists/'),
    page.keyboard.press('Alt+s'),
  ])
  const { PriceListId } = await bodyOf(await responseOf(request), 'POST', '/api/pricelists/')
  const { PriceListProducts } = (await person.get(`/api/pricelists/${PriceListId}`)).body
  const priced = (rows: readonly { ProductId: number; Price: number | null }[]) =>
    rows.map(({ ProductId, Price }) => [ProductId, Price]).sort(([one], [other]) => Number(one) - Number(other))
  expect(priced(PriceListProducts)).toEqual(priced(all))
})

test('a large file is read by a job, which shows next to the notifications, also after a reload', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await importInto(page, csv('P001,whatever,260,10', 'NOPE,x,1,1', ...Array<string>(60_000).fill('')))
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await shows(page.getByRole('list', { name: 'Jobs' }).getByText('Imported 1 products, 1 lines could not be read'))
})

type Priced = readonly (readonly [code: string, price: number, discount: number | null])[]
const pricesOf = async (): Promise<Priced> => {
  const admin = await here.person('admin', 1, 1)
  const rows = (await admin.get('/api/pricelists/1')).body.PriceListProducts
  return rows.map((row) => [row.Product.Code, row.Price, row.Discount] as const)
}
/** Opens the price list, imports the files one after the other, and saves it. */
const importInto = async (page: Page, ...files: readonly ReturnType<typeof csv>[]): Promise<void> => {
  await open(page, '/pricelists?PriceListId=1')
  await button(page, 'Edit').click()
  for (const file of files) {
    await button(page, 'Import').click()
    const dialog = page.getByRole('dialog', { name: 'Import' })
    await dialog.locator('input[type=file]').setInputFiles(file)
    await button(dialog, 'Upload').click()
    await gone(dialog)
  }
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/pricelists')
}

test('MDA-105 MDA-282 an export can be imported again without a change; a head is allowed, known codes take the new figures, others are added, good lines are imported when others fail, and a second import changes no more', async () => {
  const { page, context } = await here.visit('admin', 1, 1)
  const before = await pricesOf()
  expect(before.length).toBeGreaterThan(3)
  await open(page, '/pricelists?PriceListId=1')
  const [exported] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()])
  expect(exported.suggestedFilename()).toMatch(/^pricelist-1-\d{4}-\d\d-\d\d\.csv$/)
  const written = await readFile(await exported.path(), 'utf8')
  expect(written.split('\r\n').filter(Boolean)).toHaveLength(before.length)
  await importInto(page, csv(written))
  expect(await pricesOf()).toEqual(before)
  const known = before[0]?.[0] ?? ''
  const admin = await here.person('admin', 1, 1)
  const all = (await admin.get('/api/getdata/103')).body.map((one) => one.Code)
  const added = all.find((code) => before.every(([there]) => there !== code))
  // every product has a price here: one is removed first, to be added again
  const spare = added ?? before.at(-1)?.[0] ?? ''
  if (added === undefined) {
    const { body } = await admin.get('/api/pricelists/1')
    const PriceListProducts = body.PriceListProducts.slice(0, -1)
    const sent = PriceListProducts.map(({ Product: _names, ...line }) => line)
    expect((await admin.put('/api/pricelists/1', { PriceListProducts: sent })).status).toBe(200)
  }
  const file = csv('Code,Name,Price,Discount', `${known},x,777.5,5`, 'NOPE,x,1,1', `${spare},x,888,0`)
  const wanted: Priced = [[known, 777.5, 5], ...before.slice(1).filter(([code]) => code !== spare), [spare, 888, 0]]
  await importInto(page, file, file)
  await settles(pricesOf, wanted)
  await importInto(page, file)
  expect(await pricesOf()).toEqual(wanted)
  await context.close()
})
