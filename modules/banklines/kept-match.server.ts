// What a line of the bank is matched with, as it is kept and posted.
import { dayOf, formatDate } from '../../core/dates.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { postReceipts } from '../bankaccounts/matched.server.ts'
import { postFee, postLine } from '../ledger/bank.server.ts'

export type Open = { TransactionId: number | null; BatchOutId: number | null; Amount: number; seller_id: number | null }
export type Account = { bank_account_id: number; owner_id: number; closed_till: string | null }

/** The bank account of a line, and the day up to which the books of its holder are closed. */
export const accountOf = (tx: Tx, lineId: number): Promise<Account> =>
  tx.one<Account>(sql`
    select
      account.bank_account_id,
      account.owner_id,
      entity.books_closed_till::text as closed_till
    from
      bank_lines line
      join bank_accounts account using (bank_account_id)
      join clients holder on holder.client_id = account.owner_id
      join clients entity on entity.client_id = coalesce(holder.legal_entity_id, holder.client_id)
    where
      line.bank_line_id = ${lineId}
    for share of
      entity
  `)
/** The day of the line; today where its period is closed. */
export const postedOn = (day: string, { closed_till }: Account): string =>
  closed_till !== null && day <= closed_till ? dayOf(now()) : day

type Line = { readonly Day: string | null; readonly Description: string | null }
/** What the ledger says of a line. */
export const particularsOf = ({ Day, Description }: Line): string => `${formatDate(Day)}, ${Description ?? ''}`

type Kept = {
  readonly lineId: number
  readonly fee: number
  readonly day: string
  readonly open: readonly Open[]
  readonly ledgerAccountId: number | null
}
/** Keeps what a line is matched with; `ledgerAccountId`: the own account that the whole line is posted to. */
export const keepMatch = async (
  tx: Tx,
  user: Caller,
  account: Account,
  { lineId, fee, day, open, ledgerAccountId }: Kept,
): Promise<number> => {
  const { bank_match_id } = await tx.one<{ bank_match_id: number }>(sql`
    insert into
      bank_matches (bank_account_id, bank_line_id, fee, ledger_account_id, posted_on, matched_at, matched_by_id)
    values
      (
        ${account.bank_account_id},
        ${lineId},
        ${fee},
        ${ledgerAccountId}::int,
        ${day},
        ${now().toISOString()},
        ${user.UserId}
      )
    returning
      bank_match_id
  `)
  await tx.run(sql`
    insert into
      bank_match_items (bank_match_id, transaction_id, batch_out_id, amount)
    select
      ${bank_match_id}::int,
      given.transaction_id,
      given.batch_out_id,
      given.amount
    from
      unnest(
        ${open.map((one) => one.TransactionId)}::int[],
        ${open.map((one) => one.BatchOutId)}::int[],
        ${open.map((one) => one.Amount)}::numeric[]
      ) given (transaction_id, batch_out_id, amount)
  `)
  return bank_match_id
}

type Posted = { matchId: number; fee: number; date: string; particulars: string; ledgerAccountId: number | null }
/** Posts the receipts of a match by their sellers, and its fee; `sign` -1 posts them back. Deposits were posted. */
export const postMatch = async (
  tx: Tx,
  { bank_account_id, owner_id }: Account,
  { matchId, fee, date, particulars, ledgerAccountId }: Posted,
  sign: 1 | -1,
): Promise<void> => {
  const matched = {
    bankMatchId: matchId,
    bankAccountId: bank_account_id,
    date,
    particulars: particulars.slice(0, 200),
  }
  if (ledgerAccountId !== null) return postLine(tx, matched, owner_id, { ledgerAccountId, amount: sign * fee })
  await postReceipts(tx, matched, sign)
  await postFee(tx, matched, owner_id, sign * fee)
}
