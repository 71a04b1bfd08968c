// What is held before a transaction is: the money of its buyer, then its invoice, its sales and its batch, as a save of
// the sale holds them.
import { sql, type Sql } from '../../../server/db/db.ts'
import { freeLock } from '../../ledger/hold.server.ts'
import { batchLock } from './drawer.server.ts'

export const heldBeforeMoney = (key: number): readonly Sql[] => {
  const paid = sql`
    select
      invoice_id
    from
      transactions
    where
      transaction_id = ${key}
  `
  return [
    freeLock(sql`
      select
        case kind
          when 'Refund' then receiver_id
          else giver_id
        end
      from
        transactions
      where
        transaction_id = ${key}
    `),
    sql`
      select
        1
      from
        invoices
      where
        invoice_id in (${paid})
      for update
    `,
    sql`
      select
        1
      from
        sales
      where
        invoice_id in (${paid})
      order by
        sale_id
      for update
    `,
    // alone: of two receipts of a batch that are cancelled at once the second sees what the first took out
    batchLock(sql`transaction_id = ${key}`, null, true),
  ]
}
