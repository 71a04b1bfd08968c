// Whether the buyer may owe a sale: their present dues, in one statement, and the rule.
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { seconded } from '../../../server/door/second.ts'
import { refusedBy, type Refusal } from '../../../server/refusal.ts'
import { holdBalance } from '../../ledger/hold.server.ts'
import { creditDecision } from './receipts.rules.ts'
import type { Refused } from '../../../core/refusal.ts'
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
  /** False where the user does not work for the seller, who lends. */
  mayOverride?: boolean
}
type Owed = {
  PaymentTypeId: number | null
  CreditLimit: number | null
  Exposure: number
  /** What the buyer has with this seller beyond all that it owes it. */
  Balance: number
  Name: string
}

/** Of party_dues `due`: all but this sale and its invoice. */
const otherThan = (key: number | null): Sql => sql`
  (due.sale_id = ${key}) is not true
  and (
    due.invoice_id = (
      select
        own.invoice_id
      from
        sales own
      where
        own.sale_id = ${key}
    )
  ) is not true
`

const owedBy = (tx: Tx, ask: Ask): Promise<Owed> =>
  tx.one<Owed>(sql`
    select
      client.name,
      client.payment_type_id,
      client.credit_limit,
      (
        select
          coalesce(sum(due.owed), 0)
        from
          party_dues due
        where
          due.party_id = client.client_id
          and ${otherThan(ask.key)}
      ) as exposure,
      (
        select
          coalesce(- sum(due.owed), 0)
        from
          party_dues due
        where
          due.party_id = client.client_id
          and due.seller_id = ${ask.sellerId}
          and ${otherThan(ask.key)}
      ) as balance
    from
      clients client
    where
      client.client_id = ${ask.buyerId}
  `)

/**
 * Locks the buyer, adds up, refuses with 422; notifies accounts when 80 % is passed. Only
 * what is open is read, never the buyer's past.
 */
export const checkCredit = async (
  tx: Tx,
  user: Caller,
  ask: Ask,
  toRefusal: (refused: Refused, buyer: string) => Refusal = refusedBy,
): Promise<void> => {
  if (ask.walkIn) return
  await holdBalance(tx, ask.buyerId)
  const owed = await owedBy(tx, ask)
  const decision = creditDecision({
    walkIn: false,
    PaymentTypeId: owed.PaymentTypeId,
    CreditLimit: owed.CreditLimit,
    exposure: owed.Exposure,
    balance: owed.Balance,
    NetAmount: ask.net,
    NetBefore: ask.netBefore,
    // a role that lends nothing
    roleId: ask.mayOverride === false ? role.Auditor : user.RoleId,
    Remarks: ask.remarks,
  })
  if (!decision.ok) {
    // only who works for the seller lends its money
    const second = user.Second?.Clients
    const lends = second === undefined || second.includes(ask.sellerId)
    if (!lends || !seconded(user, decision).ok) throw toRefusal(decision, owed.Name)
    return
  }
  if (decision.warning !== null)
    // the user who books it is notified too: there is still time to ask for a payment
    await notifyUsers(tx, [...(await usersAt(tx, user.EntityId, [role.Accounts])), user.UserId], {
      creater: user.FullName,
      subject: `Credit of ${owed.Name}`,
      content: decision.warning,
    })
}
