// The statement of what a buyer owes a seller: A4, made as PDF.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { addDays, dayOf, daysBetween, endOfDay, formatDate, startOfDay } from '../../../core/dates.ts'
import { currencySign, sumAmounts } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import type { Author } from '../../../server/caller.ts'
import { sql, type Database, type Tx } from '../../../server/db/db.ts'
import { issuedPdf, type IssuedPaper } from '../../../server/print/issued.ts'
import { renderPdf } from '../../../server/print/render.ts'
import { invalid } from '../../../server/refusal.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { ageing } from './ageing.rules.ts'
import type { StatementData } from './invoice.model.ts'
import { letterFiles, money } from './invoice.server.ts'

type Due = {
  Kind: string
  Owed: number
  InvoiceNo: string | null
  InvoiceDate: string | null
  DueDate: string | null
  NetAmount: number | null
  Paid: number | null
}
export type Account = { readonly sellerId: number; readonly buyerId: number }
/** Days, both counted; without them from the first of the month before until today. */
export type AccountPeriod = { readonly From: string | null; readonly To: string | null }

const firstOfMonthBefore = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
type Days = { readonly from: string; readonly to: string }
/** @throws 400 where the days are the wrong way round */
const periodOf = ({ From, To }: AccountPeriod): Days => {
  const to = To ?? dayOf(now())
  const from = From ?? firstOfMonthBefore(to)
  if (from > to) throw invalid({ From: ['From must not be later than To'] })
  return { from, to }
}

type Entry = {
  EntryDate: string
  VoucherNo: string | null
  Particulars: string | null
  Debit: number
  Credit: number
  Balance: number
}
/** What happened between them in the period, with the balance after each entry. */
const accountOf = async (tx: Tx, { sellerId, buyerId }: Account, { from, to }: Days) => {
  const { Opening } = await tx.one<{ Opening: number }>(sql`
    select
      coalesce(sum(entry.debit - entry.credit), 0) as opening
    from
      party_entries entry
    where
      entry.party_id = ${buyerId}
      and entry.seller_id = ${sellerId}
      and entry.entry_date < ${startOfDay(from)}
  `)
  const entries = await tx.rows<Entry>(sql`
    select
      entry.entry_date,
      entry.voucher_no,
      entry.particulars,
      entry.debit,
      entry.credit,
      ${Opening}::numeric + sum(entry.debit - entry.credit) over (
        order by
          entry.entry_date,
          entry.ledger_entry_id
      ) as balance
    from
      party_entries entry
    where
      entry.party_id = ${buyerId}
      and entry.seller_id = ${sellerId}
      and entry.entry_date >= ${startOfDay(from)}
      and entry.entry_date <= ${endOfDay(to)}
    order by
      entry.entry_date,
      entry.ledger_entry_id
  `)
  return {
    Period: `${formatDate(from)} to ${formatDate(to)}`,
    OpeningBalance: money(Opening),
    ClosingBalance: money(entries.at(-1)?.Balance ?? Opening),
    Entries: entries.map((entry) => ({
      Date: formatDate(entry.EntryDate),
      No: entry.VoucherNo ?? '',
      What: entry.Particulars ?? '',
      Debit: entry.Debit === 0 ? '' : money(entry.Debit),
      Credit: entry.Credit === 0 ? '' : money(entry.Credit),
      Balance: money(entry.Balance),
    })),
  }
}

/** What is written above the account; the statement says no more than its figures. */
export type Heading = {
  readonly kind: 'statement' | 'reminder'
  readonly Title: string
  readonly Words: string | null
}
const statement: Heading = { kind: 'statement', Title: 'STATEMENT OF ACCOUNT', Words: null }

/** The account of the period, and what a buyer owes a seller now, invoice by invoice, less what is on account. */
const statementFor = async (
  tx: Tx,
  account: Account,
  period: Days,
  { Title, Words }: Heading,
): Promise<StatementData> => {
  const { sellerId, buyerId } = account
  const [letterhead, buyer, entries] = [
    await readLetterhead(tx, sellerId),
    await partyOf(tx, buyerId),
    await accountOf(tx, account, period),
  ]
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
  const sumOf = (kind: string): number => sumAmounts(dues.filter((due) => due.Kind === kind).map((due) => due.Owed))
  const amountOf = (kind: string): string | null => (sumOf(kind) === 0 ? null : money(sumOf(kind)))
  const today = dayOf(now())
  const owed = dues.flatMap((due) => {
    if (due.InvoiceDate === null || due.DueDate === null) return []
    const day = due.DueDate
    return [{ ...due, date: due.InvoiceDate, day, late: daysBetween(day, today), due: due.Owed }]
  })
  const due = sumOf('invoice')
  const all = sumAmounts(dues.map((one) => one.Owed))
  return {
    Letterhead: letterhead,
    Buyer: buyer,
    Title,
    Words,
    ...entries,
    At: formatDate(today),
    VersionText: null,
    Currency: currencySign(),
    Lines: owed.map((row) => ({
      InvoiceNo: row.InvoiceNo ?? '',
      InvoiceDate: formatDate(row.date),
      DueDate: formatDate(row.day),
      Net: money(row.NetAmount),
      Settled: money(row.Paid),
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

/** The document of these days, which the first paper of it makes. */
const documentOf = async (
  db: Database,
  { sellerId, buyerId }: Account,
  { from, to }: Days,
  { kind }: Heading,
): Promise<number> => {
  const known = (tx: Tx) =>
    tx.maybe<{ Id: number }>(sql`
      select
        account_statement_id as id
      from
        account_statements
      where
        buyer_id = ${buyerId}
        and seller_id = ${sellerId}
        and kind = ${kind}
        and from_day = ${from}
        and to_day = ${to}
    `)
  const found = await known(db.read)
  if (found) return found.Id
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        account_statements (kind, seller_id, buyer_id, from_day, to_day)
      values
        (
          ${kind},
          ${sellerId},
          ${buyerId},
          ${from},
          ${to}
        )
      on conflict do nothing
    `)
    const made = await known(tx)
    if (!made) throw new Error('The statement was not made')
    return made.Id
  })
}

type Given = Parameters<typeof issuedPdf>[3]
/** A copy of the statement of these days as it was given out; another version where it says something else. */
export const statementCopy = async (
  db: Database,
  user: Author,
  account: Account,
  asked: AccountPeriod,
  given: Given,
  heading = statement,
): ReturnType<typeof issuedPdf> => {
  const period = periodOf(asked)
  const data = await statementFor(db.read, account, period, heading)
  // of another day, how late it is differs and nothing of the account
  const { Letterhead: _letterhead, Buyer, SignedFor: _signedFor, At: _at, Ages: _ages, Lines, ...rest } = data
  const says = { ...rest, Lines: Lines.map(({ Late: _late, ...line }) => line) }
  const name = Buyer.Name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  const paper: IssuedPaper = {
    kind: heading.kind,
    documentId: await documentOf(db, account, period, heading),
    paperNo: [name, account.sellerId, period.from, period.to].join('-'),
    says,
    draw: async (VersionText) => ({ pdf: await renderPdf(letterFiles('statement.typ'), { ...data, VersionText }) }),
  }
  return issuedPdf(db, user, paper, given)
}
