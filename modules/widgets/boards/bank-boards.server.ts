// Where the money is: tiles of what is in drawers, on the way and at the bank, and what the bank does not show yet.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { bankScope } from '../../bankaccounts/bankaccounts.server.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { batchScope, openCash } from '../../tranbatches/read.server.ts'
import { move, moves, since, stock } from './history.server.ts'
import { table, tile } from './widget.server.ts'
import { notAtTheBank, bankLinesToMatch } from '../answers.model.ts'

/** Money of batches, sellers and accounts that the user covers. */
const ours = (user: Caller): Sql => sql`
  from
    money_whereabouts held
    left join tran_batches batch on batch.batch_id = held.batch_id
    left join bank_accounts bank on bank.bank_account_id = held.bank_account_id
  where
    (
      held.seller_id = any (${[...user.Clients]})
      or (${batchScope(user)})
      or ${bankScope(user)}
    )
`
const total = (user: Caller, where: Sql): Sql => sql`
  select
    coalesce(sum(held.amount), 0) ${ours(user)}
    and ${where}
`
/** The user's own open batch is counted first, unless the network shows its cash. */
const told = (user: Caller): Sql => sql`
  (
    batch.owner_id <> ${user.UserId}
    or (
      select
        cash_on_tile
      from
        network_settings
    )
  )
`

/** Batches that the user covers, without the own one where it is counted first. */
const batches = (user: Caller, joined = sql``): Sql => sql`
  from
    tran_batches batch ${joined}
  where
    (${batchScope(user)})
    and (
      batch.close_date is not null
      or ${told(user)}
    )
`
const held = `
  (
    select
      coalesce(sum(held.amount), 0)
    from
      batch_amounts held
    where
      held.batch_id = batch.batch_id
      and held.mode = ${paymentMode.Cash}
  )
`
/** Cash came and left while it was open; a closed batch is no drawer any more. */
const drawerMoves = (user: Caller): Sql =>
  moves(
    move(
      'cash.at',
      'cash.amount',
      sql`
        ${batches(user, openCash)}
        -- one that closed before the bars has moved nothing in them
        and coalesce(batch.close_date, 'infinity') > ${since}
      `,
    ),
    move('batch.close_date', `- ${held}`, batches(user)),
  )
const { Card, Upi, BankTransfer, Cheque, DemandDraft, Gateway } = paymentMode
const byMode = literal(Card, Upi, BankTransfer, Cheque, DemandDraft, Gateway)
/** Receipts that are not cash came, closed batches too; they left to the bank, or were taken over. */
const wayMoves = (user: Caller): Sql => {
  const own = [...user.Clients]
  return moves(
    move(
      'payment.counted_on',
      `case when payment.kind = 'Refund' then - payment.amount else payment.amount end`,
      sql`
        from
          transactions payment
        where
          payment.payment_mode_id in (${byMode})
          and case
            when payment.kind = 'Refund' then payment.giver_id
            else payment.receiver_id
          end = any (${own})
      `,
    ),
    move(
      'match.matched_at',
      '- item.amount',
      sql`
        from
          bank_match_items item
          join bank_matches match using (bank_match_id)
          join bank_accounts bank using (bank_account_id)
        where
          item.transaction_id is not null
          and match.undone_at is null
          and ${bankScope(user)}
      `,
    ),
    move('batch.close_date', held, batches(user)),
    move('batch.taken_over_at', `- ${held}`, batches(user)),
  )
}
const bankMoves = (user: Caller): Sql =>
  move(
    'entry.entry_date',
    'entry.debit - entry.credit',
    sql`
      from
        ledger_entries entry
        join bank_accounts bank on bank.bank_account_id = entry.bank_account_id
      where
        ${bankScope(user)}
    `,
  )

export const bankTiles: readonly Statement[] = [
  tile(
    2025,
    'Cash in drawers',
    (user) =>
      stock(
        total(
          user,
          sql`
            held.place = 'drawer'
            and ${told(user)}
          `,
        ),
        drawerMoves(user),
        'money',
      ),
    'bankaccounts',
  ),
  tile(
    2026,
    'Money on the way',
    (user) => stock(total(user, sql`held.place = 'way'`), wayMoves(user), 'money'),
    'bankaccounts',
  ),
  tile(
    2027,
    'Money at the bank',
    (user) => stock(total(user, sql`held.place = 'bank'`), bankMoves(user), 'money', false),
    'bankaccounts',
  ),
]

export const bankTables: readonly Statement[] = [
  table(
    notAtTheBank,
    'Not at the bank yet',
    (user) => sql`
      select
        missing."TransactionId",
        missing."Day",
        missing."What",
        missing."Reference",
        missing."Amount",
        network_day (now()) - missing."Day"::date as "AgeDays"
      from
        (
          select
            money.transaction_id as "TransactionId",
            network_day (money.date)::text as "Day",
            concat_ws(', ', mode.item_label, party.name) as "What",
            money.payment_ref as "Reference",
            money.amount as "Amount"
          from
            unbanked_money money
            join list_items mode on mode.list_item_id = money.payment_mode_id
            join clients party on party.client_id = money.party_id
          where
            money.seller_id = any (${[...user.Clients]})
          union all
          select
            null,
            deposit.day::text,
            'Deposit of batch ' || deposit.batch_id || ', ' || bank.name,
            deposit.slip_no,
            deposit.amount
          from
            unseen_deposits deposit
            join bank_accounts bank on bank.bank_account_id = deposit.bank_account_id
          where
            ${bankScope(user)}
        ) missing
      order by
        missing."Day",
        missing."TransactionId"
      limit
        50
    `,
    'banklines',
  ),
  table(
    bankLinesToMatch,
    'Bank lines to match',
    (user) => sql`
      select
        line.bank_line_id as "BankLineId",
        line.day::text as "Day",
        bank.name as "BankAccount",
        line.description as "Description",
        line.amount as "Amount",
        network_day (now()) - line.day as "AgeDays"
      from
        bank_line_rows line
        join bank_accounts bank on bank.bank_account_id = line.bank_account_id
      where
        not line.is_matched
        and ${bankScope(user)}
      order by
        line.day,
        line.bank_line_id
      limit
        50
    `,
    'banklines',
  ),
]
