// Matches a line of the bank with what it settles, by a person, once; and undoes that with a reason.
import { formatDate, startOfDay } from '../../core/dates.ts'
import { text } from '../../core/model.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { actionOf } from '../../server/module.ts'
import { invalid, notThere, obey, refusedBy } from '../../server/refusal.ts'
import { moveBanked } from '../bankaccounts/matched.server.ts'
import { checkReason } from '../transactions/transactions.rules.ts'
import { banklines, matchFields } from './banklines.model.ts'
import { openFor } from './candidates.server.ts'
import {
  accountOf,
  keepMatch,
  particularsOf,
  postedOn,
  postMatch,
  type Account,
  type Open,
} from './kept-match.server.ts'
import { checkMatch, mayMatch, mayUnmatch } from './match.rules.ts'

type Chosen = { readonly transactionId: number | null; readonly batchOutId: number | null }

const keysOf = (chosen: readonly Chosen[], name: keyof Chosen): number[] => chosen.flatMap((one) => one[name] ?? [])

/** Receipts before deposits, each in order: who matches the same waits, and sees that it is matched. */
const hold = async (tx: Tx, chosen: readonly Chosen[]): Promise<void> => {
  await tx.run(sql`
    select
      1
    from
      transactions
    where
      transaction_id = any (${keysOf(chosen, 'transactionId')}::int[])
    order by
      transaction_id
    for no key update
  `)
  await tx.run(sql`
    select
      1
    from
      batch_outs
    where
      batch_out_id = any (${keysOf(chosen, 'batchOutId')}::int[])
    order by
      batch_out_id
    for no key update
  `)
}

type Sent = { TransactionId?: number | null; BatchOutId?: number | null }
/** @throws 400 where a row names none or both, or one is named twice */
const chosenIn = (rows: readonly Sent[]): Chosen[] => {
  const chosen = rows.map((row) => ({ transactionId: row.TransactionId ?? null, batchOutId: row.BatchOutId ?? null }))
  const wrong = chosen.findIndex((one) => (one.transactionId === null) === (one.batchOutId === null))
  if (wrong >= 0) throw invalid({ [`Items.${wrong}.TransactionId`]: ['Name a transaction or a deposit'] })
  const keys = chosen.map((one) => `${one.transactionId ?? ''} ${one.batchOutId ?? ''}`)
  const twice = keys.findIndex((one, at) => keys.indexOf(one) < at)
  if (twice >= 0) throw invalid({ [`Items.${twice}.TransactionId`]: ['It is chosen twice'] })
  return chosen
}

/** The line that has one of them; undefined where there is none. */
const lineOf = (tx: Tx, one: Chosen, accountId: number): Promise<{ Day: string; Description: string } | undefined> =>
  tx.maybe(sql`
    select
      line.day::text as day,
      line.description
    from
      bank_match_items item
      join bank_matches match using (bank_match_id)
      join bank_lines line using (bank_line_id)
    where
      (
        item.transaction_id = ${one.transactionId}::int
        or item.batch_out_id = ${one.batchOutId}::int
      )
      and match.undone_at is null
      and line.bank_account_id = ${accountId}
    limit
      1
  `)

/** @throws 404 where one is not of this account, 422 where it is at the bank already */
const openOf = async (tx: Tx, { BankAccountId }: Account, chosen: readonly Chosen[]): Promise<Open[]> => {
  const open = await tx.rows<Open>(sql`
    select
      candidate."TransactionId",
      candidate."BatchOutId",
      candidate."Amount",
      candidate.seller_id
    from
      (${openFor(sql`${BankAccountId}::int`)}) candidate
    where
      candidate."TransactionId" = any (${keysOf(chosen, 'transactionId')}::int[])
      or candidate."BatchOutId" = any (${keysOf(chosen, 'batchOutId')}::int[])
  `)
  const isOpen = (one: Chosen): boolean =>
    open.some((row) => row.TransactionId === one.transactionId && row.BatchOutId === one.batchOutId)
  const missing = chosen.findIndex((one) => !isOpen(one))
  const gone = chosen[missing]
  if (gone === undefined) return open
  const line = await lineOf(tx, gone, BankAccountId)
  const at = `Items.${missing}.${gone.transactionId === null ? 'BatchOutId' : 'TransactionId'}`
  if (!line) throw notThere({ [at]: ['It does not exist, or is no money that this account expects'] })
  const where = `${line.Description} of ${formatDate(line.Day)}`
  const reason = `It is matched with ${where}. Undo that match first, or choose another`
  throw refusedBy({ ok: false, reason, at, code: 'matched' })
}

export const matchLine = actionOf(banklines, {
  name: 'match',
  permit: 'update',
  path: 'match/banklines/{key}',
  summary: 'Match a line of the bank with receipts and deposits, and the fee that was kept of them',
  body: matchFields,
  decide: mayMatch,
  run: async ({ tx, user, key, before, body }) => {
    const chosen = chosenIn(body.Items ?? [])
    const fee = Number(body.Fee ?? 0)
    const account = await accountOf(tx, key)
    await hold(tx, chosen)
    const open = await openOf(tx, account, chosen)
    obey(checkMatch(Number(before.Amount), open, fee, user))
    const day = postedOn(String(before.Day), account)
    const matchId = await keepMatch(tx, user, account, { lineId: key, fee, day, open, ledgerAccountId: null })
    await moveBanked(tx, matchId, 1)
    const posted = { matchId, fee, date: startOfDay(day), particulars: particularsOf(before) }
    await postMatch(tx, account, { ...posted, ledgerAccountId: null }, 1)
    const sum = formatMoney(sumAmounts(open.map((one) => one.Amount)), { symbol: true })
    return { message: fee > 0 ? `Matched with ${sum}, less a fee` : `Matched with ${sum}` }
  },
})

type Undone = { readonly BankMatchId: number; readonly Fee: number; readonly LedgerAccountId: number | null }
export const unmatchLine = actionOf(banklines, {
  name: 'undo match',
  permit: 'update',
  path: 'unmatch/banklines/{key}',
  summary: 'Undo the match of a line, with a reason: it is posted back today',
  body: { reason: text('Reason', { required: 'Please enter why it is undone', maxLength: 500 }) },
  decide: mayUnmatch,
  run: async ({ tx, user, key, before, body }) => {
    obey(checkReason(body.reason, 'reason'))
    const account = await accountOf(tx, key)
    const {
      BankMatchId: matchId,
      Fee,
      LedgerAccountId,
    } = await tx.one<Undone>(sql`
      update bank_matches
      set
        undone_at = ${now().toISOString()},
        undone_by_id = ${user.UserId},
        undo_reason = ${body.reason ?? ''}
      where
        bank_line_id = ${key}
        and undone_at is null
      returning
        bank_match_id,
        fee,
        ledger_account_id
    `)
    await moveBanked(tx, matchId, -1)
    const posted = { matchId, fee: Fee, date: now().toISOString(), particulars: `Undone: ${particularsOf(before)}` }
    await postMatch(tx, account, { ...posted, ledgerAccountId: LedgerAccountId }, -1)
    return { message: 'The match is undone' }
  },
})
