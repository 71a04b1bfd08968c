// The list of transactions: who gave whom how much, and the receipts of sales by the shipments of their tubes.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { transactions } from './transactions.model.ts'

/** Users of the giver and of the receiver see a transaction. */
export const transactionScope = (user: Caller, alias = 'payment'): Sql => sql`
  ${raw(alias)}.giver_id = any (${[...user.Clients]})
  or ${raw(alias)}.receiver_id = any (${[...user.Clients]})
`

/** Of a sale with a tube on a shipment that meets this. */
const travelled = (where: Sql): Sql => sql`
  payment.invoice_id in (
    select
      sale.invoice_id
    from
      shipments shipment
      join shipment_samples packed on packed.shipment_id = shipment.shipment_id
      join samples tube on tube.sample_id = packed.sample_id
      join sales sale on sale.sale_id = tube.sale_id
    where
      ${where}
  )
`

export const transactionList = listOf(transactions, {
  from: 'transactions payment',
  alias: 'payment',
  key: 'payment.transaction_id',
  sort: '-Date',
  columns: {
    Kind: 'payment.kind',
    InvoiceNo: 'invoice.invoice_no',
    Giver: 'giver.name',
    Receiver: 'receiver.name',
    PaymentMode: 'mode.item_label',
  },
  names: sql`
    left join invoices invoice on invoice.invoice_id = payment.invoice_id
    left join clients giver on giver.client_id = payment.giver_id
    left join clients receiver on receiver.client_id = payment.receiver_id
    left join list_items mode on mode.list_item_id = payment.payment_mode_id
  `,
  filters: {
    FromDate: from('payment.date'),
    ToDate: till('payment.date'),
    GiverId: equals('payment.giver_id'),
    ReceiverId: equals('payment.receiver_id'),
    DispatchFromDate: (value) => travelled(from('shipment.dispatch_date')(value)),
    DispatchToDate: (value) => travelled(till('shipment.dispatch_date')(value)),
    ConsignorId: (value) => travelled(equals('shipment.consignor_id')(value)),
    ConsigneeId: (value) => travelled(equals('shipment.consignee_id')(value)),
    ShipmentStatus: (value) => travelled(equals('shipment.status_id')(value)),
  },
  scope: (user) => transactionScope(user),
})
