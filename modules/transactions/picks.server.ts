// Whom a transaction may name: the giver, the receiver, and the invoice that is paid.
import { isPrivileged } from '../../core/user.ts'
import type { Caller } from '../../server/caller.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import { pickBy, type Picks } from '../../server/pick.ts'
import { recordScope } from '../clients/list.server.ts'

const ofClients = { table: 'clients', alias: 'client', keyColumn: 'client_id' }
const isKept = sql`client.merged_into_id is null`

const buyerOf = (user: Caller, invoiceId: number | null): Sql => sql`
  (
    select
      invoice.buyer_id
    from
      invoices invoice
    where
      invoice.invoice_id = ${invoiceId}
      and invoice.seller_id = any (${[...user.Clients]})
  )
`

export const moneyPicks: Picks = {
  // the buyer of an invoice pays its due, also a buyer whom no user may look up
  giver: pickBy({
    ...ofClients,
    with: ['InvoiceId'],
    scope: (user, { InvoiceId }) => sql`
      ${recordScope(user)}
      or client.client_id = ${buyerOf(user, InvoiceId)}
    `,
    where: (user, { InvoiceId }) => sql`
      ${isKept}
      or client.client_id = ${buyerOf(user, InvoiceId)}
    `,
  }),
  receiver: {
    ...ofClients,
    // a manager also pays out: to a referrer, or a refund
    scope: (user) => (isPrivileged(user) ? recordScope(user) : sql`client.client_id = any (${[...user.Clients]})`),
    where: () => isKept,
  },
  // whether it may still be paid is checked when it is locked
  pendinginvoices: {
    table: 'invoices',
    alias: 'invoice',
    keyColumn: 'invoice_id',
    scope: (user) => sql`invoice.seller_id = any (${[...user.Clients]})`,
    where: () => sql`true`,
  },
}
