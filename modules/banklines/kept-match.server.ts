// What a line of the bank is matched with, as it is kept and posted.
import { dayOf, formatDate } from '../../core/dates.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { postReceipts } from '../bankaccounts/matched.server.ts'
import { postFee, postLine } from '../ledger/bank.server.ts'

export type Open = { TransactionId: number | null; BatchOutId: number | null; Amount: number; SellerId: number | null }
export type Account = { BankAccountId: number; OwnerId: number; ClosedTill: string | null }

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
export const postedOn = (day: string, { ClosedTill }: Account): string =>
  ClosedTill !== null && day <= ClosedTill ? dayOf(now()) : day

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
  const { BankMatchId } = await tx.one<{ BankMatchId: number }>(sql`
    insert into
      bank_matches (bank_account_id, bank_line_id, fee, ledger_account_id, posted_on, matched_at, matched_by_id)
    values
      (
        ${account.BankAccountId},
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
      ${BankMatchId}::int,
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
  return BankMatchId
}

type Posted = { matchId: number; fee: number; date: string; particulars: string; ledgerAccountId: number | null }
/** Posts the receipts of a match by their sellers, and its fee; `sign` -1 posts them back. Deposits were posted. */
export const postMatch = async (
  tx: Tx,
  { BankAccountId, OwnerId }: Account,
  { matchId, fee, date, particulars, ledgerAccountId }: Posted,
  sign: 1 | -1,
): Promise<void> => {
  const matched = {
    bankMatchId: matchId,
    bankAccountId: BankAccountId,
    date,
    particulars: particulars.slice(0, 200),
  }
  if (ledgerAccountId !== null) return postLine(tx, matched, OwnerId, { ledgerAccountId, amount: sign * fee })
  await postReceipts(tx, matched, sign)
  await postFee(tx, matched, OwnerId, sign * fee)
}
