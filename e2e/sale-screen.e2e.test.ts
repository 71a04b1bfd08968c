// What the sale's screen is made of, in a real browser: picker, quick add, grid, dialogs, print.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { accessioned, aPatient } from '../modules/sales/sales.fixture.ts'
import type { Person } from '../server/testing/signed-in.ts'
import { arrives, button, gone, journey, question, said, settles, shows, type Journey } from './journey.ts'

let here: Journey
let desk: Person
let sale: Record<string, unknown>
beforeAll(async () => {
  here = await journey()
  desk = await here.person('labdesk', 5, 2)
  for (const Name of ['Zarina Alpha', 'Zarina Beta', 'Zarina Gamma']) await aPatient(desk, { Name })
  sale = await accessioned(desk)
})
afterAll(() => here?.close())

const visit = () => here.visit('labdesk', 5, 2)
const sizeOf = (dialog: Locator) => dialog.evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight])
const newSale = async (page: Page): Promise<void> => {
  await page.goto('/sales')
  await shows(button(page, 'Save'))
}
const read = async (page: Page): Promise<void> => {
  await page.goto(`/sales?SaleId=${String(sale['SaleId'])}`)
  await shows(button(page, 'Close'))
}
const box = (page: Page, name: string) => page.locator(`[data-field=${name}]`).getByRole('combobox')
/** Opens the patient's picker on this text. */
const pick = async (page: Page, text: string): Promise<Locator> => {
  await box(page, 'PatientId').focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Patient' })
  await shows(dialog)
  await page.keyboard.type(text)
  return dialog
}
const names = (dialog: Locator) => dialog.locator('.picker-row span:first-child').allInnerTexts()
const chosen = (dialog: Locator) => dialog.locator('.picker-row[aria-selected=true] span:first-child').innerText()

describe('picker', () => {
  test('FND-172 FND-173 FND-174 FND-177 FND-178 FND-179 FND-436 640x480; typing filters once after the pause, the first row is selected, arrows move, Enter takes it', async () => {
    const { page, context } = await visit()
    await newSale(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/getdata/200' && url.searchParams.get('Name')) asked.push(url.searchParams.get('Name') ?? '')
    })
    const dialog = await pick(page, 'Zarina')
    await settles(() => names(dialog), ['Zarina Alpha', 'Zarina Beta', 'Zarina Gamma'])
    expect(asked.at(-1)).toBe('Zarina')
    expect(asked.length).toBeLessThan('Zarina'.length)
    expect(await sizeOf(dialog)).toEqual([640, 480])
    expect(await chosen(dialog)).toBe('Zarina Alpha')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await settles(() => chosen(dialog), 'Zarina Beta')
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Beta')
    expect(await box(page, 'BuyerId').inputValue()).toBe('Zarina Beta')
    await context.close()
  })
  test('FND-180 a double-click takes the row; Escape leaves everything as it was', async () => {
    const { page, context } = await visit()
    await newSale(page)
    const dialog = await pick(page, 'Zarina')
    await settles(() => names(dialog).then((all) => all.length), 3)
    await page.keyboard.press('Escape')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('')
    const again = await pick(page, 'Zarina')
    await settles(() => names(again).then((all) => all.length), 3)
    await again.locator('.picker-row').nth(2).dblclick()
    await gone(again)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Gamma')
    await context.close()
  })
  test('FND-179 Enter that comes before the rows waits for the right ones', async () => {
    const { page, context } = await visit()
    await newSale(page)
    const dialog = await pick(page, 'Zarina Gam')
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Gamma')
    await context.close()
  })
  test('FND-181 FND-182 the + is there for patient and doctor of a sale and for nothing else', async () => {
    const { page, context } = await visit()
    await newSale(page)
    for (const [name, title, there] of [
      ['PatientId', 'Patient', 1],
      ['ReferringDoctorId', 'Doctor', 1],
      ['SellerId', 'Seller', 0],
      ['BuyerId', 'Buyer', 0],
    ] as const) {
      await box(page, name).focus()
      await page.keyboard.press('F2')
      const dialog = page.getByRole('dialog', { name: title })
      await shows(dialog)
      expect(await dialog.getByRole('button', { name: /^New/ }).count(), title).toBe(there)
      await page.keyboard.press('Escape')
      await gone(dialog)
    }
    await context.close()
  })
})

describe('quick add', () => {
  const part = (dialog: Locator, name: string) => dialog.locator(`[data-quick=${name}]`)
  test('FND-183 FND-185 FND-291 FND-292 FND-293 FND-294 FND-295 FND-296 FND-297 FND-298 FND-442 FND-443 FND-444 alt+n opens the form of a patient; what is missing or out of range is said', async () => {
    const { page, context } = await visit()
    await newSale(page)
    const dialog = await pick(page, '')
    await page.keyboard.press('Alt+n')
    await shows(part(dialog, 'Name'))
    expect(await dialog.locator('[data-quick]').evaluateAll((all) => all.map((one) => one.getAttribute('data-quick')))).toEqual([
      'Name',
      'GenderId',
      'Age',
      'BirthDate',
      'Height',
      'Weight',
      'MobilePhone',
      'Email',
    ])
    const errors = () => dialog.locator('[data-quick] .error').allInnerTexts()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await settles(errors, ['Name is required', 'Gender is required', 'Age is required'])
    await part(dialog, 'Name').locator('input').fill('Yusuf Quick')
    await part(dialog, 'Age').locator('input').fill('121')
    await part(dialog, 'Height').locator('input').fill('29')
    await part(dialog, 'Weight').locator('input').fill('501')
    await part(dialog, 'Email').locator('input').fill('yusuf@lab')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await settles(errors, [
      'Gender is required',
      'Age must be between 0 and 120',
      'Height must be between 30 and 250',
      'Weight must be between 1 and 500',
      'Invalid Email Address',
    ])
    await part(dialog, 'BirthDate').locator('input:not([type=date])').fill('31-12-2099')
    await part(dialog, 'Height').locator('input').focus()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await shows(dialog.getByText('Birth Date can not be later than today'))
    await context.close()
  })
  test('FND-181 FND-184 FND-272 FND-273 FND-274 FND-275 FND-389 age and birth date follow each other; the saved patient is what the picker then shows', async () => {
    const { page, context } = await visit()
    await newSale(page)
    const dialog = await pick(page, 'Omkar Quickly')
    await settles(() => dialog.getByRole('status').count(), 1)
    await dialog.getByRole('button', { name: 'New patient' }).click()
    await settles(() => part(dialog, 'Name').locator('input').inputValue(), 'Omkar Quickly')
    const age = part(dialog, 'Age').locator('input')
    const birth = part(dialog, 'BirthDate').locator('input:not([type=date])')
    await age.fill('40')
    await settles(() => birth.inputValue().then((text) => text.slice(-4)), String(new Date().getFullYear() - 40))
    await shows(dialog.getByText(/Birth date from age, not exact/))
    await birth.fill('01-01-2000')
    await part(dialog, 'Height').locator('input').focus()
    await settles(() => age.inputValue(), String(new Date().getFullYear() - 2000))
    expect(await dialog.getByText(/Birth date from age, not exact/).count()).toBe(0)
    await part(dialog, 'GenderId').getByRole('radio').first().check({ force: true })
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/clients/')),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(sent.postDataJSON()).toMatchObject({ Name: 'Omkar Quickly', ClientTypeId: 12, IsActive: true, IsActualBirthDay: true })
    await settles(() => names(dialog), ['Omkar Quickly'])
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await box(page, 'PatientId').inputValue()).toBe('Omkar Quickly')
    await context.close()
  })
  test('FND-186 FND-187 FND-292 FND-293 a doctor has two more fields and needs the name only', async () => {
    const { page, context } = await visit()
    await newSale(page)
    await box(page, 'ReferringDoctorId').focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Doctor' })
    await dialog.getByRole('button', { name: 'New doctor' }).click()
    await shows(part(dialog, 'NameAlias'))
    await shows(part(dialog, 'Specialization'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await settles(() => dialog.locator('[data-quick] .error').allInnerTexts(), ['Name is required'])
    await context.close()
  })
})

describe('roles, grid and dialogs', () => {
  test('FND-322 FND-323 above role 2 the sale date and the referrer are locked, up to role 2 not', async () => {
    for (const [name, role, open] of [
      ['labdesk', 5, false],
      ['manager', 2, true],
    ] as const) {
      const { page, context } = await here.visit(name, role, 2)
      await newSale(page)
      expect(await page.locator('[data-field=SaleDate] input.input').isEditable(), name).toBe(open)
      if (!open) expect(await page.locator('[data-field=ReferrerId] input').isEditable()).toBe(false)
      await context.close()
    }
  })
  test('FND-203 FND-266 FND-441 OPS-320 the grid of an editable sale ends in one blank row of height 40; F2 on a row opens the item dialog of 640x480', async () => {
    const { page, context } = await visit()
    await page.goto(`/sales?SaleId=${String(sale['SaleId'])}&clone=true`)
    const grid = page.getByRole('grid', { name: 'Products' })
    const lines = grid.locator('[role=row][aria-rowindex]').filter({ has: page.locator('[role=gridcell]') })
    await settles(() => lines.count(), 2)
    expect(Math.round((await lines.first().boundingBox())?.height ?? 0)).toBe(40)
    expect(await lines.last().innerText()).toMatch(/Code or name of the/i)
    await lines.first().locator('[role=gridcell]').nth(2).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Products' })
    await shows(dialog)
    expect(await sizeOf(dialog)).toEqual([640, 480])
    await context.close()
  })
  test('FND-188 FND-191 FND-192 FND-400 OPS-065 cancelling asks in 640x240; No sends nothing', async () => {
    const { page, context } = await visit()
    await read(page)
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/cancel') && sent.push(request.url()))
    await button(page, 'Cancel Sale').click()
    const asked = question(page, 'Confirmation')
    await shows(asked)
    expect((await sizeOf(asked))[0]).toBe(640)
    expect(
      await asked
        .getByRole('button')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split('\n')[0])),
    ).toEqual(['No', 'Yes'])
    await asked.getByRole('button', { name: 'No' }).click()
    await gone(asked)
    expect(sent).toEqual([])
    await context.close()
  })
  test('FND-194 FND-310 FND-399 Unlock Accession asks for a text and sends the record', async () => {
    const { page, context } = await visit()
    const own = await accessioned(desk)
    await page.goto(`/sales?SaleId=${String(own['SaleId'])}`)
    await button(page, 'Unlock Accession').click()
    const dialog = page.getByRole('dialog', { name: 'Confirmation' })
    await dialog.getByLabel('Reason').fill('Wrong tube')
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/api/unlock/sales')),
      dialog.getByRole('button', { name: 'Yes' }).click(),
    ])
    expect(sent.postDataJSON()).toMatchObject({ formId: own['SaleId'] })
    await shows(page.locator('.snackbar[role=status]'))
    await context.close()
  })
})

describe('print', () => {
  test('FND-195 FND-196 FND-197 FND-198 FND-199 FND-200 FND-276 FND-277 FND-397 OPS-068 OPS-321 640x480, a template is chosen, busy until the pages are there, and looking does not print', async () => {
    const { page, context } = await visit()
    await context.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'yes'
      }
    })
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await context.route('**/api/print/**', async (route) => {
      await held
      await route.continue()
    })
    await read(page)
    await page.keyboard.press('Alt+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await shows(dialog.getByRole('radio', { checked: true }))
    expect(await sizeOf(dialog)).toEqual([640, 480])
    expect(await dialog.getByRole('button', { name: 'Print to printer' }).count()).toBe(1)
    const [sheet, sent] = await Promise.all([
      context.waitForEvent('page'),
      page.waitForRequest('**/api/print/sales/'),
      dialog.getByRole('button', { name: 'View on screen' }).click(),
    ])
    expect(sent.postDataJSON()).toMatchObject({ formId: sale['SaleId'], device: 'screen' })
    await shows(dialog.getByRole('progressbar'))
    for (const name of ['Print to printer', 'View on screen'])
      expect(await dialog.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    go()
    await gone(dialog.getByRole('progressbar'))
    await settles(
      () =>
        sheet
          .locator('body')
          .innerText()
          .then((text) => text.length > 100),
      true,
    )
    expect(await sheet.evaluate(() => document.documentElement.dataset['printed'] ?? 'no')).toBe('no')
    await sheet.close()
    await context.close()
  })
  test('FND-276 FND-416 FND-422 OPS-303 a failed print shows the message and is busy no more', async () => {
    const { page, context } = await visit()
    await page.route('**/api/print/**', (route) => route.fulfill({ status: 404, json: { message: 'This template is gone' } }))
    await read(page)
    await button(page, 'Print').click()
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await shows(dialog.getByRole('radio', { checked: true }))
    await dialog.getByRole('button', { name: 'Print to printer' }).click()
    await shows(said(page, 'This template is gone'))
    await gone(dialog.getByRole('progressbar'))
    expect(await dialog.getByRole('button', { name: 'Print to printer' }).getAttribute('aria-disabled')).toBeNull()
    await page.keyboard.press('Escape')
    await gone(dialog)
    await page.keyboard.press('Alt+c')
    await arrives(page, '/summary/sales')
    await context.close()
  })
})
