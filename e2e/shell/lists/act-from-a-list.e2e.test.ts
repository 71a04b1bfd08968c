// Actions on a list in a real browser: opening, buttons by permit, keys, export, and the messages that follow.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { booked } from '../../../modules/sales/sales.fixture.ts'
import { takePermit } from '../../hands/faults.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { allButOne, manySales, open, pageful, rows, some } from '../../hands/sales-list.ts'

const { here } = journeyForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await manySales(here)
})

describe('opening and permits', () => {
  test('OPS-018 OPS-047 FND-017 FND-117 FND-307 double-click opens the record', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await open(page)
    await allButOne(page)
    await rows(page).first().dblclick()
    await arrives(page, '/sales')
    expect(new URL(page.url()).searchParams.get('SaleId')).toBe(String(sale.SaleId))
    await shows(page.getByRole('heading', { name: `Sale ${String(sale.SaleId)}` }))
  })
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
  test('FND-122 FND-123 FND-447 only roles up to 2 can export all rows as CSV', async () => {
    const desk = await here.visit('labdesk', 5, 2)
    await open(desk.page)
    expect(await button(desk.page, 'CSV').count()).toBe(0)
    await desk.context.close()
    const { page } = await here.visit('manager', 2, 2)
    await open(page)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
    expect(download.suggestedFilename()).toBe(`sales-${dayOf(new Date())}.csv`)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(pageful + some + 1)
    expect(lines[0]).toBe(
      'Sale Id,Sale Date,Accession No,LRN,Patient,Doctor,Seller,Net Amount,Outstanding,Sale Status,Buyer,Referrer',
    )
  })
  test('a role without the permit list sees a message', async () => {
    const { page } = await here.visit('logistics', 8, 2)
    await page.goto('/summary/products')
    await shows(page.getByText(/Your role may not see this list/))
  })
})

describe('keys', () => {
  test('OPS-055 OPS-015 FND-018 FND-161 alt+n starts a new record, editable at once', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.keyboard.press('Alt+n')
    await arrives(page, '/sales')
    await shows(page.getByRole('heading', { name: 'New Sale' }))
    await shows(button(page, 'Save'))
  })
  test('OPS-017 OPS-056 FND-162 FND-167 FND-308 alt+c opens a copy of the selected record as a new one', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await open(page)
    await allButOne(page)
    await rows(page).first().click()
    await page.keyboard.press('Alt+c')
    await arrives(page, '/sales')
    expect(new URL(page.url()).search).toBe(`?SaleId=${String(sale.SaleId)}&clone=true`)
    await shows(page.getByText(`copy of ${String(sale.SaleId)}, not saved yet`))
    await settles(() => page.getByRole('combobox', { name: /^Patient/ }).inputValue(), 'Sunita Kulkarni')
  })
  test('OPS-057 FND-163 alt+p prints the selected record', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await open(page)
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
  })
  test('FND-439 a print window is 1024 by 768', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await context.addInitScript(() => {
      window.open = (...given: unknown[]) => {
        document.documentElement.dataset['opened'] = given.map(String).join(' ')
        return null
      }
    })
    await open(page)
    await rows(page).first().click()
    await page.keyboard.press('Alt+p')
    await page.getByRole('dialog', { name: 'Print' }).getByRole('button', { name: 'View on screen' }).click()
    await settles(
      () => page.evaluate(() => document.documentElement.dataset['opened']),
      ' _blank popup,width=1024,height=768',
    )
  })
  test('OPS-058 FND-164 FND-165 alt+f goes to the first filter, and closes the panel from inside', async () => {
    const { page } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.keyboard.press('Alt+f')
    await settles(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'FromDate')
    await page.keyboard.press('Alt+f')
    await gone(page.getByRole('search', { name: 'Filter' }))
    await page.keyboard.press('Alt+f')
    await shows(page.getByRole('search', { name: 'Filter' }))
  })
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
