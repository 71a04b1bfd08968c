// The list of transactions: who gave whom how much, and the receipts of sales by the shipments of their tubes.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { transactions } from './transactions.model.ts'

/** Users of the giver and of the receiver see a transaction. */
export const transactionScope = (user: Caller, alias = 'x'): Sql => sql`
  ${raw(alias)}.giver_id = any (${[...user.Clients]})
  or ${raw(alias)}.receiver_id = any (${[...user.Clients]})
`

/** Of a sale with a tube on a shipment that meets this. */
const travelled = (where: Sql): Sql => sql`
  x.invoice_id in (
    select
      s.invoice_id
    from
      shipments h
      join shipment_samples hs on hs.shipment_id = h.shipment_id
      join samples t on t.sample_id = hs.sample_id
      join sales s on s.sale_id = t.sale_id
    where
      ${where}
  )
`

export const transactionList = listOf(transactions, {
  from: 'transactions x',
  alias: 'x',
  key: 'x.transaction_id',
  sort: '-Date',
  columns: [
    'TransactionId',
    'Date',
    { Kind: 'x.kind', InvoiceNo: 'i.invoice_no', Giver: 'g.name', Receiver: 'r.name' },
    'Amount',
    { PaymentMode: 'm.item_label' },
    'PaymentRef',
    'Clearing',
    'BatchId',
    'IsCancelled',
    'InvoiceId',
    'GiverId',
    'ReceiverId',
  ],
  names: sql`
    left join invoices i on i.invoice_id = x.invoice_id
    left join clients g on g.client_id = x.giver_id
    left join clients r on r.client_id = x.receiver_id
    left join list_items m on m.list_item_id = x.payment_mode_id
  `,
  filters: {
    FromDate: from('x.date'),
    ToDate: till('x.date'),
    GiverId: equals('x.giver_id'),
    ReceiverId: equals('x.receiver_id'),
    DispatchFromDate: (value) => travelled(from('h.dispatch_date')(value)),
    DispatchToDate: (value) => travelled(till('h.dispatch_date')(value)),
    ConsignorId: (value) => travelled(equals('h.consignor_id')(value)),
    ConsigneeId: (value) => travelled(equals('h.consignee_id')(value)),
    ShipmentStatus: (value) => travelled(equals('h.status_id')(value)),
  },
  scope: (user) => transactionScope(user),
})
