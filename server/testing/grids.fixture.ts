// Where each grid of each module is seen: a record with rows in it, made through HTTP, and how its rows are sent.
import { dayOf } from '../../core/dates.ts'
import { sumAmounts } from '../../core/money.ts'
import { aBill, entered } from '../../modules/purchasebills/purchasebills.fixture.ts'
import { aBankAccount } from '../../modules/bankaccounts/bankaccounts.fixture.ts'
import { imported } from '../../modules/banklines/banklines.fixture.ts'
import { paymentMode, referralStatus, sampleStatus } from '../../modules/lists/items.model.ts'
import { invoicing } from '../../modules/invoices/invoices.fixture.ts'
import { referring } from '../../modules/referrals/referrals.fixture.ts'
import { accessioned, aPatient, booked, product } from '../../modules/sales/sales.fixture.ts'
import { owing, settled } from '../../modules/setoffs/setoffs.fixture.ts'
import { receive, rowsOf } from '../../modules/shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, packed, party, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { TestApp } from './app.ts'
import { keyOf, records } from './masters.fixture.ts'
import { readRow } from './rows.ts'
import type { Answered, Json, Person } from './signed-in.ts'

export type People = Record<'admin' | 'labAdmin' | 'front' | 'desk' | 'technologist' | 'accounts', Person>
type Paid = { readonly Transactions: Json[] }
export type Ground = {
  readonly person: Person
  readonly module: string
  readonly key: number
  /** Where the record is read, and where it is saved, when that is not at its own address. */
  readonly reads?: string
  readonly saves?: string
  /** What particular fields are changed to, where rules bind them to one another. */
  readonly values?: Json
  /** The rows, where they are not under the name of their grid; and how they are sent. */
  rows?(body: Json): Json[]
  readonly send?: (rows: readonly Json[]) => Json
  /** What the history has of the rows after the change, where it is not under the name of the grid. */
  told?(changes: Json): readonly Json[]
}

const ok = <T>(answer: Answered<T>): T => {
  if (answer.status > 201) throw new Error(answer.text)
  return answer.body
}

/** What is made once, when it is first asked for. */
const shared = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A function for each grid that makes its ground; several of one record share it. */
export const groundsOf = (app: TestApp, people: () => People): Readonly<Record<string, () => Promise<Ground>>> => {
  const made = new Map<string, Promise<Ground>>()
  const once = (name: string, make: () => Promise<Ground>) => (): Promise<Ground> => {
    const there = made.get(name) ?? make()
    made.set(name, there)
    return there
  }
  const master = (module: string, more: Json = {}) =>
    once(module, async () => {
      const { labAdmin: person } = people()
      const body = ok(await person.post(`/api/${module}/`, { ...records[module], ...more }))
      return { person, module, key: body[keyOf[module] ?? ''] as number }
    })
  const withValues = (ground: () => Promise<Ground>, values: Json) => async (): Promise<Ground> => ({
    ...(await ground()),
    values,
  })
  const elements = master('elements')
  const products = master('products', { Groups: [{ ListItemId: 81 }] })
  const targets = master('targets')
  const users = master('users', { SignsFor: [{ DepartmentId: 1, FromDate: '2026-11-01', TillDate: '2026-11-30' }] })
  const sale = once('sales', async () => {
    const { labAdmin: person } = people()
    const lines = [product.cbc, { ProductId: product.creatinine, Remarks: 'As agreed' }]
    const body = await booked(person, { products: lines, receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 50 }] })
    return { person, module: 'sales', key: body.SaleId }
  })
  const referral = once('referrals', async () => {
    const { labAdmin: person } = people()
    const { aReferrer, sold, only, begin } = referring(
      () => app,
      () => person,
    )
    await begin()
    const ReferrerId = await aReferrer()
    await sold(ReferrerId, { receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 50 }] })
    return { person, module: 'referrals', key: (await only(ReferrerId)).ReferralId }
  })
  const clawback = once('clawbacks', async () => {
    const { labAdmin: person } = people()
    const { aReferrer, sold, only, put, pay, referralsOf, begin } = referring(
      () => app,
      () => person,
    )
    await begin()
    const ReferrerId = await aReferrer()
    const sale = await sold(ReferrerId)
    await pay(sale)
    const ReferralId = Number((await only(ReferrerId)).ReferralId)
    for (const StatusId of [referralStatus.Pending, referralStatus.Ready]) ok(await put(ReferralId, { StatusId }))
    ok(await person.put('/api/cancel/sales', { formId: Number(sale.SaleId), reason: 'Not wanted' }))
    const next = (await referralsOf(ReferrerId)).find((one) => one.StatusId === referralStatus.Open)
    return { person, module: 'referrals', key: next?.ReferralId }
  })
  const invoice = once('invoices', async () => {
    const { labAdmin: person } = people()
    const { sold, issued, pay, credit } = invoicing(app, person)
    const [one, two] = [await sold(), await sold()]
    const bill = await issued(one, two)
    await pay(bill, 10)
    ok(await credit(bill, [two]))
    return { person, module: 'invoices', key: bill.InvoiceId }
  })
  /** Money on account, on the oldest invoice of its payer. */
  const onAccount = once('transactions', async () => {
    const { labAdmin: person } = people()
    const { BuyerId } = await invoice().then(({ key }) =>
      readRow<{ BuyerId: number }>(app, 'invoices', { InvoiceId: key }, 'buyer_id as "BuyerId"'),
    )
    const money = { GiverId: BuyerId, ReceiverId: party.central, Amount: 5, PaymentModeId: paymentMode.Cash }
    const paid = ok(await person.post('/api/transactions/', { Date: new Date().toISOString(), ...money }))
    return { person, module: 'transactions', key: paid.TransactionId }
  })
  const allocated = async (): Promise<Ground> => {
    const { person, key } = await onAccount()
    const { Id } = await readRow<{ Id: number }>(app, 'allocations', { FromTransactionId: key }, 'to_invoice_id as id')
    return { person, module: 'invoices', key: Id }
  }
  const tubes = async (): Promise<number[]> =>
    tubesOf(
      await accessioned(people().front, {
        SellerId: party.hadapsar,
        products: [product.cbc, product.creatinine],
      }),
    )
  const way = { from: party.hadapsar, to: party.central }
  const receipt = once('shipmentreceipt', async () => {
    const { front, desk: person } = people()
    const box = await dispatched(front, { ...way, samples: await tubes() })
    ok(await receive(person, box.ShipmentId, [[rowsOf(box)[0], sampleStatus.Delivered]]))
    return { person, module: 'shipmentreceipt', key: box.ShipmentId }
  })
  const bench = shared(async () => {
    const { desk, technologist: person } = people()
    const { SaleId } = await accessioned(desk, { products: [product.cbc] })
    const [sheet] = ok(await person.put('/api/generate/worksheets')).WorkSheetIds
    return {
      person,
      module: 'worksheets',
      key: Number(sheet),
      SaleId,
      send: (WorkItems: readonly Json[]) => ({ SaleId, WorkItems }),
    }
  })
  const batch = once('tranbatches', async () => {
    const { desk: person, accounts: taker } = people()
    const GiverId = await aPatient(person)
    const cash = { GiverId, ReceiverId: 2, Amount: 10, PaymentModeId: paymentMode.Cash, Date: new Date().toISOString() }
    const { TransactionId } = ok(await person.post('/api/transactions/', cash))
    const money = ok(await person.get(`/api/transactions/${TransactionId}`))
    const key = money.Batch.BatchId
    const modes = [{ PaymentModeId: paymentMode.Cash, Amount: 10 }]
    ok(await person.put(`/api/closebatch/${key}`, { Counted: modes }))
    const taken = ok(await taker.put(`/api/transferbatch/${key}`, { Counted: modes }))
    // of the batch of accounts a desk reads no row
    return { person: taker, module: 'tranbatches', key, reads: `/api/tranbatches/${taken.BatchId}` }
  })
  return {
    'clientvisits.Tags': once('clientvisits', async () => {
      const { labAdmin: person } = people()
      const body = ok(await person.post('/api/clientvisits/', { ClientId: 101, Tags: [{ ListItemId: 71 }] }))
      return { person, module: 'clientvisits', key: body.ClientVisitId }
    }),
    'elements.ElementSpecimens': elements,
    'elements.ElementMeasurements': withValues(elements, {
      ...{ MinAge: 2, MaxAge: 16, MinAgeDays: null, MaxAgeDays: null, MinWeeks: 1, MaxWeeks: 45 },
      ...{ CriticallyLowValue: 1, LowValue: 2, HighValue: 6, CriticallyHighValue: 9 },
    }),
    'tests.Elements': master('tests'),
    'labinstruments.Elements': master('labinstruments'),
    'products.Groups': products,
    'products.Tests': products,
    'products.SubProducts': products,
    // between laboratories: for a user who works for all of them
    'products.ProductLabs': async () => ({ ...(await products()), person: people().admin }),
    'products.PriceLists': async () => ({ person: people().labAdmin, module: 'products', key: product.cbc }),
    'pricelists.PriceListProducts': master('pricelists'),
    'referralschemes.ReferralSchemeProducts': master('referralschemes'),
    'targets.TargetProducts': targets,
    'targets.TargetClients': targets,
    'lists.ListItems': master('lists'),
    'users.Roles': users,
    'users.Entities': users,
    'users.SignsFor': withValues(users, { DepartmentId: 3, FromDate: '2026-12-01', TillDate: '2026-12-31' }),
    'roles.Permissions': async () => ({
      person: people().admin,
      module: 'roles',
      key: 8,
      values: { ModuleId: 'samples', Permit: 'print', Criteria: 'SampleId > 1' },
    }),
    'sales.SaleProducts': withValues(sale, { ProductId: product.haemoglobin, Remarks: 'As agreed with the doctor' }),
    'sales.Invoice.Transactions': sale,
    'sales.Receipts': async () => ({
      ...(await sale()),
      rows: ({ Invoice }: { readonly Invoice: Paid }) => Invoice.Transactions,
      send: (rows) => ({ ReceiptReason: 'Typed wrongly', Invoice: { Transactions: rows } }),
      told: ({ Invoice: [, is] }: { readonly Invoice: readonly [Paid, Paid] }) => is.Transactions,
      values: { PaymentModeId: paymentMode.Card, Amount: 60 },
    }),
    'referrals.SaleProducts': referral,
    'referrals.Clawbacks': clawback,
    'referrals.SaleProducts.Sale.Invoice.Transactions': referral,
    'invoices.Sales': invoice,
    'invoices.Transactions': invoice,
    'invoices.CreditNotes': invoice,
    'invoices.Allocations': allocated,
    'transactions.Allocations': onAccount,
    'shipments.ShipmentSamples': async () => {
      const { front: person } = people()
      const [first, second, other] = [...(await tubes()), ...(await tubes())]
      const body = await packed(person, { ...way, samples: [Number(first), Number(second)] })
      return { person, module: 'shipments', key: body.ShipmentId, values: { SampleId: other } }
    },
    'shipmentreceipt.ShipmentSamples': receipt,
    'shipmentreceipt.Decided': receipt,
    'worksheets.WorkItems': bench,
    'testresults.WorkItems': async () => {
      const { person, SaleId } = await bench()
      return {
        person,
        module: 'testresults',
        key: SaleId,
        send: (WorkItems) => ({ SaleId, WorkItems }),
        reads: `/api/testresults?SaleId=${SaleId}`,
        saves: '/api/testresults/',
        rows: Object.values<Json>,
        told: (changes) => Object.values<[Json, Json]>(changes).map(([, is]) => is),
        values: { Result: '5' },
      }
    },
    'tranbatches.Transactions': async () => ({ ...(await batch()), reads: `/api/tranbatches/${(await batch()).key}` }),
    'tranbatches.Counted': async () => ({ ...(await batch()), reads: `/api/tranbatches/${(await batch()).key}` }),
    'tranbatches.Transfers': batch,
    'banklines.Items': once('banklines', async () => {
      const { desk, accounts: person } = people()
      const GiverId = await aPatient(desk)
      const upi = { GiverId, ReceiverId: 2, Amount: 10, PaymentModeId: paymentMode.Upi, PaymentRef: 'grid' }
      const made = ok(await person.post('/api/transactions/', { ...upi, Date: new Date().toISOString() }))
      const [key = 0] = await imported(person, await aBankAccount(person), [['UPI', 'grid', 10]])
      ok(await person.put(`/api/match/banklines/${key}`, { Items: [{ TransactionId: made.TransactionId }] }))
      return { person, module: 'banklines', key }
    }),
    'purchasebills.Lines': async () => {
      const { accounts: person } = people()
      const lines = [{ Description: 'Courier', Amount: 5 }]
      const key = await entered(person, aBill(lines, { Reason: 'As agreed' }))
      return {
        ...{ person, module: 'purchasebills', key, values: { SaleProductId: null } },
        send: (Lines) => ({ Lines, TotalAmount: sumAmounts(Lines.map((line) => Number(line.Amount))) }),
      }
    },
    'purchasebills.Payments': async () => {
      const { accounts: person } = people()
      const key = await entered(person, aBill([{ Description: 'Courier', Amount: 5 }], { Reason: 'As agreed' }))
      const bank = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'grid' }
      ok(await person.put(`/api/pay/purchasebills/${key}`, { Amount: 5, ...bank }))
      return { person, module: 'purchasebills', key }
    },
    'setoffs.Documents': async () => {
      const { admin: person } = people()
      await owing(person, 12, 2, 1)
      await owing(person, 2, 12, 1)
      return { person, module: 'setoffs', key: await settled(person, 2, 12) }
    },
    'settings.TdsRates': async () => ({ person: people().admin, module: 'settings', key: 1 }),
    'settings.GstLimits': async () => ({ person: people().admin, module: 'settings', key: 1 }),
    'tranbatches.CashOuts': async () => {
      const { accounts: person } = people()
      const taken = await batch()
      const BankAccountId = await aBankAccount(person)
      const deposit = { BankAccountId, Amount: 1, SlipNo: '1', Day: dayOf(new Date()) }
      ok(await person.put(taken.reads?.replace('tranbatches', 'depositbatch') ?? '', deposit))
      return { ...taken, person }
    },
    'tranbatches.FloatOffers': async () => {
      const { accounts: person, desk } = people()
      const taken = await batch()
      const float = { TakerId: desk.userId, Amount: 1 }
      ok(await person.put(taken.reads?.replace('tranbatches', 'floatbatch') ?? '', float))
      return { ...taken, person }
    },
  }
}
