// The opening balance of a bank account: what it began with, and which receipts of before its day were in that.
import { dayOf, startOfDay } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { agreed } from '../../server/door/second.ts'
import { postBankOpening } from '../ledger/cash.server.ts'
import type { BankAccountDraft } from './bankaccounts.model.ts'
import { moveBanked, postReceipts, type BySeller } from './matched.server.ts'
import { mayOpen } from './opening.rules.ts'

/** The holder of an account and what belongs to it, if the holder is a legal entity. */
export const sellersOf = (bankAccountId: Sql): Sql => sql`
  select
    place.client_id
  from
    bank_accounts account
    join clients place on account.owner_id in (place.client_id, place.legal_entity_id)
  where
    account.bank_account_id = ${bankAccountId}
`

/**
 * Receipts that are not cash of before the opening day, of places without an account of their own: the bank had paid
 * them. They are at the bank by a match without a line.
 */
const sweep = async (tx: Tx, user: Caller, bankAccountId: number, day: string): Promise<readonly BySeller[]> => {
  const { BankMatchId } = await tx.one<{ BankMatchId: number }>(sql`
    insert into
      bank_matches (bank_account_id, posted_on, matched_at, matched_by_id)
    values
      (
        ${bankAccountId},
        ${day},
        ${now().toISOString()},
        ${user.UserId}
      )
    returning
      bank_match_id
  `)
  await tx.run(sql`
    insert into
      bank_match_items (bank_match_id, transaction_id, amount)
    select
      ${BankMatchId}::int,
      earlier.transaction_id,
      earlier.amount
    from
      unbanked_money earlier
    where
      earlier.date < ${startOfDay(day)}
      and earlier.seller_id in (${sellersOf(sql`${bankAccountId}::int`)})
      and not exists (
        select
          1
        from
          bank_accounts own
        where
          own.owner_id = earlier.seller_id
          and own.bank_account_id <> ${bankAccountId}
      )
      -- who matches or cancels one meanwhile waits
    for no key update
  `)
  await moveBanked(tx, BankMatchId, 1)
  const date = startOfDay(day)
  return postReceipts(tx, { bankMatchId: BankMatchId, bankAccountId, date, particulars: 'In the opening balance' }, 1)
}

const isFirst = async (tx: Tx, bankAccountId: number): Promise<boolean> =>
  (
    await tx.one<{ First: boolean }>(sql`
      select
        not exists (
          select
            1
          from
            bank_accounts other
            join bank_accounts this on this.owner_id = other.owner_id
          where
            this.bank_account_id = ${bankAccountId}
            and other.bank_account_id <> ${bankAccountId}
        ) as first
    `)
  ).First

/**
 * Posts what a saved account began with, or the change of it. @throws 422 where a new one began with more than one
 * person enters alone
 */
export const settleBankOpening = async (
  tx: Tx,
  user: Caller,
  bankAccountId: number,
  account: BankAccountDraft,
  before: BankAccountDraft | null,
): Promise<void> => {
  const day = before === null ? String(account.OpeningDate) : dayOf(now())
  const sweeps = before === null && account.IsDefault === true && (await isFirst(tx, bankAccountId))
  const swept = sweeps ? await sweep(tx, user, bankAccountId, day) : []
  const amount = lessAmounts(
    lessAmounts(account.OpeningBalance, before?.OpeningBalance),
    sumAmounts(swept.map((one) => one.Amount)),
  )
  if (before === null) agreed(user, mayOpen(amount))
  await postBankOpening(tx, {
    bankAccountId,
    ownerId: Number(account.OwnerId),
    name: account.Name ?? '',
    day: startOfDay(day),
    amount,
  })
}
