// TDS: withheld from commission and paid to the government, deducted by customers and certified, each in its register.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { referring } from '../referrals/referrals.fixture.ts'

const {
  app,
  labAdmin: admin,
  accounts,
  desk,
  salesManager,
} = networkForTests('labAdmin', 'accounts', 'desk', 'salesManager')
const {
  aReferrer,
  sold,
  referralsOf,
  read,
  put,
  pay: payBill,
  begin,
} = referring(
  () => app,
  () => admin,
)
beforeAll(async () => {
  await begin()
  // a referrer of tests earns little
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 10 })
})
afterEach(() => expectInvariants(app.db))

/** Of professional services, as the Act of 2025 numbers it. */
const sectionToday = dayOf(new Date()) < '2026-04-01' ? '194J' : '393(1) 6(iii)'

/** A referrer with a delivered referral. */
const delivered = async (ReferrerId: number, more: Json = {}): Promise<{ id: number; amount: number }> => {
  await payBill(await sold(ReferrerId, more))
  const row = (await referralsOf(ReferrerId)).find((one) => one.StatusId === 110)
  const id = Number(row?.ReferralId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  return { id, amount: Number((await read(id)).TotalAmount) }
}
const payout = (id: number) => accounts.put(`/api/pay/referrals/${id}`, byBank())
const register = async (filter: Json) => (await listed(accounts, 1078, filter)).rows
const balance = async (account: string): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { Account: account, SellerId: 2 },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).Owed,
  )
const rounded = (amount: number): number => Math.round(amount * 100) / 100

test('beyond the threshold of the year tax is withheld, of one without a PAN at the higher rate, and paid once', async () => {
  const [known, unknown] = [await aReferrer(), await aReferrer()]
  await setRows(app, 'clients', { ClientId: known }, { RegistrationKey: 'ABCDE1234F' })
  const owedBefore = await balance('tds payable')
  const taxes: { readonly Amount: number; readonly TdsDeductionId: number }[] = []
  for (const [referrer, percent] of [
    [known, 2],
    [unknown, 20],
  ] as const) {
    const { id, amount } = await delivered(referrer)
    expect(amount).toBeGreaterThan(10)
    const paid = await payout(id)
    const tax = rounded((amount * percent) / 100)
    expect([paid.status, paid.body.Amount, paid.body.Tds, paid.body.Net]).toEqual([
      200,
      amount,
      tax,
      rounded(amount - tax),
    ])
    expect((await read(id)).PaidBy).toMatchObject({ Amount: rounded(amount - tax), Tds: tax })
    const [row] = await register({ PartyId: referrer })
    expect(row).toMatchObject({ Kind: 'withheld', BaseAmount: amount, Amount: tax, Rate: percent, State: 'To be paid' })
    expect(row?.Pan).toBe(referrer === known ? 'ABCDE1234F' : null)
    if (row) taxes.push(row)
  }
  const sum = rounded(taxes.reduce((all, tax) => all + Number(tax.Amount), 0))
  expect(rounded((await balance('tds payable')) - owedBefore)).toBe(sum)
  const path = `/api/pay/tds/${Number(taxes[0]?.TdsDeductionId)}` as const
  expect((await accounts.put(path, byBank())).body.errors).toEqual({ ChallanNo: ['Challan Number is required'] })
  const challan = { ...byBank(), ChallanNo: '0510308 00042' }
  expect((await (await signedIn(app, 'admin', 1, 3)).put(path, challan)).status).toBe(404)
  const both = await Promise.all([accounts.put(path, challan), admin.put(path, challan)])
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  const done = both.find((one) => one.status === 200)
  expect(done?.body.Amount).toBe(sum)
  expect(await balance('tds payable')).toBe(owedBefore)
  expect((await register({ PartyId: unknown }))[0]?.State).toBe('Paid')
  // the payout cannot be undone before the payment to the government is
  const referral = (await referralsOf(unknown)).find((one) => one.StatusId === 118)
  const PaidBy = (await read(Number(referral?.ReferralId))).PaidBy
  const cancel = (formId: unknown) => accounts.put('/api/cancel/transactions', { formId, reason: 'Other account' })
  const early = await cancel(PaidBy.TransactionId)
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('was paid to the government')])
  expect((await cancel(done?.body.TransactionId)).status).toBe(200)
  expect((await register({ PartyId: known }))[0]?.State).toBe('To be paid')
  expect((await cancel(PaidBy.TransactionId)).status).toBe(200)
  expect((await register({ PartyId: unknown }))[0]?.State).toBe('Cancelled')
})

test('what was paid in the year below the threshold is taxed with the payment that passes it', async () => {
  const referrer = await aReferrer()
  const first = await delivered(referrer)
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: first.amount })
  expect((await payout(first.id)).body.Tds).toBe(0)
  const second = await delivered(referrer)
  // a free payment is refused where tax is due
  const free = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId: referrer,
    Amount: second.amount,
    ...byBank(),
  })
  expect([free.status, Object.keys(free.body.errors)]).toEqual([422, ['Amount']])
  const tax = rounded((first.amount + second.amount) * 0.2)
  expect((await payout(second.id)).body.Tds).toBe(tax)
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 10 })
})

test('a customer pays less by what it deducted: both settle the invoice, and its certificate is entered', async () => {
  const { sold: soldTo, issued } = invoicing(app, admin)
  const invoice = await issued(await soldTo())
  const [id, buyer, due] = [invoice.InvoiceId, invoice.BuyerId, Number(invoice.Outstanding)]
  const tds = rounded(due * 0.1)
  const receipt = {
    Date: new Date().toISOString(),
    GiverId: buyer,
    ReceiverId: 2,
    InvoiceId: id,
    Amount: rounded(due - tds),
    ...byBank(),
    PaymentRef: 'NEFT 195',
  }
  const record = (more: Json, person = accounts) => person.post('/api/transactions/', { ...receipt, ...more })
  expect((await record({ TdsAmount: 1.234 })).body.errors).toEqual({ TdsAmount: [expect.any(String)] })
  expect((await record({ Amount: 1, TdsAmount: tds })).status).toBe(400)
  expect((await record({ TdsAmount: tds }, desk)).status).toBe(400)
  const made = await record({ TdsAmount: tds })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  expect((await accounts.get(`/api/invoices/${String(id)}`)).body).toMatchObject({ Outstanding: 0, Paid: due })
  const [row] = await register({ PartyId: buyer, Kind: 'deducted' })
  expect(row).toMatchObject({ BaseAmount: due, Amount: tds, Section: sectionToday, State: 'No certificate' })
  const key = Number(row?.TdsDeductionId)
  const certificate = { CertificateNo: 'F16A/77', CertificateDate: '2026-10-15' }
  expect((await accounts.put(`/api/certificate/tds/${key}`, certificate)).status).toBe(200)
  expect((await accounts.get(`/api/tds/${key}`)).body).toMatchObject({ State: 'Certificate received', ...certificate })
  expect((await accounts.put(`/api/pay/tds/${key}`, { ...byBank(), ChallanNo: '1' })).status).toBe(422)
  // the register and the books have it on one day
  const moved = await admin.put(`/api/transactions/${String(row?.TransactionId)}`, {
    Date: new Date(Date.now() - 86_400_000).toISOString(),
  })
  expect([moved.status, moved.body.errors]).toEqual([400, { Date: [expect.stringContaining('The register')] }])
  // the receipt goes after its tax
  const cancel = (formId: unknown) => accounts.put('/api/cancel/transactions', { formId, reason: 'Wrong customer' })
  expect((await cancel(made.body.TransactionId)).status).toBe(422)
  expect((await cancel(row?.TransactionId)).status).toBe(200)
  expect((await cancel(made.body.TransactionId)).status).toBe(200)
  expect((await accounts.get(`/api/invoices/${String(id)}`)).body.Outstanding).toBe(due)
  expect((await accounts.get(`/api/tds/${key}`)).body.State).toBe('Cancelled')
})

test('a cheque does not bounce while the tax that was deducted beside it pays the invoice', async () => {
  const { sold: soldTo, issued } = invoicing(app, admin)
  const invoice = await issued(await soldTo())
  const due = Number(invoice.Outstanding)
  const made = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: invoice.BuyerId,
    ReceiverId: 2,
    InvoiceId: invoice.InvoiceId,
    Amount: rounded(due - 10),
    TdsAmount: 10,
    PaymentModeId: paymentMode.Cheque,
    PaymentRef: '100194',
  })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  const bounce = () =>
    accounts.put('/api/bounced/transactions', {
      formId: made.body.TransactionId,
      reason: 'Insufficient funds',
    })
  const refused = await bounce()
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('the TDS, first')])
  const [row] = await register({ PartyId: invoice.BuyerId, State: 'No certificate' })
  const tax = { formId: row?.TransactionId, reason: 'Its cheque bounced' }
  expect((await accounts.put('/api/cancel/transactions', tax)).status).toBe(200)
  expect((await bounce()).status).toBe(200)
  expect((await accounts.get(`/api/invoices/${String(invoice.InvoiceId)}`)).body.Outstanding).toBe(due)
})

test('a commission of which the tax took all is taken back with a reason, once its tax is not paid', async () => {
  const referrer = await aReferrer()
  await setRows(app, 'tds_rates', { Rate: 2 }, { RateWithoutPan: 100 })
  const [one, two] = [await delivered(referrer), await delivered(referrer)]
  const before = await balance('tds payable')
  const sum = rounded(one.amount + two.amount)
  const paid = await payout(one.id)
  expect([paid.status, paid.body.TransactionId, paid.body.Tds, paid.body.Net]).toEqual([200, null, sum, 0])
  expect(await read(two.id)).toMatchObject({ StatusId: 118, PaidBy: null, Withheld: sum })
  const cancel = (id: number, reason = 'The PAN came', person = accounts) =>
    person.put(`/api/cancelpayment/referrals/${id}`, { reason })
  expect([(await cancel(one.id, ' ')).status, (await cancel(one.id, 'x')).status]).toEqual([400, 422])
  expect((await cancel(one.id, 'The PAN came', salesManager)).status).toBeGreaterThanOrEqual(403)
  const key = Number((await register({ PartyId: referrer }))[0]?.TdsDeductionId)
  const challan = { ...byBank(), ChallanNo: '0510308 00099' }
  const toGovernment = await accounts.put(`/api/pay/tds/${key}`, challan)
  expect(toGovernment.status).toBe(200)
  const early = await cancel(two.id)
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('paid to the government')])
  const formId = toGovernment.body.TransactionId
  // the register has the challan on its day
  const moved = await admin.put(`/api/transactions/${String(formId)}`, {
    Date: startOfDay(addDays(dayOf(new Date()), -1)),
  })
  expect([moved.status, moved.body.errors]).toEqual([
    400,
    { Date: [expect.stringContaining('cancel it and pay it again')] },
  ])
  expect((await accounts.put('/api/cancel/transactions', { formId, reason: 'Wrong challan' })).status).toBe(200)
  const both = await Promise.all([cancel(two.id), cancel(one.id)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
  expect(await balance('tds payable')).toBe(before)
  for (const { id } of [one, two]) expect(await read(id)).toMatchObject({ StatusId: 114, Withheld: null })
  // with its PAN it is paid, and a payment by a transaction is cancelled there
  await setRows(app, 'clients', { ClientId: referrer }, { RegistrationKey: 'ABCDE1234F' })
  const again = await payout(one.id)
  expect([again.status, again.body.Tds]).toEqual([200, rounded(sum * 0.02)])
  const wrong = await cancel(one.id)
  expect([wrong.status, wrong.body.message]).toEqual([
    422,
    `It was paid by transaction ${String(again.body.TransactionId)}. Cancel that transaction`,
  ])
  await setRows(app, 'tds_rates', { Rate: 2 }, { RateWithoutPan: 20 })
})

test('a referral that earlier payments had covered is delivered again when its payment is cancelled', async () => {
  const referrer = await aReferrer()
  const { id, amount } = await delivered(referrer)
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 100_000 })
  const free = { GiverId: 2, ReceiverId: referrer, Amount: amount, PaymentModeId: paymentMode.Cash }
  expect((await admin.post('/api/transactions/', { ...free, Date: new Date().toISOString() })).status).toBe(201)
  expect((await payout(id)).body).toMatchObject({ TransactionId: null, Amount: 0 })
  expect((await accounts.put(`/api/cancelpayment/referrals/${id}`, { reason: 'Wrong month' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ StatusId: 114 })
  // the ledger owes nothing, so no money is paid twice
  expect((await payout(id)).body).toMatchObject({ TransactionId: null, Amount: 0 })
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 10 })
})

test('what another place of the legal entity paid in the year counts towards the threshold, and is taxed once', async () => {
  const [referrer, centre] = [await aReferrer(), 12]
  const first = await delivered(referrer)
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: first.amount })
  expect((await payout(first.id)).body.Tds).toBe(0)
  await setRows(app, 'referral_schemes', { SellerId: 2 }, { SellerId: centre })
  const atCentre = async (): Promise<{ id: number; amount: number }> => delivered(referrer, { SellerId: centre })
  const second = await atCentre()
  const taxed = await payout(second.id)
  expect([taxed.status, taxed.body.Tds]).toEqual([200, rounded((first.amount + second.amount) * 0.2)])
  const third = await atCentre()
  expect((await payout(third.id)).body.Tds).toBe(rounded(third.amount * 0.2))
})
