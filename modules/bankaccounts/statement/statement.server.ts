// Imports a statement of a bank into its account: all new lines, or none of them.
import { dayOf } from '../../../core/dates.ts'
import { multiline } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { raw, sql, type Tx } from '../../../server/db/db.ts'
import { columnOf } from '../../../server/db/names.ts'
import { linesOf } from '../../../server/imports/lines.ts'
import { actionOf } from '../../../server/module.ts'
import { obey } from '../../../server/refusal.ts'
import { statementImported } from '../answers.model.ts'
import { bankaccounts } from '../bankaccounts.model.ts'
import {
  followsFrom,
  headOf,
  isOfAccount,
  mappedColumns,
  readLines,
  type Mapping,
  type StatementLine,
} from './statement.rules.ts'

/** Most lines of a file: more than a busy account has in a quarter. */
const most = 10_000

/** The headings are kept with the account. */
const keepMapping = (tx: Tx, key: number, mapping: Mapping): Promise<number> =>
  tx.run(sql`
    update bank_accounts
    set
      ${raw(mappedColumns.map((column) => `${columnOf(column)} = kept ->> '${column}'`).join(', '))}
    from
      (
        select
          ${JSON.stringify(mapping)}::jsonb as kept
      ) given
    where
      bank_account_id = ${key}
  `)

type Last = { Balance: number; Day: string; LineNo: number }
const lastOf = (tx: Tx, key: number): Promise<Last | undefined> =>
  tx.maybe<Last>(sql`
    select
      balance,
      day::text as day,
      line_no
    from
      bank_lines
    where
      bank_account_id = ${key}
    order by
      line_no desc
    limit
      1
  `)

/**
 * The new ones of the lines: day, amount, reference and balance of the others are those of an earlier import. A bank
 * may have the same line twice on a day (taken out, given back, taken out), so equal ones are counted.
 */
const newOf = async (tx: Tx, key: number, lines: readonly StatementLine[]): Promise<readonly StatementLine[]> => {
  const found = await tx.rows<{ Place: number }>(sql`
    with
      given as (
        select
          day,
          amount,
          lower(reference) as reference,
          balance,
          place,
          row_number() over (
            partition by
              day,
              amount,
              lower(reference),
              balance
            order by
              place
          ) as nth
        from
          unnest(
            ${lines.map((line) => line.day)}::date[],
            ${lines.map((line) => line.amount)}::numeric[],
            ${lines.map((line) => line.reference ?? '')}::text[],
            ${lines.map((line) => line.balance)}::numeric[]
          ) with ordinality line(day, amount, reference, balance, place)
      ),
      there as (
        select
          day,
          amount,
          coalesce(lower(reference), '') as reference,
          balance,
          row_number() over (
            partition by
              day,
              amount,
              lower(reference),
              balance
            order by
              line_no
          ) as nth
        from
          bank_lines
        where
          bank_account_id = ${key}
          and day >= (
            select
              min(day)
            from
              given
          )
      )
    select
      given.place::int as place
    from
      given
      join there using (day, amount, reference, balance, nth)
  `)
  const known = new Set(found.map((one) => one.Place))
  return lines.filter((_line, at) => !known.has(at + 1))
}

const addLines = (tx: Tx, user: Caller, key: number, from: number, lines: readonly StatementLine[]): Promise<number> =>
  tx.run(sql`
    insert into
      bank_lines (bank_account_id, line_no, day, description, reference, amount, balance, imported_by_id)
    select
      ${key}::int,
      ${from}::int + given.place::int,
      given.day,
      given.description,
      nullif(given.reference, ''),
      given.amount,
      given.balance,
      ${user.UserId}::int
    from
      unnest(
        ${lines.map((line) => line.day)}::date[],
        ${lines.map((line) => line.description)}::text[],
        ${lines.map((line) => line.reference ?? '')}::text[],
        ${lines.map((line) => line.amount)}::numeric[],
        ${lines.map((line) => line.balance)}::numeric[]
      ) with ordinality given (day, description, reference, amount, balance, place)
  `)

const counted = (count: number, what: string): string => `${count} ${count === 1 ? 'line' : 'lines'} ${what}`

export const importStatement = actionOf(bankaccounts, {
  name: 'import statement',
  permit: 'update',
  ...statementImported,
  summary: 'Import a statement of the bank: lines that are there already are left out',
  body: { File: multiline('File', { required: 'Choose the file of the bank' }) },
  run: async ({ tx, user, key, before, body }) => {
    const all = (await linesOf(body.File ?? '', most)).map((line) => line.cells)
    const head = headOf(all, before)
    if ('ok' in head) {
      obey(head)
      return { message: '' }
    }
    obey(isOfAccount(all, head, before))
    const { lines, decision } = readLines(all, head, { now: now(), today: dayOf(now()) })
    obey(decision)
    const opening = String(before.OpeningDate)
    const ours = lines.filter((line) => line.day >= opening)
    const added = await newOf(tx, key, ours)
    const last = await lastOf(tx, key)
    obey(followsFrom(added[0], last?.Balance ?? Number(before.OpeningBalance ?? 0), last?.Day ?? null))
    await keepMapping(tx, key, head.mapping)
    if (added.length > 0) await addLines(tx, user, key, last?.LineNo ?? 0, added)
    const [there, early] = [ours.length - added.length, lines.length - ours.length]
    const message = [
      counted(added.length, 'imported'),
      there > 0 && `${there} ${there === 1 ? 'was' : 'were'} imported before`,
      early > 0 && `${early} ${early === 1 ? 'is' : 'are'} of before the opening day`,
    ]
    return { message: message.filter(Boolean).join(', '), Imported: added.length, There: there }
  },
})
