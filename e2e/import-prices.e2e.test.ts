// A price list is filled from a csv file in a real browser: good lines become rows, the others are told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, arrives, button, gone, journey, said, shows } from './journey.ts'
import { open } from './master.ts'

let here: Journey
beforeAll(async () => {
  here = await journey('network', true)
})
afterAll(() => here?.close())

const csv = (...lines: string[]) => ({
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test('FND-201 MDA-101 MDA-103 MDA-274 MDA-276 MDA-277 MDA-278 MDA-279 MDA-280 MDA-281 MDA-360 Import shows while a price list is edited; its dialog of 420x240 takes a csv file alone, good lines are rows, the others stand under Import Errors', async () => {
  const { page, context } = await here.visit('admin', 1, 1)
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
  await shows(dialog.getByText('A .csv file, please'))
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
  const rows = (await (await here.person('admin', 1, 1)).get('/api/pricelists/4')).body['PriceListProducts'] as {
    Product: { Code: string }
    Price: number
    Discount: number
  }[]
  const priced = rows.map((row) => [row.Product.Code, row.Price, row.Discount])
  expect(priced).toContainEqual(['P001', 250, 10])
  expect(priced).toContainEqual(['P002', 99.5, 0])
  expect(priced.filter(([code]) => code === 'NOPE')).toEqual([])
  // what was asked for stands beside the notifications, also after the page was loaded again
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await shows(page.getByRole('list', { name: 'Jobs' }).getByText('2 products read, 2 lines could not be'))
  await context.close()
})
