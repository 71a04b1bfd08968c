// The statement of account: opening balance, the entries of the period with the balance after each, money on account.
import { expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { BuyerId, invoicing } from '../invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, pay, credit, owed } = invoicing(app, admin)
const today = (): string => dayOf(new Date())
const print = async (invoice: Read<'invoices'>, period: Json) => {
  const templates = (await admin.get('/api/getdata/41?Module=invoices')).body
  const templateId = templates.find((one) => one.Layout === 'statement')?.TemplateId
  return admin.post('/api/print/invoices/', { templateId, formId: invoice.InvoiceId, device: 'screen', ...period })
}
const textOf = async (invoice: Read<'invoices'>, period: Json = {}): Promise<string> => {
  const answer = await print(invoice, period)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return (await pdfPages((await admin.get(String(answer.body.location))).bytes)).join(' ').replace(/\s+/g, ' ')
}

test('a statement begins with what was owed, lists each document with the balance after it, and ends with what is owed', async () => {
  const before = await owed()
  const sales = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(...sales)
  const net = Number(invoice.NetAmount)
  await pay(invoice, 50)
  const note = String((await credit(invoice, sales.slice(1))).body.CreditNoteNo)
  const off = Number(sales[1]?.NetAmount)
  const balances = [
    before,
    sumAmounts([before, net]),
    sumAmounts([before, net, -50]),
    sumAmounts([before, net, -50, -off]),
  ]
  const text = await textOf(invoice, { From: today(), To: today() })
  const day = formatDate(today())
  for (const part of [
    `Period ${day} to ${day}`,
    `Opening balance ${formatMoney(balances[0] ?? 0)}`,
    `${String(invoice.InvoiceNo)} Invoice ${String(invoice.InvoiceNo)} ${formatMoney(net)} ${formatMoney(balances[1] ?? 0)}`,
    `50.00 ${formatMoney(balances[2] ?? 0)}`,
    note,
    `Closing balance ${formatMoney(balances[3] ?? 0)}`,
  ])
    expect(text).toContain(part)
  expect(sumAmounts([await owed()])).toBe(balances[3])
})

test('money on account is on the statement, and the balance of an earlier period opens the next', async () => {
  const invoice = await issued(await sold())
  const due = sumAmounts([await owed()])
  const paid = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: BuyerId,
    Amount: sumAmounts([due, 700]),
    PaymentModeId: paymentMode.Cash,
  })
  expect(paid.status).toBe(201)
  const text = await textOf(invoice)
  expect(text).toContain('Received, on no invoice yet: ₹ -700.00')
  expect(text).toContain('Closing balance -700.00')
  const earlier = await textOf(invoice, { From: addDays(today(), -9), To: addDays(today(), -1) })
  expect(earlier).not.toContain(String(invoice.InvoiceNo) + ' Invoice')
})

test('a period of the wrong way round, of no days or of the future is refused at its field', async () => {
  const invoice = await issued(await sold())
  const errors = async (period: Json) => {
    const { status, body } = await print(invoice, period)
    return [status, Object.keys(body.errors)]
  }
  expect(await errors({ From: today(), To: addDays(today(), -1) })).toEqual([400, ['From']])
  expect(await errors({ To: addDays(today(), 1) })).toEqual([400, ['To']])
  expect(await errors({ From: 'last week' })).toEqual([400, ['From']])
})

test('a statement is kept as it was given out: printed again it is a duplicate, and another version where more is owed', async () => {
  const invoice = await issued(await sold())
  const days = { From: addDays(today(), -1), To: today() }
  expect(await textOf(invoice, days)).toContain('Original for recipient')
  const [known] = await readRows<{ Name: string }>(app, 'clients', { ClientId: BuyerId }, 'name')
  const name = known?.Name ?? ''
  await setRows(app, 'clients', { ClientId: BuyerId }, { Name: 'Another Name' })
  const again = await textOf(invoice, days)
  expect([again.includes('DUPLICATE'), again.includes(name), again.includes('Another Name')]).toEqual([
    true,
    true,
    false,
  ])
  await setRows(app, 'clients', { ClientId: BuyerId }, { Name: name })
  await issued(await sold())
  expect(await textOf(invoice, days)).toContain('Version 2, replaces version 1')
  expect(await textOf(invoice, { ...days, Version: 1 })).toContain('DUPLICATE of version 1, replaced by version 2')
  // of other days it is another document
  expect(await textOf(invoice, { ...days, From: addDays(today(), -2) })).toContain('Original for recipient')
  expect((await print(invoice, { ...days, Version: 3 })).status).toBe(404)
  const history = await admin.get(`/api/actions?ModuleId=invoices&FormId=${String(invoice.InvoiceId)}`)
  expect(history.body.map((row) => row.Remarks)).toContainEqual(
    expect.stringMatching(/^Statement .*, version 1: Original for recipient$/),
  )
  await expectInvariants(app.db)
})
