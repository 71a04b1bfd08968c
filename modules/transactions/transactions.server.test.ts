// Payments recorded on their own: against an invoice or into an account.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { BuyerId, invoicing } from '../invoices/invoices.fixture.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'

const { app, desk, accounts, manager, labAdmin } = networkForTests('desk', 'accounts', 'manager', 'labAdmin')
const { sold, issued, read } = invoicing(app, labAdmin)
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
const pay = (person: Person, body: Json) =>
  person.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: patient,
    PaymentModeId: 40,
    Amount: 100,
    ...body,
  })

test('OPS-124 a receipt against an invoice raises what is paid of the invoice and its sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const saved = await pay(accounts, { InvoiceId: sale.InvoiceId, Remarks: 'at the counter' })
  expect([saved.status, saved.text]).toEqual([201, expect.stringContaining('TransactionId')])
  const { body } = await accounts.get(`/api/transactions/${saved.body.TransactionId}`)
  expect(body).toMatchObject({
    TransactionId: saved.body.TransactionId,
    Date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ReceiverId: 2,
    GiverId: patient,
    InvoiceId: sale.InvoiceId,
    Amount: 100,
    PaymentModeId: 40,
    PaymentMode: { ItemLabel: expect.stringMatching(/./) },
    PaymentRef: null,
    Remarks: 'at the counter',
    Batch: { CloseDate: null },
  })
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ Paid: 100, Outstanding: 250 })
})

test('many receipts against one invoice at once are all counted', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => pay(i % 2 === 0 ? accounts : desk, { InvoiceId: sale.InvoiceId, Amount: 10 })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(100)
})

test('the first receipts of a user at once open one batch', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  await Promise.all(Array.from({ length: 6 }, () => pay(front, { ReceiverId: 12 })))
  expect(await readRow(app, 'tran_batches', { OwnerId: front.userId }, 'count(*)::int as n')).toEqual({ N: 1 })
})

test('roles above 2 record now, at their own entity; a manager sets date and receiver', async () => {
  const past = new Date(Date.now() - 20 * 86_400_000).toISOString()
  const own = await pay(accounts, { Date: past, ReceiverId: 12 })
  const { body } = await accounts.get(`/api/transactions/${own.body.TransactionId}`)
  expect([body.ReceiverId, Date.now() - Date.parse(body.Date) < 60_000]).toEqual([2, true])
  const by = await pay(manager, { Date: past, ReceiverId: 2 })
  expect((await manager.get(`/api/transactions/${by.body.TransactionId}`)).body.Date).toBe(past)
})

test.each<[string, Json]>([
  ['amount of zero', { Amount: 0 }],
  ['amount below zero', { Amount: -1 }],
  ['amount that is no number', { Amount: 'ten' }],
  ['no giver', { GiverId: null }],
  ['no mode', { PaymentModeId: null }],
  ['card without reference', { PaymentModeId: 41 }],
  ['giver that receives', { GiverId: 2 }],
  ['write-off by accounts', { PaymentModeId: 49 }],
])('a receipt is refused with 400: %s', async (_name, change) => {
  expect((await pay(accounts, change)).status).toBe(400)
})

test('the giver is the buyer of the invoice, and an invoice of another seller does not exist', async () => {
  const sale = await booked(desk, { PatientId: patient })
  expect((await pay(accounts, { InvoiceId: sale.InvoiceId, GiverId: 21 })).status).toBe(400)
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const foreign = await pay(front, { InvoiceId: sale.InvoiceId, ReceiverId: 12 })
  expect([foreign.status, foreign.body.errors]).toEqual([404, { InvoiceId: ['Invoice does not exist'] }])
})

test('a giver or a receiver whom the user may not see does not exist: a stranger and an unknown key get one answer', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const stranger = await pay(front, { ReceiverId: 12, GiverId: 25 })
  const unknown = await pay(front, { ReceiverId: 12, GiverId: 9_999_999 })
  const plain = ({ status, body }: typeof stranger) => [status, body.errors]
  expect(plain(stranger)).toEqual([404, { GiverId: ['Giver/Payer does not exist'] }])
  expect(plain(unknown)).toEqual(plain(stranger))
  for (const ReceiverId of [3, 9_999_999])
    expect(plain(await pay(manager, { ReceiverId }))).toEqual([404, { ReceiverId: ['Receiver/Payee does not exist'] }])
  expect(
    await app.db.read.one(sql`
      select
        count(*)::int as n
      from
        ledger_entries
      where
        party_id = 25
        or seller_id = 3
    `),
  ).toEqual({ N: 0 })
})

test('against an invoice the receiver is its seller', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const sale = await booked(front, { PatientId: patient, SellerId: 12 })
  const invoice = { InvoiceId: sale.InvoiceId }
  expect((await pay(manager, { ...invoice, ReceiverId: 2 })).body.errors).toEqual({
    ReceiverId: ['The receiver must be the seller of the invoice'],
  })
  expect((await pay(manager, { ...invoice, ReceiverId: 12 })).status).toBe(201)
})

test('more than an invoice is due raises a question, and a yes records an advance', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const more = { InvoiceId: sale.InvoiceId, Amount: 400 }
  const question = '₹50.00 more than is due: keep it as an advance, or correct the amount'
  const asked = await pay(accounts, more)
  expect([asked.status, asked.body.errors]).toEqual([422, { KeepsAdvance: [question] }])
  expect((await pay(accounts, { ...more, KeepsAdvance: true })).status).toBe(201)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ Outstanding: -50, KeepsAdvance: true })
})

test('a manager dates money neither into the future nor more than a year back', async () => {
  for (const Date of ['2199-01-01T00:00:00.000Z', '1950-01-01T00:00:00.000Z'])
    expect((await pay(manager, { Date })).status).toBe(400)
})

test('reference and remarks may be emptied; a mode that needs a reference must have one', async () => {
  const saved = await pay(accounts, { PaymentRef: 'slip 4', Remarks: 'in two notes' })
  const url = `/api/transactions/${saved.body.TransactionId}` as const
  expect((await accounts.put(url, { PaymentRef: null, Remarks: '' })).status).toBe(200)
  expect((await accounts.get(url)).body).toMatchObject({ PaymentRef: null, Remarks: null })
  const card = await pay(accounts, { PaymentModeId: 41, PaymentRef: 'A1', Amount: 30 })
  expect((await accounts.put(`/api/transactions/${card.body.TransactionId}`, { PaymentRef: null })).status).toBe(400)
})

test('an amount that is no plain number is refused, neither guessed nor a server error', async () => {
  for (const Amount of [' 5', '5 ', '+5', '0x10', '0b1', '1e3', 100_000_000_000])
    expect([Amount, (await pay(accounts, { Amount })).status]).toEqual([Amount, 400])
})

test('a recorded amount, mode, giver and invoice cannot be changed; the reference can while the batch is open', async () => {
  const saved = await pay(accounts, {})
  const url = `/api/transactions/${saved.body.TransactionId}` as const
  for (const change of [{ Amount: 1 }, { PaymentModeId: 42, PaymentRef: 'x' }, { GiverId: 21 }])
    expect([change, (await manager.put(url, change)).status]).toEqual([change, 403])
  expect((await accounts.put(url, { Remarks: 'noted' })).status).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update tran_batches
      set
        close_date = now()
      where
        owner_id = ${accounts.userId}
        and close_date is null
    `),
  )
  expect((await accounts.put(url, { Remarks: 'late' })).status).toBe(422)
})

test('role id 2 or lower corrects the date of recorded money, within the allowed days; no one corrects its receiver', async () => {
  const saved = await pay(accounts, {})
  const url = `/api/transactions/${saved.body.TransactionId}` as const
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect((await accounts.put(url, { Date: yesterday })).status).toBe(403)
  expect((await manager.put(url, { Date: '2199-01-01T00:00:00.000Z' })).status).toBe(400)
  expect((await manager.put(url, { ReceiverId: 3 })).status).toBe(403)
  expect((await manager.put(url, { Date: yesterday })).status).toBe(200)
  const { body } = await manager.get(url)
  expect([Date.parse(body.Date), body.ReceiverId]).toEqual([Date.parse(yesterday), 2])
})

test('cancelled money does not change', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 50 }] })
  const { TransactionId } = sale.Invoice.Transactions[0]
  await desk.put(`/api/sales/${sale.SaleId}`, {
    ReceiptReason: 'Typed wrongly',
    Invoice: { Transactions: [{ TransactionId, Cancelled: true }] },
  })
  expect((await manager.put(`/api/transactions/${TransactionId}`, { Remarks: 'given to the next' })).status).toBe(422)
})

test('a cancelled invoice takes no payment, and a merged client cannot pay', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const cancelled = (isCancelled: boolean) =>
    setRows(app, 'invoices', { InvoiceId: sale.InvoiceId }, { IsCancelled: isCancelled })
  await cancelled(true)
  const answer = await pay(accounts, { InvoiceId: sale.InvoiceId })
  expect([answer.status, answer.body.message]).toEqual([422, 'The invoice is cancelled'])
  await cancelled(false)
  const gone = await aPatient(desk)
  await setRows(app, 'clients', { ClientId: gone }, { MergedIntoId: patient })
  const merged = await pay(accounts, { GiverId: gone })
  expect([merged.status, merged.body.errors]).toEqual([400, { GiverId: ['Giver/Payer does not exist'] }])
})

test('old money keeps its day when only its remarks are corrected', async () => {
  const saved = await pay(manager, { PaymentRef: 'typed wrongly' })
  const id = saved.body.TransactionId
  const Date = '2020-01-02T05:00:00.000Z'
  await setRows(app, 'transactions', { TransactionId: id }, { Date })
  const words = await manager.put(`/api/transactions/${id}`, { Date, PaymentRef: 'corrected' })
  expect([words.status, words.body.errors]).toEqual([200, undefined])
  expect((await manager.get(`/api/transactions/${id}`)).body).toMatchObject({ Date, PaymentRef: 'corrected' })
  expect((await manager.put(`/api/transactions/${id}`, { Date: '2020-01-03T05:00:00.000Z' })).status).toBe(400)
})

test('money from a lab to an institution or a centre below it is a refund, owed to the lab again', async () => {
  const owed = async (party: number) =>
    (
      await app.db.read.one<{ Owed: number }>(sql`
        select
          coalesce(sum(debit - credit), 0) as owed
        from
          ledger_entries
        where
          account = 'party'
          and seller_id = 2
          and party_id = ${party}
      `)
    ).Owed
  for (const party of [21, 12]) {
    const before = await owed(party)
    expect((await pay(manager, { GiverId: party, Amount: 80 })).status).toBe(201)
    expect(await owed(party)).toBe(before - 80)
    const back = await pay(manager, { GiverId: 2, ReceiverId: party, Amount: 30 })
    expect([back.status, back.body.errors]).toEqual([201, undefined])
    expect((await manager.get(`/api/transactions/${back.body.TransactionId}`)).body).toMatchObject({
      Kind: 'Refund',
    })
    expect(await owed(party)).toBe(before - 50)
  }
})

test('a payer of an invoice of a seller below them pays it, and it is no refund', async () => {
  const invoice = await issued(await sold())
  const before = Number((await read(invoice)).Paid)
  const { ParentId } = await readRow(app, 'clients', { ClientId: 2 }, 'parent_id')
  await setRows(app, 'clients', { ClientId: 2 }, { ParentId: BuyerId })
  const paid = await pay(labAdmin, { GiverId: BuyerId, InvoiceId: invoice.InvoiceId, Amount: 50 })
  await setRows(app, 'clients', { ClientId: 2 }, { ParentId })
  expect([paid.status, paid.body.errors]).toEqual([201, undefined])
  expect(await read(invoice)).toMatchObject({ Paid: before + 50 })
})
