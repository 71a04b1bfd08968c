// A credit note: what a buyer owes less by an issued invoice, under a number of its own.
import { financialYear } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { postCredit } from '../ledger/post.server.ts'
import { queueChange } from './letters/queue.server.ts'
import { nextNumber } from './numbers.server.ts'

/** The seller's prefix, with which its numbers begin. @throws 422 without one */
export const prefixOf = async (tx: Tx, sellerId: number): Promise<string> => {
  const seller = await tx.one<{ Name: string; BillPrefix: string | null }>(sql`
    select
      name,
      bill_prefix
    from
      clients
    where
      client_id = ${sellerId}
  `)
  if (seller.BillPrefix === null) throw refused(`${seller.Name} has no bill prefix, so no invoice can be numbered`)
  return seller.BillPrefix
}

type Credited = { InvoiceId: number; SellerId: number; BuyerId: number }
/**
 * Takes `amount` (rupees) off the invoice, dated and posted today. The caller takes it off what the invoice is for, and
 * counts what is paid. Answers key, number and moment (ISO), of which its tax is, too.
 */
export const writeCreditNote = async (
  tx: Tx,
  userId: number,
  invoice: Credited,
  amount: number,
  reason: string,
): Promise<{ CreditNoteId: number; creditNo: string; date: string }> => {
  const date = now().toISOString()
  const year = financialYear(date).label
  const prefix = await prefixOf(tx, invoice.SellerId)
  const number = await nextNumber(tx, `credit:${prefix}/${year}`)
  const { CreditNoteId, creditNo } = await tx.one<{ CreditNoteId: number; creditNo: string }>(sql`
    with
      note as (
        insert into
          credit_notes (credit_note_no, credit_date, invoice_id, amount, reason, created_by)
        values
          (
            -- 16 characters at most: CGST rules 46(b) and 53(1)
            ${`${prefix}/${year}/`}::text || credit_number_in_series (${number}),
            ${date},
            ${invoice.InvoiceId},
            ${amount},
            ${reason},
            ${userId}
          )
        returning
          credit_note_id,
          credit_note_no
      )
    update invoices
    set
      net_amount = net_amount - ${amount},
      row_version = row_version + 1
    from
      note
    where
      invoice_id = ${invoice.InvoiceId}
    returning
      note.credit_note_id,
      note.credit_note_no as "creditNo"
  `)
  await postCredit(tx, { ...invoice, CreditNoteId, creditNo, amount, date })
  await queueChange(tx, invoice.InvoiceId, CreditNoteId)
  return { CreditNoteId, creditNo, date }
}
