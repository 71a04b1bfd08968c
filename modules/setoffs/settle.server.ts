// Settling what two places owe each other: a receipt without money in the books of each, equal to the paisa, and the
// payment of the rest.
import { formatMoney } from '../../core/money.ts'
import { allOf, must } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { DraftOf } from '../../core/model.ts'
import { invalid, invalidBy, refused } from '../../server/refusal.ts'
import { holdFree } from '../ledger/hold.server.ts'
import { paymentMode } from '../lists/items.model.ts'
import { putOnOldest } from '../transactions/allocations/free.server.ts'
import { checkNewReferences } from '../transactions/drawer/references.server.ts'
import { addMoney } from '../transactions/money.server.ts'
import { checkReference, mayGiveBackBy, mayUseMode } from '../transactions/transactions.rules.ts'
import type { setOffFields } from './setoffs.model.ts'
import { maySetOff, netOf } from './setoffs.rules.ts'

type Draft = DraftOf<typeof setOffFields>
type Sides = {
  readonly First: number
  readonly Second: number
  readonly FirstName: string
  readonly SecondName: string
}

/** What each is owed by the other and is invoiced, less what was paid on account. */
const owedBetween = (tx: Tx, first: number, second: number): Promise<Sides> =>
  tx.one<Sides>(sql`
    select
      coalesce(
        sum(due.owed) filter (
          where
            due.seller_id = ${first}
        ),
        0
      ) as first,
      coalesce(
        sum(due.owed) filter (
          where
            due.seller_id = ${second}
        ),
        0
      ) as second,
      (
        select
          name
        from
          clients
        where
          client_id = ${first}
      ) as first_name,
      (
        select
          name
        from
          clients
        where
          client_id = ${second}
      ) as second_name
    from
      (
        values
          (${second}::int, ${first}::int),
          (${first}::int, ${second}::int)
      ) side (party_id, seller_id)
      cross join lateral (
        select
          owed,
          dues.seller_id
        from
          party_dues dues
        where
          dues.party_id = side.party_id
          and dues.seller_id = side.seller_id
          and dues.kind <> 'sale'
      ) due
  `)

type Receipt = { readonly from: number; readonly to: number; readonly amount: number; readonly remarks: string }
/** A receipt on account, put on what the debtor owes, the oldest first. */
const received = async (
  tx: Tx,
  user: Caller,
  { from, to, amount, remarks }: Receipt,
  paid?: { readonly PaymentModeId: number; readonly PaymentRef: string | null },
): Promise<number> => {
  const id = await addMoney(tx, user, {
    Date: now().toISOString(),
    GiverId: from,
    ReceiverId: to,
    InvoiceId: null,
    Amount: amount,
    PaymentModeId: paid?.PaymentModeId ?? paymentMode.WriteOff,
    PaymentRef: paid?.PaymentRef ?? null,
    Remarks: remarks,
    Kind: 'Receipt',
    Purpose: paid ? null : 'set off',
  })
  await putOnOldest(tx, user.UserId, { buyerId: from, sellerId: to }, { transactionId: id })
  return id
}

type Rest = { readonly from: number; readonly to: number; readonly rest: number; readonly remarks: string }
/** The payment of the rest, where one is made. @throws 400 */
const payRest = async (
  tx: Tx,
  user: Caller,
  record: Draft,
  { from, to, rest, remarks }: Rest,
): Promise<number | null> => {
  const { PaymentModeId = null, PaymentRef = null } = record
  if (PaymentModeId === null) return null
  const may = allOf(
    must(rest > 0, 'Both owe the same: no rest is left to pay', { at: 'PaymentModeId' }),
    mayGiveBackBy(PaymentModeId),
    checkReference({ PaymentModeId, PaymentRef }),
    mayUseMode(PaymentModeId, user.RoleId),
  )
  if (!may.ok) throw invalidBy(may)
  const referred = { TransactionId: null, PaymentModeId, PaymentRef, Amount: rest }
  await checkNewReferences(tx, user, to, [referred], 'PaymentRef')
  return received(tx, user, { from, to, amount: rest, remarks }, { PaymentModeId, PaymentRef })
}

/** Settles two places that the user works for; answers the key. @throws 422 where one owes nothing */
export const settle = async (tx: Tx, user: Caller, record: Draft): Promise<number> => {
  const [first, second] = [Number(record.FirstId), Number(record.SecondId)]
  if (first === second) throw invalid({ SecondId: ['Choose two places'] })
  await holdFree(tx, [first, second])
  const owed = await owedBetween(tx, first, second)
  const may = maySetOff(owed, { first: owed.FirstName, second: owed.SecondName })
  if (!may.ok) throw refused(may.reason, { SecondId: [may.reason] })
  const { amount, rest, debtor } = netOf(owed)
  const remarks = `Settlement of ${owed.FirstName} and ${owed.SecondName}`
  const firstId = await received(tx, user, { from: second, to: first, amount, remarks })
  const secondId = await received(tx, user, { from: first, to: second, amount, remarks })
  const [from, to] = debtor === 'first' ? [first, second] : [second, first]
  const paymentId = await payRest(tx, user, record, { from, to, rest, remarks })
  const { SetOffId } = await tx.one<{ SetOffId: number }>(sql`
    insert into
      set_offs (
        first_id,
        second_id,
        first_owed,
        second_owed,
        amount,
        first_transaction_id,
        second_transaction_id,
        payment_id,
        remarks,
        created_at,
        created_by
      )
    values
      (
        ${first},
        ${second},
        ${owed.First},
        ${owed.Second},
        ${amount},
        ${firstId},
        ${secondId},
        ${paymentId},
        ${record.Remarks ?? null},
        ${now().toISOString()},
        ${user.UserId}
      )
    returning
      set_off_id
  `)
  return SetOffId
}

/** The outcome in words. */
export const settledText = (amount: number): string => `${formatMoney(amount, { symbol: true })} is set off`
