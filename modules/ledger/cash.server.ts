// What moves money between the network's own hands, its bank accounts, and what it is spent on.
import { formatDate } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { atBank, inHands, ownAccount, post, type Side } from './posting.server.ts'

/** What a bank account began with, on the day that it was entered with; a correction of it today. */
export const postBankOpening = (
  tx: Tx,
  opening: { bankAccountId: number; ownerId: number; name: string; day: string; amount: number },
): Promise<void> =>
  post(tx, {
    date: opening.day,
    voucherType: 'Opening balance',
    invoiceId: null,
    transactionId: null,
    sellerId: opening.ownerId,
    partyId: opening.ownerId,
    debit: atBank(opening.bankAccountId),
    credit: { account: 'opening' },
    amount: opening.amount,
    particulars: `Opening balance of ${opening.name}`,
  })

export type Out = {
  batchOutId: number
  batchId: number
  placeId: number
  /** Below zero where it is reversed. */
  amount: number
  /** ISO: its own day, or now where it is cancelled. */
  date: string
}

/** Cash of a batch that was brought to the bank. */
export const postDeposit = (
  tx: Tx,
  deposit: Out & { bankAccountId: number; slipNo: string; day: string },
): Promise<void> =>
  post(tx, {
    date: deposit.date,
    voucherType: 'Deposit',
    invoiceId: null,
    transactionId: null,
    batchOutId: deposit.batchOutId,
    sellerId: deposit.placeId,
    partyId: deposit.placeId,
    debit: atBank(deposit.bankAccountId),
    credit: inHands,
    amount: deposit.amount,
    particulars: `Slip ${deposit.slipNo} of ${formatDate(deposit.day)}, batch ${deposit.batchId}`,
  })

/**
 * Petty cash that was paid out of a batch: an expense, or what the legal entity's own account is. `spentAt`: the place
 * whose expense it is, where that was merged into the one that has the cash.
 */
export const postPaidOut = async (
  tx: Tx,
  paid: Out & { category: string; ledgerAccountId: number | null; spentAt?: number },
): Promise<void> => {
  const { placeId, spentAt = placeId } = paid
  const spent: Side = paid.ledgerAccountId === null ? { account: 'expenses' } : ownAccount(paid.ledgerAccountId)
  const merged: Side = { account: 'merged' }
  const postAt = (place: number, debit: Side, credit: Side): Promise<void> =>
    post(tx, {
      date: paid.date,
      voucherType: 'Paid out',
      invoiceId: null,
      transactionId: null,
      batchOutId: paid.batchOutId,
      sellerId: place,
      partyId: place,
      debit,
      credit,
      amount: paid.amount,
      particulars: `${paid.category}, batch ${paid.batchId}`,
    })
  if (spentAt === placeId) return postAt(placeId, spent, inHands)
  // a posting is of one place, so that the books of each add up
  await postAt(spentAt, spent, merged)
  await postAt(placeId, merged, inHands)
}

/**
 * Whose expense it is that was paid out: a merge leaves it with the place that spent it, and moves what is in an
 * asset or a liability of the kept one's legal entity.
 */
export const spentAt = async (tx: Tx, batchOutId: number, placeId: number): Promise<number> =>
  (
    await tx.maybe<{ Place: number }>(sql`
      select
        case
          when own.kind in ('asset', 'liability')
          and own.entity_id = coalesce(kept.legal_entity_id, kept.client_id) then kept.client_id
          else entry.seller_id
        end as place
      from
        ledger_entries entry
        join clients kept on kept.client_id = ${placeId}
        left join ledger_accounts own using (ledger_account_id)
      where
        entry.batch_out_id = ${batchOutId}
        and entry.account in ('expenses', 'own')
      order by
        entry.ledger_entry_id
      limit
        1
    `)
  )?.Place ?? placeId

/** ISO: now, for what corrects. */
export const today = (): string => now().toISOString()
