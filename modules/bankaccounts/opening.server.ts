// The opening balance of a bank account: what it began with, and which receipts of before its day were in that.
import { dayOf, startOfDay } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { postBanked } from '../ledger/bank.server.ts'
import { postBankOpening } from '../ledger/cash.server.ts'
import type { BankAccountDraft } from './bankaccounts.model.ts'

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

type Swept = { readonly seller_id: number; readonly amount: number }
/**
 * Receipts that are not cash of before the opening day, of places without an account of their own: the bank had paid
 * them. They are at the bank by a match without a line.
 */
const sweep = async (tx: Tx, user: Caller, bankAccountId: number, day: string): Promise<readonly Swept[]> => {
  const { bank_match_id } = await tx.one<{ bank_match_id: number }>(sql`
    insert into
      bank_matches (bank_account_id, posted_on, matched_by_id)
    values
      (
        ${bankAccountId},
        ${day},
        ${user.UserId}
      )
    returning
      bank_match_id
  `)
  await tx.run(sql`
    insert into
      bank_match_items (bank_match_id, transaction_id, amount)
    select
      ${bank_match_id}::int,
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
  `)
  await tx.run(sql`
    update transactions money
    set
      banked = money.banked + item.amount
    from
      bank_match_items item
    where
      item.bank_match_id = ${bank_match_id}
      and item.transaction_id = money.transaction_id
  `)
  const sums = await tx.rows<Swept>(sql`
    select
      coalesce(
        invoice.seller_id,
        case
          when money.kind = 'Refund' then money.giver_id
          else money.receiver_id
        end
      ) as seller_id,
      sum(item.amount) as amount
    from
      bank_match_items item
      join transactions money using (transaction_id)
      left join invoices invoice using (invoice_id)
    where
      item.bank_match_id = ${bank_match_id}
    group by
      1
    order by
      1
  `)
  const matched = {
    bankMatchId: bank_match_id,
    bankAccountId,
    date: startOfDay(day),
    particulars: 'In the opening balance',
  }
  for (const { seller_id, amount } of sums) await postBanked(tx, matched, seller_id, amount)
  return sums
}

const isFirst = async (tx: Tx, bankAccountId: number): Promise<boolean> =>
  (
    await tx.one<{ first: boolean }>(sql`
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
  ).first

/** Posts what a saved account began with, or the change of it. */
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
  await postBankOpening(tx, {
    bankAccountId,
    ownerId: Number(account.OwnerId),
    name: account.Name ?? '',
    day: startOfDay(day),
    amount: lessAmounts(
      lessAmounts(account.OpeningBalance, before?.OpeningBalance),
      sumAmounts(swept.map((one) => one.amount)),
    ),
  })
}
