// Receipts of a sale for tests: sent, changed, and recorded separately.
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { mode, saleOf } from '../sales.fixture.ts'

export const cash = (Amount: number): Json => ({ PaymentModeId: mode.cash, Amount })
export const receiptsOf = (sale: Json): Json[] => (sale['Invoice'] as Json)['Transactions'] as Json[]
/** The present sale. */
export const again = (person: Person, sale: Json): Promise<Json> => saleOf(person, sale['SaleId'] as number)
export const put = (person: Person, sale: Json, changes: Json) => person.put(`/api/sales/${sale['SaleId']}`, changes)
export const change = (person: Person, sale: Json, receipts: readonly Json[]) =>
  put(person, sale, { ReceiptReason: 'Typed wrongly', Invoice: { Transactions: receipts } })
/** Cash for the invoice of a sale, recorded separately from the sale. */
export const record = (person: Person, sale: Json, Amount: number) =>
  person.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: sale['BuyerId'] as unknown,
    InvoiceId: sale['InvoiceId'] as unknown,
    PaymentModeId: mode.cash,
    Amount,
  })
