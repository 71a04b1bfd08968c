// Sets up a network from nothing: its first administrator, its letterhead, and the first day of its first user.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { offerSetup } from '../../../setup/link.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { box, choose } from '../../hands/client.ts'
import { setUpFactor } from '../../hands/factor.ts'
import { arrives, button, said, settles, shows, type Journey } from '../../hands/journey.ts'
import { bodyOf } from '../../hands/wire.ts'
import { linesOf, newSale, take, totalOf, typeCodes } from '../../hands/sale.ts'

const [ruler, worker] = ['monsoon over the river', 'kettle beside the window']

export const signIn = async (page: Page, name: string, password: string, to: string): Promise<void> => {
  await shows(page.getByRole('heading', { name: 'Login' }))
  await page.getByLabel('User Name').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await arrives(page, to)
}
/** Takes a role or an entity, whichever there are several of. */
export const workAs = async (page: Page, name: string): Promise<void> => {
  await page.goto('/roleselection/true')
  await page.getByRole('radio', { name }).check({ force: true })
  await button(page, 'Continue').click()
  await arrives(page, '/summary/dashboard')
}
export const signOut = async (page: Page): Promise<void> => {
  await page.locator('.menu.user .menu-button').click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrives(page, '/login')
}

/** The first administrator, signed in and working for the first lab. */
export const setUp = async (here: Journey, page: Page): Promise<void> => {
  await page.goto(`/setup#${(await offerSetup(here.app.db)) ?? ''}`)
  for (const [label, text] of [
    ['Network Name', 'Godavari Diagnostics'],
    ['First Lab', 'Godavari Central'],
    ['Lab Code', 'GOD'],
    ['Bill Prefix', 'GOD'],
    ['Full Name', 'Kamala Iyer'],
    ['User Name', 'kamala'],
    ['Email', 'kamala@example.org'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.locator('input[name=Password]').fill(ruler)
  await page.keyboard.press('Enter')
  await arrives(page, '/login')
  await signIn(page, 'kamala', ruler, '/secondfactor')
  await setUpFactor(page)
  await arrives(page, '/roleselection/true')
  await workAs(page, 'Godavari Central')
}

export const letterhead = async (page: Page): Promise<void> => {
  await page.goto('/clients?ClientId=2')
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  for (const [name, text] of Object.entries({
    Area: 'Panchavati',
    City: 'Nashik',
    State: 'Maharashtra',
    LocalName: 'गोदावरी प्रयोगशाळा',
    FootLine: 'Open day and night',
  }))
    await box(page, name).fill(text)
  const buffer = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#0a3f63' } })
    .png()
    .toBuffer()
  await box(page, 'Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await shows(page.getByRole('img', { name: 'Logo' }))
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
}
/** Gives the new user a password, which they change at the first sign-in. */
export const firstPassword = async (page: Page): Promise<string> => {
  await page.goto('/users?UserId=2')
  await button(page, 'Reset Password').click()
  await page.keyboard.press('y')
  const password = page.getByLabel('Temporary password', { exact: true })
  await shows(password)
  return (await password.last().innerText()).trim()
}
const person = async (page: Page, type: number, fields: Readonly<{ [name: string]: string }>): Promise<void> => {
  await page.goto('/clients')
  await shows(button(page, 'Save'))
  await choose(page, type)
  for (const [name, text] of Object.entries(fields)) await box(page, name).fill(text)
  if (type === 12) await box(page, 'GenderId').selectOption({ index: 1 })
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
}
const sell = async (page: Page): Promise<string> => {
  await newSale(page)
  await take(page, 'PatientId', 'Patient', 'Anand')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Kulkarni')
  await page.locator('[data-field=LRN] .input').fill('1001')
  await typeCodes(page, ['CBC'])
  const receipts = page.getByRole('grid', { name: 'Receipts' })
  await linesOf(receipts).last().locator('[role=gridcell]').nth(1).click()
  await settles(async () => (await receipts.locator('select option').count()) > 1, true)
  await page.keyboard.type('Cash')
  await page.keyboard.press('Enter')
  await shows(receipts.getByText('Cash'))
  await settles(() => totalOf(page, 'Outstanding'), '0.00')
  await button(page, 'Save & Accession').click()
  await arrives(page, '/summary/sales')
  await page.locator('tbody tr').first().dblclick()
  await arrives(page, '/sales')
  return new URL(page.url()).searchParams.get('SaleId') ?? ''
}

/** Opens the report from its screen, and answers its text. */
const readReport = async (page: Page, sale: string): Promise<string> => {
  await page.goto(`/testreports?SaleId=${sale}`)
  await shows(button(page, 'Print'))
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await shows(dialog.getByRole('checkbox', { checked: true }))
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/api/print/testreports')),
    button(dialog, 'View on screen').click(),
  ])
  const { location } = await bodyOf(answer, 'POST', '/api/print/testreports/')
  const file = await page.context().request.get(location)
  return (await pdfPages(await file.body())).join(' ').replace(/\s+/g, ' ')
}

/**
 * The new user's first day: a new password, a sale, its result, the signature. Answers the text of the report. The user
 * has the roles Front desk, Technologist and Pathologist.
 */
export const workedThrough = async (page: Page, temporary: string): Promise<string> => {
  await signIn(page, 'meera', temporary, '/profile')
  await page.locator('input[name=CurrentPassword]').fill(temporary)
  await page.locator('input[name=Password]').fill(worker)
  await page.locator('input[name=Password2]').fill(worker)
  await page.keyboard.press('Enter')
  await arrives(page, '/login')
  await signIn(page, 'meera', worker, '/roleselection/true')
  await workAs(page, 'Front desk')
  await person(page, 11, { Name: 'Dr Kulkarni' })
  await person(page, 12, { Name: 'Anand Pawar', Age: '41' })
  const sale = await sell(page)

  await workAs(page, 'Technologist')
  await page.goto(`/testresults?SaleId=${sale}`)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  await page.getByLabel('Result of Haemoglobin', { exact: true }).fill('11.2')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /saved/))
  await workAs(page, 'Pathologist')
  await page.goto(`/testresults?SaleId=${sale}`)
  await shows(button(page, 'Approve'))
  await page.keyboard.press('Alt+a')
  await shows(said(page, /approved/))
  await page.keyboard.press('Alt+l')
  await shows(said(page, /released/))

  return readReport(page, sale)
}
