// The day book finds the entries of a document by the number that it shows, and those of no other document.
import { beforeAll, expect, test } from 'vitest'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { paymentMode, paymentType } from '../lists/items.model.ts'

const { app, labAdmin, accounts } = networkForTests('labAdmin', 'accounts')
const { sold, issued, pay, credit } = invoicing(app, labAdmin)
let receipt: number
let invoiceNo: string
let shown: Awaited<ReturnType<typeof listed<1071>>>['rows']
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { PaymentTypeId: paymentType.Credit })
  // money on account, so that its allocation has a number of its own
  const ahead = await labAdmin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: 21,
    PaymentModeId: paymentMode.Cash,
    Amount: 20,
  })
  expect([ahead.status, ahead.body.errors]).toEqual([201, undefined])
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(one, two)
  invoiceNo = String(invoice.InvoiceNo)
  receipt = await pay(invoice, 45)
  await credit(invoice, [one])
  shown = (await listed(accounts, 1071, {}, { limit: '500' })).rows
})
const found = async (VoucherNo: string): Promise<unknown[]> =>
  (await listed(accounts, 1071, { VoucherNo }, { limit: '500' })).rows.map((row) => row.EntryId).sort()
const having = (is: (no: string) => boolean): unknown[] =>
  shown
    .filter((row) => is(String(row.VoucherNo)))
    .map((row) => row.EntryId)
    .sort()

test('the number of each document finds its entries and no others, in either case', async () => {
  const numbers = [...new Set(shown.map((row) => String(row.VoucherNo)))]
  for (const kind of [/^T\d+$/, /^A\d+$/, /\/\d{2}-\d{2}\/[A-Z]?\d+$/, /\/C\d{5}$/])
    expect(numbers.filter((no) => kind.test(no))).not.toEqual([])
  for (const no of numbers) {
    const all = having((other) => (/^[TRWADB]\d+$/.test(no) ? other === no : other.includes(no)))
    expect([no, await found(no), await found(` ${no.toLowerCase()} `)]).toEqual([no, all, all])
  }
})

test('a part of an invoice number finds it; the digits of a receipt find it whole, and no part of them does', async () => {
  expect(await found(invoiceNo.slice(-4))).toEqual(having((no) => no.includes(invoiceNo.slice(-4))))
  // fewer than three characters are a whole number
  expect(await found(String(receipt))).toEqual(
    having((no) => /^[TRWADB]\d+$/.test(no) && no.slice(1) === String(receipt)),
  )
  expect(having((no) => no === `T${receipt}`)).not.toEqual([])
  expect(await found(`T${receipt}0`)).toEqual([])
  expect(await found('T')).toEqual([])
})

test('a number beyond all keys finds nothing', async () => {
  expect(await found('T99999999999999999999')).toEqual([])
  expect(await found('99999999999')).toEqual([])
  expect(await found('%%%')).toEqual([])
})
