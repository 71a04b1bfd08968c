// What a party owes is the same to the rupee wherever it is shown: credit, tile, tables, visits and statement of account.
import { beforeAll, expect, test } from 'vitest'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { insertOf, setRows } from '../../../server/testing/rows.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import { rowsAt } from '../../../server/testing/listed.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { BuyerId, invoicing, SellerId } from '../../invoices/invoices.fixture.ts'
import { clientType, paymentMode, paymentType } from '../../lists/items.model.ts'
import { aPatient, aSale, product } from '../../sales/sales.fixture.ts'

const opening = 250.5
const {
  app,
  labAdmin: admin,
  desk,
  manager,
  salesManager,
} = networkForTests('labAdmin', 'desk', 'manager', 'salesManager')
const { PatientId, sold, issued, pay, cancel, credit } = invoicing(app, admin)
let first: Read<'invoices'>
let owed = opening
beforeAll(async () => {
  await setRows(
    app,
    'clients',
    { ClientId: BuyerId },
    {
      PaymentTypeId: paymentType.Credit,
      SalesManagerId: salesManager.userId,
    },
  )
  expect((await admin.put(`/api/clients/${BuyerId}`, { OpeningBalance: opening })).status).toBe(200)
  first = await issued(await sold())
  owed = sumAmounts([opening, Number(first.NetAmount)])
})
const ofBuyer = <Row extends { readonly ClientId: number }>(rows: Rows<Row>): Row | undefined =>
  rows.find((row) => row.ClientId === BuyerId)

/** What a refused sale says of the buyer, less that sale. */
const inCredit = async (): Promise<number> => {
  await setRows(app, 'clients', { ClientId: BuyerId }, { CreditLimit: 1 })
  const answer = await desk.post('/api/sales/', aSale({ PatientId: await PatientId(), BuyerId }))
  await setRows(app, 'clients', { ClientId: BuyerId }, { CreditLimit: null })
  const said = /would owe (-?)₹([\d,.]+),/.exec(String(answer.body.message))
  expect([answer.status, said]).toEqual([422, expect.anything()])
  return sumAmounts([Number(`${said?.[1]}${said?.[2]?.replaceAll(',', '')}`), -Number(first.NetAmount)])
}
const onStatement = async (): Promise<string> => {
  const templates = (await admin.get('/api/getdata/41?Module=invoices')).body
  const { body } = await admin.post('/api/print/invoices/', {
    templateId: templates.find((one) => one.Layout === 'statement')?.TemplateId,
    formId: first.InvoiceId,
    device: 'screen',
  })
  const text = (await pdfPages((await admin.get(String(body.location))).bytes)).join(' ').replace(/\s+/g, ' ')
  return /Owed in all: ₹ ?([\d,.]+)/.exec(text)?.[1] ?? text
}
/** Each teller agrees that this much is owed. */
const told = async (amount: number): Promise<void> => {
  expect({
    credit: await inCredit(),
    tile: Number((await salesManager.get('/api/getdata/2022')).body[0]?.Total),
    visits: ofBuyer(await rowsAt(salesManager, 2134))?.Outstanding,
    visit: ofBuyer(await rowsAt(salesManager, 610, `?ClientId=${BuyerId}`))?.Owed,
    overdue: ofBuyer(await rowsAt(manager, 2103))?.Outstanding,
    managed: ofBuyer(await rowsAt(salesManager, 2103))?.Outstanding,
    statement: await onStatement(),
  }).toEqual({
    credit: amount,
    tile: amount,
    visits: amount,
    visit: amount,
    overdue: amount,
    managed: amount,
    statement: formatMoney(amount),
  })
}
const rises = (...amounts: readonly unknown[]): Promise<void> =>
  told((owed = sumAmounts([owed, ...amounts.map(Number)])))
const money = async (more: Json): Promise<number> => {
  const answer = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: SellerId,
    GiverId: BuyerId,
    PaymentModeId: paymentMode.Cash,
    ...more,
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return Number(answer.body.TransactionId)
}

test('an opening balance, an invoice and a sale that is not invoiced are owed; a cancelled sale is not', async () => {
  await told(owed)
  const [sale, gone] = [await sold(), await sold({ products: [product.haemoglobin] })]
  await rises(sale.NetAmount, gone.NetAmount)
  await desk.put('/api/cancel/sales', { formId: gone.SaleId, reason: 'Not wanted' })
  await rises(-Number(gone.NetAmount))
  // invoiced, it is owed as it was
  await issued(sale)
  await rises()
})

test('a receipt of an invoice is no longer owed, and owed again when its cheque bounces', async () => {
  const invoice = await issued(await sold())
  await rises(invoice.NetAmount)
  await pay(invoice, 45)
  await rises(-45)
  const cheque = await money({
    InvoiceId: invoice.InvoiceId,
    Amount: 30,
    PaymentModeId: paymentMode.Cheque,
    PaymentRef: '000123',
  })
  // a cheque on its way has not paid yet
  await rises()
  expect((await admin.put('/api/cleared/transactions', { formId: cheque })).status).toBe(200)
  await rises(-30)
  expect(
    (await admin.put('/api/bounced/transactions', { formId: cheque, reason: 'No funds', Returned: true })).status,
  ).toBe(200)
  await rises(30)
})

test('money on account is off what is owed at once: it pays the oldest, and none of that is given back', async () => {
  const invoice = await issued(await sold())
  await rises(invoice.NetAmount)
  await money({ Amount: 100 })
  await rises(-100)
  const back = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: BuyerId,
    GiverId: SellerId,
    PaymentModeId: paymentMode.Cash,
    Amount: 40,
  })
  expect([back.status, String(back.body.message).includes('₹0.00 here that pays nothing yet')]).toEqual([422, true])
  await rises()
})

test('an advance kept on an invoice is taken off; a cancelled and a credited invoice leave their sales owed', async () => {
  const [kept, gone] = [await issued(await sold()), await issued(await sold())]
  const sales = [await sold(), await sold({ products: [product.haemoglobin] })]
  const part = await issued(...sales)
  await rises(kept.NetAmount, gone.NetAmount, part.NetAmount)
  await money({ InvoiceId: kept.InvoiceId, Amount: Number(kept.NetAmount) + 20, KeepsAdvance: true })
  await rises(-Number(kept.NetAmount), -20)
  expect((await cancel(gone)).status).toBe(200)
  expect((await credit(part, sales.slice(1))).status).toBe(200)
  await rises()
})

test('what a merged client owed is owed by the other, once', async () => {
  const source = await app.db.transaction(async (tx) => {
    const { Id } = await tx.one<{ Id: number }>(
      insertOf(
        'clients',
        {
          ClientTypeId: clientType.Institution,
          Name: 'Sunrise Annexe',
          ParentId: SellerId,
          PaymentTypeId: paymentType.Credit,
          OpeningBalance: 40,
          OpeningSellerId: SellerId,
          SalesManagerId: salesManager.userId,
          IsActive: true,
          GivesCare: true,
        },
        'client_id as id',
      ),
    )
    await bumpVersion(tx, 'clients')
    return Id
  })
  const sale = await desk.post('/api/sales/', aSale({ PatientId: await aPatient(desk), BuyerId: source }))
  const { NetAmount } = (await desk.get(`/api/sales/${sale.body.SaleId}`)).body
  expect((await manager.put('/api/merge/clients', { sourceId: source, targetId: BuyerId })).status).toBe(200)
  await rises(40, NetAmount)
})

test('a party’s dues are shown to nobody who does not see the party or work for the seller', async () => {
  const nashik = await signedIn(app, 'admin', 1, 3)
  const visit = await rowsAt(nashik, 610, `?ClientId=${BuyerId}`)
  expect([ofBuyer(await rowsAt(nashik, 2103)), ofBuyer(visit)]).toEqual([undefined, undefined])
  await setRows(app, 'clients', { ClientId: BuyerId }, { SalesManagerId: null })
  expect(ofBuyer(await rowsAt(salesManager, 2103))).toBeUndefined()
})

test('the tile of what is to be invoiced is the sum of its buyers, on credit or prepaid', async () => {
  await setRows(app, 'clients', { ClientId: BuyerId }, { PaymentTypeId: paymentType.Prepaid, CreditLimit: 1e6 })
  await sold()
  const [tile] = (await admin.get('/api/getdata/2018')).body
  for (const buyers of [await rowsAt(admin, 2132), await rowsAt(admin, 114)]) {
    expect(sumAmounts(buyers.map((row) => Number(row.NetAmount)))).toBe(tile?.Total)
    expect(buyers.map((row) => row.ClientId)).toContain(BuyerId)
  }
})
