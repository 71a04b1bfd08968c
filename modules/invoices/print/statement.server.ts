// The statement of what a buyer owes a seller: A4, made as PDF.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { dayOf, daysBetween, formatDate } from '../../../core/dates.ts'
import { currencySign, sumAmounts } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { renderPdf } from '../../../server/print/render.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { ageing } from './ageing.rules.ts'
import type { StatementData } from './invoice.model.ts'
import { letterFiles, money } from './invoice.server.ts'

type Due = {
  kind: string
  owed: number
  invoice_no: string | null
  invoice_date: string | null
  due_date: string | null
  net_amount: number | null
  paid: number | null
}
/** What a buyer owes a seller now, invoice by invoice, oldest first, less what is on account. */
const statementFor = async (tx: Tx, sellerId: number, buyerId: number): Promise<StatementData> => {
  const [letterhead, buyer] = [await readLetterhead(tx, sellerId), await partyOf(tx, buyerId)]
  const dues = await tx.rows<Due>(sql`
    select
      due.kind,
      sum(due.owed) as owed,
      invoice.invoice_no,
      invoice.invoice_date,
      invoice.due_date,
      invoice.net_amount,
      invoice.paid
    from
      party_dues due
      left join invoices invoice on invoice.invoice_id = due.invoice_id
    where
      due.party_id = ${buyerId}
      and due.seller_id = ${sellerId}
    group by
      due.kind,
      invoice.invoice_id
    order by
      invoice.invoice_date,
      invoice.invoice_id
  `)
  const sumOf = (kind: string): number => sumAmounts(dues.filter((due) => due.kind === kind).map((due) => due.owed))
  const amountOf = (kind: string): string | null => (sumOf(kind) === 0 ? null : money(sumOf(kind)))
  const today = dayOf(now())
  const owed = dues.flatMap((due) => {
    if (due.invoice_date === null || due.due_date === null) return []
    const day = due.due_date
    return [{ ...due, date: due.invoice_date, day, late: daysBetween(day, today), due: due.owed }]
  })
  const due = sumOf('invoice')
  const all = sumAmounts(dues.map((one) => one.owed))
  return {
    Kind: 'statement',
    Letterhead: letterhead,
    Buyer: buyer,
    At: formatDate(today),
    Currency: currencySign(),
    Lines: owed.map((row) => ({
      InvoiceNo: row.invoice_no ?? '',
      InvoiceDate: formatDate(row.date),
      DueDate: formatDate(row.day),
      Net: money(row.net_amount),
      Settled: money(row.paid),
      Due: money(row.due),
      Late: row.late > 0 ? row.late : null,
    })),
    Ages: ageing(owed).map((age) => ({ Label: age.Label, Amount: money(age.due) })),
    Due: money(due),
    AmountInWords: amountInWords(Math.max(due, 0)),
    Uninvoiced: amountOf('sale'),
    Opening: amountOf('opening'),
    OnAccount: amountOf('account'),
    Refunded: amountOf('refund'),
    Owed: all === due ? null : money(all),
    SignedFor: letterhead.Name,
  }
}

export const statementPdf = async (
  tx: Tx,
  sellerId: number,
  buyerId: number,
): Promise<{ pdf: Uint8Array; name: string }> => {
  const data = await statementFor(tx, sellerId, buyerId)
  const buyer = data.Buyer.Name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return { pdf: await renderPdf(letterFiles('invoice.typ'), data), name: `statement-${buyer}.pdf` }
}
