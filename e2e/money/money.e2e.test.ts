// Money on screen: the fields of a transaction, who may set which, its look-ups; the lists of the accounts.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { box, error, field, pick } from '../hands/client.ts'
import { arrives, button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import type { Read } from '../../server/testing/answers.ts'

const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await booked(desk, { PatientId: await aPatient(desk) })
})
const opened = async (page: Page): Promise<void> => {
  await page.goto('/transactions')
  await shows(button(page, 'Save'))
}
/** The first rows of a field's look-up. */
const offered = async (page: Page, name: string): Promise<string[]> => {
  await box(page, name).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  const rows = await dialog.locator('tbody tr, [role=row]').allInnerTexts()
  await page.keyboard.press('Escape')
  await gone(dialog)
  return rows
}

describe('a transaction', () => {
  test('OPS-114 OPS-240 OPS-241 OPS-242 OPS-243 a manager must enter giver, receiver, mode and date', async () => {
    const { page } = await here.visit('manager', 2, 2)
    await opened(page)
    for (const name of [
      'Date',
      'ReceiverId',
      'InvoiceId',
      'GiverId',
      'Amount',
      'PaymentModeId',
      'PaymentRef',
      'Remarks',
    ])
      await shows(field(page, name))
    await box(page, 'Date').fill('')
    await box(page, 'ReceiverId').fill('')
    await box(page, 'ReceiverId').press('Tab')
    const posts: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
    await page.keyboard.press('Alt+s')
    for (const [name, text] of [
      ['ReceiverId', 'Receiver/Payee is required'],
      ['GiverId', 'Giver/Payer is required'],
      ['PaymentModeId', 'Payment Mode is required'],
      ['Date', 'Date is required'],
    ] as const)
      await settles(() => error(page, name).allInnerTexts(), [text])
    expect(posts.filter((url) => url.includes('/api/transactions'))).toEqual([])
  })
  test('OPS-244 OPS-245 OPS-246 FND-321 above role 2 it is dated now at the own place; a manager enters both', async () => {
    const { page } = await here.visit('accounts', 7, 2)
    await opened(page)
    for (const name of ['Date', 'ReceiverId']) expect(await box(page, name).isEditable()).toBe(false)
    expect(await box(page, 'ReceiverId').inputValue()).toContain('Nivara Central Laboratory')
    await pick(page, 'GiverId', 'Sunrise')
    await box(page, 'Amount').fill('100')
    await box(page, 'PaymentModeId').selectOption('40')
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/transactions')
    const { page: managers } = await here.visit('manager', 2, 2)
    await opened(managers)
    for (const name of ['Date', 'ReceiverId']) expect(await box(managers, name).isEditable()).toBe(true)
  })
  test('OPS-289 OPS-290 OPS-291 its look-ups offer receivers, givers, and invoices with a balance, one of which is picked', async () => {
    const { page } = await here.visit('manager', 2, 2)
    await opened(page)
    expect((await offered(page, 'ReceiverId')).join('\n')).toContain('Nivara')
    expect((await offered(page, 'GiverId')).length).toBeGreaterThan(1)
    const { InvoiceNo } = sale.Invoice
    const pending = (await desk.get('/api/getdata/110')).body
    expect(pending.map((row) => row.InvoiceNo)).toContain(InvoiceNo)
    await pick(page, 'InvoiceId', InvoiceNo)
    expect(await box(page, 'InvoiceId').inputValue()).toBe(InvoiceNo)
    // its buyer is the giver of its due
    await settles(() => box(page, 'Amount').inputValue().then(Number), Number(sale.NetAmount))
    expect(await box(page, 'GiverId').inputValue()).toBe(sale.Patient.Name)
  })
  test('OPS-113 FND-029 it opens from its list by its key', async () => {
    const made = await desk.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: 2,
      GiverId: sale.BuyerId,
      Amount: 5,
      PaymentModeId: 40,
    })
    expect(made.status).toBe(201)
    const id = made.body.TransactionId
    const { page } = await here.visit('manager', 2, 2)
    await page.goto('/summary/transactions')
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/transactions/${id}`))
    await page.getByRole('row', { name: new RegExp(`^${id}\\b`) }).dblclick()
    await asked
    await arrives(page, '/transactions')
    expect(new URL(page.url()).searchParams.get('TransactionId')).toBe(String(id))
    await shows(page.getByRole('heading', { name: `Transaction ${id}` }))
  })
})

test('the lists of the accounts and of growth offer their filters', async () => {
  const { page } = await here.visit('manager', 2, 2)
  const wanted = {
    invoices: ['From Date', 'To Date', 'Giver', 'Referrer', 'Invoice No'],
    transactions: [
      'From Date',
      'To Date',
      'Giver',
      'Receiver',
      'Dispatch From',
      'Dispatch To',
      'Consignor',
      'Consignee',
      'Shipment Status',
    ],
    tranbatches: [
      'Open From',
      'Open To',
      'Close From',
      'Close To',
      'Money Handler',
      'Batch Status',
      'Difference To Be Confirmed',
      'Active',
    ],
    salesreport: [
      'From Date',
      'To Date',
      'Patient',
      'Doctor',
      'Seller',
      'Buyers',
      'Giver',
      'Lab',
      'Sale Id',
      'Product',
      'Leg',
    ],
    partyledger: ['From Date', 'To Date', 'Buyer', 'Buyers', 'Seller'],
    referrals: [
      'From Date',
      'To Date',
      'Referrer',
      'Sales Manager',
      'Referral Status',
      'Giver',
      'Receiver',
      'Department',
    ],
    targets: ['Sales Manager'],
    clientvisits: ['Client', 'Type'],
  }
  for (const [module, labels] of Object.entries(wanted)) {
    await page.goto(`/summary/${module}`)
    const panel = page.getByRole('search', { name: 'Filter' })
    await shows(panel)
    expect([module, await panel.locator('.label, label[for]').allInnerTexts()]).toEqual([module, labels])
  }
})

/** Takes the client of a name in a filter of the panel. */
const takeIn = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByRole('search', { name: 'Filter' }).getByLabel(label, { exact: true }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  await page.keyboard.type(name)
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: name }))
  await page.keyboard.press('Enter')
  await gone(dialog)
}

test('FND-128 FND-150 the party ledger waits until it is asked, and then shows each entry with its balance', async () => {
  const { page } = await here.visit('manager', 2, 2)
  const asked: URL[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/api/getdata/1032') && asked.push(new URL(request.url()))),
  )
  await page.goto('/summary/partyledger')
  const panel = page.getByRole('search', { name: 'Filter' })
  await shows(panel)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await takeIn(page, 'Buyer', 'Sunrise')
  await button(panel, 'Search').click()
  await shows(page.locator('tbody tr').filter({ hasText: 'Closing' }))
  const [url] = asked
  expect([...(url?.searchParams.keys() ?? [])]).toEqual(
    expect.arrayContaining(['StartDate', 'EndDate', 'ClientIdList']),
  )
  expect(url?.searchParams.get('ClientIdList')).toBe('21')
})

test('FND-150 two buyers are shown as chips, days are typed: both ledgers of those days are asked for and shown, and one chip less is one ledger', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/summary/partyledger')
  const panel = page.getByRole('search', { name: 'Filter' })
  await shows(panel)
  await takeIn(page, 'Buyers', 'Sunrise')
  await takeIn(page, 'Buyers', 'Hadapsar')
  const known = (name: string) => /Sunrise|Hadapsar/.exec(name)?.[0] ?? name
  const chips = panel.locator('.pill')
  await settles(async () => (await chips.allInnerTexts()).map(known), ['Sunrise', 'Hadapsar'])
  await panel.getByLabel('From Date', { exact: true }).fill('01-11-2026')
  await panel.getByLabel('To Date', { exact: true }).fill('20-11-2026')
  const search = async (): Promise<URLSearchParams> => {
    const asked = page.waitForRequest((request) => request.url().includes('/api/getdata/1032'))
    await button(panel, 'Search').click()
    return new URL((await asked).url()).searchParams
  }
  const column = async () => {
    const heads = await page.locator('thead th').allInnerTexts()
    return heads.findIndex((head) => head.trim().toLowerCase() === 'client') + 1
  }
  const parties = async () =>
    [...new Set(await page.locator(`tbody tr td:nth-child(${await column()})`).allInnerTexts())].map(known).sort()
  expect(Object.fromEntries(await search())).toMatchObject({
    StartDate: '2026-10-31T18:30:00.000Z',
    EndDate: '2026-11-20T18:29:59.999Z',
    ClientIdList: '21,12',
  })
  await settles(parties, ['Hadapsar', 'Sunrise'])
  await panel.getByRole('button', { name: /^Remove Sunrise/ }).click()
  expect((await search()).get('ClientIdList')).toBe('12')
  await settles(parties, ['Hadapsar'])
})
