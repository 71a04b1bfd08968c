// The entries of documents by the number that the day book shows, each kind of document by its own index.
import { join, raw, sql, type Sql } from '../../server/db/db.ts'
import { contains } from '../../server/read/conditions.ts'

/** Documents that are numbered by their key, with the letter before it; `voucherNo` takes the first that is there. */
const lettered = [
  ['t', 'transaction_id'],
  ['r', 'referral_id'],
  ['w', 'tds_deduction_id'],
  ['a', 'allocation_id'],
  ['d', 'batch_out_id'],
  ['b', 'batch_id'],
] as const
/** Documents that have a number of their own, and what an entry must not have to show it. */
const numbered = [
  ['credit_note_id', 'credit_notes', 'credit_note_no', []],
  ['invoice_id', 'invoices', 'invoice_no', ['credit_note_id', 'transaction_id']],
  ['purchase_bill_id', 'purchase_bills', 'bill_no', ['credit_note_id', 'transaction_id', 'invoice_id']],
] as const

const without = (columns: readonly string[]): Sql =>
  raw(columns.map((column) => `and entry.${column} is null`).join(' '))
const byKey = (index: number, column: string, key: number): Sql => sql`
  select
    entry.ledger_entry_id
  from
    ledger_entries entry
  where
    entry.${raw(column)} = ${key} ${without([
      'credit_note_id',
      ...(index > 0 ? ['invoice_id', 'purchase_bill_id'] : []),
      ...lettered.slice(0, index).map(([, earlier]) => earlier),
    ])}
`
/** Three characters and more are found anywhere in the number, fewer are all of it. */
const byNumber = ([column, table, number, earlier]: (typeof numbered)[number], wanted: string): Sql => sql`
  select
    entry.ledger_entry_id
  from
    ${raw(table)} document
    join ledger_entries entry on entry.${raw(column)} = document.${raw(column)}
  where
    ${wanted.length > 2
      ? contains(`document.${number}`, wanted)
      : sql`lower(document.${raw(number)}) = ${wanted}`} ${without(earlier)}
`

/**
 * Entries `entry` whose number is asked for: "T12" or "12" is the one with that key, since parts of keys would be
 * nearly all of them.
 */
export const entriesOf = (text: string): Sql => {
  const wanted = text.trim().toLowerCase()
  const [, letter, key] = /^([a-z]?)([1-9]\d{0,8})$/.exec(wanted) ?? []
  return join(
    [
      ...lettered.flatMap(([own, column], index) =>
        key !== undefined && (letter === '' || letter === own) ? [byKey(index, column, Number(key))] : [],
      ),
      ...numbered.map((one) => byNumber(one, wanted)),
    ],
    ' union all ',
  )
}
