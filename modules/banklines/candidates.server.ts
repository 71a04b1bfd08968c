// What a line of a bank account may be matched with: open receipts of the holder and its laboratories, and deposits.
import { sql, type Sql } from '../../server/db/db.ts'
import { sellersOf } from '../bankaccounts/opening.server.ts'

/**
 * Rows of TransactionId, BatchOutId, Day, What, Reference, Amount, the seller of a receipt, and of a deposit its batch
 * and the slip that is kept there.
 */
export const openFor = (bankAccountId: Sql): Sql => sql`
  select
    money.transaction_id as "TransactionId",
    null::int as "BatchOutId",
    network_day (money.date)::text as "Day",
    concat_ws(', ', mode.item_label, party.name) as "What",
    money.payment_ref as "Reference",
    money.amount as "Amount",
    money.seller_id,
    null::int as "BatchId",
    null::int as "SlipFileId"
  from
    unbanked_money money
    join list_items mode on mode.list_item_id = money.payment_mode_id
    join clients party on party.client_id = money.party_id
  where
    money.seller_id in (${sellersOf(bankAccountId)})
  union all
  select
    null,
    deposit.batch_out_id,
    deposit.day::text,
    'Deposit of batch ' || deposit.batch_id,
    deposit.slip_no,
    deposit.amount,
    null,
    deposit.batch_id,
    slip_of_deposit (deposit.batch_id, deposit.batch_out_id)
  from
    unseen_deposits deposit
  where
    deposit.bank_account_id = ${bankAccountId}
`
