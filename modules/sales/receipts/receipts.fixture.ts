// Receipts of a sale for tests: sent, changed, and recorded separately.
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { mode, saleOf } from '../sales.fixture.ts'

export const cash = (Amount: number) => ({ PaymentModeId: mode.cash, Amount })
export const receiptsOf = (sale: Read<'sales'>) => sale.Invoice.Transactions
type Named = Pick<Read<'sales'>, 'SaleId'>
/** The present sale. */
export const again = (person: Person, { SaleId }: Named): Promise<Read<'sales'>> => saleOf(person, SaleId)
export const put = (person: Person, { SaleId }: Named, changes: Json) => person.put(`/api/sales/${SaleId}`, changes)
export const change = (person: Person, sale: Named, receipts: readonly Json[]) =>
  put(person, sale, { ReceiptReason: 'Typed wrongly', Invoice: { Transactions: receipts } })
/** Cash for the invoice of a sale, recorded separately from the sale. */
export const record = (person: Person, sale: Read<'sales'>, Amount: number) =>
  person.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: sale.BuyerId,
    InvoiceId: sale.InvoiceId,
    PaymentModeId: mode.cash,
    Amount,
  })
