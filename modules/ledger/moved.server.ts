// What the ledger has of a transaction moves to another day: taken off each day that has it, and posted on the new one.
import { sql, type Tx } from '../../server/db/db.ts'

/** `to` (ISO) and the days that have it are in open books. */
export const postMoved = (tx: Tx, transactionId: number, to: string): Promise<number> =>
  tx.run(sql`
    with
      held as (
        select
          account,
          invoice_id,
          seller_id,
          party_id,
          entry_date,
          min(voucher_type) as voucher_type,
          sum(debit - credit) as amount
        from
          ledger_entries
        where
          transaction_id = ${transactionId}
        group by
          account,
          invoice_id,
          seller_id,
          party_id,
          entry_date
        having
          sum(debit - credit) <> 0
      ),
      moved as (
        select
          entry_date,
          nextval('ledger_postings') as taken_off,
          nextval('ledger_postings') as posted
        from
          (
            select distinct
              entry_date
            from
              held
          ) days
      ),
      sides as (
        select
          moved.taken_off as posting_id,
          held.entry_date as day,
          - held.amount as signed,
          held.*
        from
          held
          join moved using (entry_date)
        union all
        select
          moved.posted,
          ${to}::timestamptz,
          held.amount,
          held.*
        from
          held
          join moved using (entry_date)
      )
    insert into
      ledger_entries (
        posting_id,
        entry_date,
        account,
        voucher_type,
        invoice_id,
        transaction_id,
        seller_id,
        party_id,
        debit,
        credit,
        particulars
      )
    select
      posting_id,
      day,
      account,
      voucher_type,
      invoice_id,
      ${transactionId}::int,
      seller_id,
      party_id,
      greatest(signed, 0),
      greatest(- signed, 0),
      concat(voucher_type, ' ', ${transactionId}::int, ': day corrected')
    from
      sides
  `)
