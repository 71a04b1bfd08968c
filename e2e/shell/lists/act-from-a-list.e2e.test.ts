// Actions on a list in a real browser: opening, buttons by permit, keys, and the messages that follow.
import { beforeAll, describe, expect, test } from 'vitest'
import { accessioned, aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { takePermit } from '../../hands/faults.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import '../../hands/wire.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { allButOne, open, rows } from '../../hands/sales-list.ts'

const { here } = journeyForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  const desk = await here.person('labdesk', 5, 2)
  sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Sunita Kulkarni' }), LRN: '777001' })
  for (let made = 0; made < 3; made += 1) await booked(desk)
})

describe('opening and permits', () => {
  test('OPS-019 OPS-047 OPS-048 FND-118 without the permit read no row opens and Clone is absent', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    const giveBack = await takePermit(here, 5, 'sales', 'read')
    await open(page)
    await rows(page).first().dblclick()
    await settles(() => page.locator('tbody tr[aria-selected=true]').count(), 1)
    expect(await button(page, 'Clone').count()).toBe(0)
    await page.keyboard.press('Alt+c')
    await button(page, 'All Data').click()
    expect(new URL(page.url()).pathname).toBe('/summary/sales')
    await giveBack()
  })
  test('OPS-045 OPS-048 OPS-049 OPS-050 OPS-052 OPS-053 FND-160 FND-305 FND-308 FND-309 FND-310 FND-312 FND-314 FND-315 the buttons and their keys follow the permits of the role', async () => {
    const all = ['Create New', 'Clone', 'Print', 'Unlock Accession', 'Cancel Sale', 'Re-accession']
    const roles: [string, number, number, readonly string[]][] = [
      ['labdesk', 5, 2, all],
      ['quality', 10, 2, ['Clone']],
      ['accounts', 7, 2, ['Clone', 'Print']],
    ]
    for (const [name, role, entity, wanted] of roles) {
      const { page, context } = await here.visit(name, role, entity)
      await open(page)
      const labels = await page.locator('.page-head button > span').allInnerTexts()
      expect(
        labels.filter((label) => all.includes(label)),
        name,
      ).toEqual(wanted)
      // no button of the list cancels a single item
      expect(labels.filter((label) => /^Cancel (?!Sale)/.test(label))).toEqual([])
      await rows(page).first().click()
      await page.keyboard.press('Alt+p')
      const dialog = page.getByRole('dialog', { name: 'Print' })
      if (wanted.includes('Print')) {
        await shows(dialog)
        await page.keyboard.press('Escape')
        await gone(dialog)
        await button(page, 'Print').click()
        await shows(dialog)
        await page.keyboard.press('Escape')
        await gone(dialog)
      }
      await page.keyboard.press('Alt+n')
      if (wanted.includes('Create New')) {
        await shows(page.getByRole('heading', { name: 'New Sale' }))
        await open(page)
        await button(page, 'Create New').click()
        await arrives(page, '/sales')
        await shows(button(page, 'Save'))
      } else {
        await button(page, 'All Data').click()
        expect(await dialog.count()).toBe(0)
        expect(new URL(page.url()).pathname).toBe('/summary/sales')
      }
      await context.close()
    }
  })
  test('OPS-046 FND-306 FND-398 worksheets are made with Generate, which is sent without a body', async () => {
    const { page } = await here.visit('technologist', 4, 2)
    await page.goto('/summary/worksheets')
    await shows(button(page, 'Generate'))
    expect(await button(page, 'Create New').count()).toBe(0)
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/api/generate/worksheets')),
      button(page, 'Generate').click(),
    ])
    expect(sent.postData()).toBeNull()
    await shows(page.locator('.snackbar'))
  })
  test('a role without the permit list sees a message', async () => {
    const { page } = await here.visit('logistics', 8, 2)
    await page.goto('/summary/products')
    await shows(page.getByText(/Your role may not see this list/))
  })
})

const keys = [
  'OPS-015 OPS-017 OPS-018 OPS-047 OPS-055 OPS-056 OPS-057 OPS-058 FND-017 FND-018 FND-117 FND-161 FND-162 FND-163',
  'FND-164 FND-165 FND-167 FND-307 FND-308',
  'alt+f goes to the first filter, and closes the panel from inside; alt+p prints the selected record; double-click',
  'opens it; alt+c opens a copy of it as a new one, alt+n a new record, editable at once',
].join(' ')
test(keys, async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await page.keyboard.press('Alt+f')
  await settles(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'FromDate')
  await page.keyboard.press('Alt+f')
  await gone(page.getByRole('search', { name: 'Filter' }))
  await page.keyboard.press('Alt+f')
  await shows(page.getByRole('search', { name: 'Filter' }))
  const row = rows(page).nth(2)
  const id = Number((await row.locator('td').first().innerText()).replace(/\D/g, ''))
  await row.click()
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await shows(dialog.getByRole('checkbox', { checked: true }))
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/print/sales/'),
    dialog.getByRole('button', { name: 'View on screen' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ formId: id })
  await gone(dialog.getByRole('progressbar'))
  await page.keyboard.press('Escape')
  await gone(dialog)
  await allButOne(page)
  await rows(page).first().dblclick()
  await arrives(page, '/sales')
  expect(new URL(page.url()).searchParams.get('SaleId')).toBe(String(sale.SaleId))
  await shows(page.getByRole('heading', { name: `Sale ${String(sale.SaleId)}` }))
  await shows(button(page, 'Close'))
  await page.goBack()
  await arrives(page, '/summary/sales')
  await rows(page).first().click()
  await page.keyboard.press('Alt+c')
  await arrives(page, '/sales')
  expect(new URL(page.url()).search).toBe(`?SaleId=${String(sale.SaleId)}&clone=true`)
  await shows(page.getByText(`copy of ${String(sale.SaleId)}, not saved yet`))
  await settles(() => page.getByRole('combobox', { name: /^Patient/ }).inputValue(), 'Sunita Kulkarni')
  await open(page)
  await page.keyboard.press('Alt+n')
  await arrives(page, '/sales')
  await shows(page.getByRole('heading', { name: 'New Sale' }))
  await shows(button(page, 'Save'))
})

describe('messages', () => {
  test('FND-190 FND-192 FND-411 FND-413 FND-414 FND-416 FND-433 a refused action shows the message of the server in the error style for five seconds', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await page.clock.install()
    const desk = await here.person('labdesk', 5, 2)
    const { SaleId } = await booked(desk)
    await open(page)
    await rows(page).first().click()
    await button(page, 'Cancel Sale').click()
    await shows(question(page, 'Confirmation'))
    // another user cancels it while the question is open
    expect((await desk.put('/api/cancel/sales', { formId: SaleId })).status).toBe(200)
    const refusal = (await desk.put('/api/cancel/sales', { formId: SaleId })).body.message
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    const note = said(page, refusal)
    await shows(note)
    expect(await note.getAttribute('class')).toContain('error')
    await page.clock.runFor(4_000)
    expect(await note.count()).toBe(1)
    await page.clock.runFor(1_500)
    await gone(note)
  })
})
