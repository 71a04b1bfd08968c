// Whether the buyer may owe a sale: what they owe already, in one statement, and the rule.
import { sql, type Tx } from '../../server/db.ts'
import type { Caller } from '../../server/module.ts'
import { notifyUsers, usersAt } from '../../server/notify.ts'
import { refused } from '../../server/refusal.ts'
import { creditDecision } from './receipts.rules.ts'

type Ask = { key: number | null; walkIn: boolean; buyerId: number; net: number; remarks: string | null }
type Owed = {
  payment_type_id: number | null
  credit_limit: number | null
  opening_balance: number | null
  unpaid: number
  uninvoiced: number
  paid_in: number
  used: number
  name: string
}

/** Locks the buyer (first in the order of locks), adds up, refuses with 422; past 80 % accounts is told. */
export const checkCredit = async (tx: Tx, user: Caller, ask: Ask): Promise<void> => {
  if (ask.walkIn) return
  await tx.run(sql`select 1 from clients where client_id = ${ask.buyerId} for no key update`)
  const owed = await tx.one<Owed>(sql`select b.name, b.payment_type_id, b.credit_limit, b.opening_balance,
    (select coalesce(sum(i.net_amount - i.paid), 0) from invoices i where i.buyer_id = b.client_id and not i.is_cancelled and not exists (select 1 from sales s where s.invoice_id = i.invoice_id and s.sale_id = ${ask.key})) as unpaid,
    (select coalesce(sum(s.net_amount), 0) from sales s where s.buyer_id = b.client_id and s.invoice_id is null and s.status_id not in (90, 91) and s.sale_id is distinct from ${ask.key}) as uninvoiced,
    (select coalesce(sum(case when t.kind = 'Refund' then -t.amount else t.amount end), 0) from transactions t where not t.is_cancelled and b.client_id in (t.giver_id, t.receiver_id) and t.kind <> 'Batch transfer') as paid_in,
    (select coalesce(sum(s.net_amount), 0) from sales s where s.buyer_id = b.client_id and s.status_id not in (90, 91) and s.sale_id is distinct from ${ask.key}) as used
    from clients b where b.client_id = ${ask.buyerId}`)
  const decision = creditDecision({
    walkIn: false,
    PaymentTypeId: owed.payment_type_id,
    CreditLimit: owed.credit_limit,
    exposure: Number(owed.opening_balance ?? 0) + owed.unpaid + owed.uninvoiced,
    balance: owed.paid_in - owed.used,
    NetAmount: ask.net,
    roleId: user.RoleId,
    Remarks: ask.remarks,
  })
  if (!decision.ok) throw refused(decision.reason)
  if (decision.warning !== null)
    await notifyUsers(tx, await usersAt(tx, user.EntityId, [7]), {
      creater: user.FullName,
      subject: `Credit of ${owed.name}`,
      content: decision.warning,
    })
}
