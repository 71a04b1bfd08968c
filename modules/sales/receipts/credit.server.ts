// Whether the buyer may owe a sale: their present dues, in one statement, and the rule.
import { lessAmounts } from '../../../core/money.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { creditDecision } from './receipts.rules.ts'
import { paymentMode, paymentType } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'

/** `net` in rupees, `netBefore` what the same buyer owed by this sale until now. */
type Ask = {
  key: number | null
  walkIn: boolean
  sellerId: number
  buyerId: number
  net: number
  netBefore: number
  remarks: string | null
}
type Owed = {
  payment_type_id: number | null
  credit_limit: number | null
  exposure: number
  paid_in: number
  used: number
  name: string
}

const owedBy = (tx: Tx, ask: Ask): Promise<Owed> =>
  tx.one<Owed>(sql`
    select
      b.name,
      b.payment_type_id,
      b.credit_limit,
      (
        select
          coalesce(sum(due.owed), 0)
        from
          party_dues due
        where
          due.party_id = b.client_id
          and (due.sale_id = ${ask.key}) is not true
          and (
            due.invoice_id = (
              select
                own.invoice_id
              from
                sales own
              where
                own.sale_id = ${ask.key}
            )
          ) is not true
      ) as exposure,
      case
        when b.payment_type_id = ${literal(paymentType.Prepaid)} then (
          select
            coalesce(sum(t.amount), 0)
          from
            transactions t
          where
            t.giver_id = b.client_id
            and t.receiver_id = ${ask.sellerId}
            and t.kind = 'Receipt'
            and t.counts
            -- an adjusted amount was paid in before
            and t.payment_mode_id <> ${literal(paymentMode.Deposit)}
        ) - (
          select
            coalesce(sum(t.amount), 0)
          from
            transactions t
          where
            t.receiver_id = b.client_id
            and t.giver_id = ${ask.sellerId}
            and t.kind = 'Refund'
            and t.counts
        )
        else 0
      end as paid_in,
      case
        when b.payment_type_id = ${literal(paymentType.Prepaid)} then (
          select
            coalesce(sum(s.net_amount), 0)
          from
            sale_facts s
          where
            s.buyer_id = b.client_id
            and s.seller_id = ${ask.sellerId}
            and s.is_sold
            and s.sale_id is distinct from ${ask.key}
        )
        else 0
      end as used
    from
      clients b
    where
      b.client_id = ${ask.buyerId}
  `)

/**
 * Locks the buyer, adds up, refuses with 422; notifies accounts when 80 % is passed. The sums since the beginning are
 * read for prepaid buyers only: what they gave this seller less their refunds, and what they bought of it.
 */
export const checkCredit = async (tx: Tx, user: Caller, ask: Ask): Promise<void> => {
  if (ask.walkIn) return
  await tx.run(sql`
    select
      1
    from
      clients
    where
      client_id = ${ask.buyerId}
    for no key update
  `)
  const owed = await owedBy(tx, ask)
  const decision = creditDecision({
    walkIn: false,
    PaymentTypeId: owed.payment_type_id,
    CreditLimit: owed.credit_limit,
    exposure: owed.exposure,
    balance: lessAmounts(owed.paid_in, owed.used),
    NetAmount: ask.net,
    NetBefore: ask.netBefore,
    roleId: user.RoleId,
    Remarks: ask.remarks,
  })
  if (!decision.ok) throw refusedBy(decision)
  if (decision.warning !== null)
    // the user who books it is notified too: there is still time to ask for a payment
    await notifyUsers(tx, [...(await usersAt(tx, user.EntityId, [role.Accounts])), user.UserId], {
      creater: user.FullName,
      subject: `Credit of ${owed.name}`,
      content: decision.warning,
    })
}
