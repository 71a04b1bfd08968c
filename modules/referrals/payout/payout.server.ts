// Pays a referrer: all that a seller has delivered to them by one transaction, never more than the ledger owes.
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { allOf } from '../../../core/refusal.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import type { Caller } from '../../../server/caller.ts'
import { actionOf } from '../../../server/module.ts'
import { notPermitted, refused } from '../../../server/refusal.ts'
import { referralStatus } from '../../lists/items.model.ts'
import { commissionOwed } from '../../transactions/commission-owed.server.ts'
import { payNet } from '../../transactions/tds/pay-net.server.ts'
import { paidText } from '../../transactions/tds/tds.rules.ts'
import { taxOfPayment, withhold } from '../../transactions/tds/withhold.server.ts'
import { mayUseMode } from '../../transactions/transactions.rules.ts'
import { payoutFields, referrals } from '../referrals.model.ts'
import { mayPay, mayPayBy } from './payout.rules.ts'
import { referralPaid } from '../answers.model.ts'

type Delivered = { readonly ReferralId: number; readonly Amount: number }
type Parties = { readonly sellerId: number; readonly referrerId: number }

/** All delivered referrals of a referrer at a seller: what one takes back lowers the others. */
const deliveredTo = async (tx: Tx, { sellerId, referrerId }: Parties): Promise<Delivered[]> =>
  tx.rows<Delivered>(sql`
    select
      referral.referral_id,
      total.amount
    from
      referrals referral
      join referral_totals total using (referral_id)
    where
      referral.seller_id = ${sellerId}
      and referral.referrer_id = ${referrerId}
      and referral.status_id = ${literal(referralStatus.Delivered)}
    order by
      referral.referral_id
    for update of
      referral
  `)

/** By a transaction; by the tax where that takes all; by neither where earlier payments had covered it. */
type PaidBy = { readonly transactionId: number | null; readonly taxId: number | null }
const markPaid = (tx: Tx, paid: readonly Delivered[], { transactionId, taxId }: PaidBy): Promise<number> =>
  tx.run(sql`
    update referrals
    set
      status_id = ${literal(referralStatus.Paid)},
      paid_by_id = ${transactionId},
      withheld_by_id = ${transactionId === null ? taxId : null},
      row_version = row_version + 1
    where
      referral_id = any (${paid.map((one) => one.ReferralId)})
  `)

/** The others that are paid with this one have a history of their own. */
const auditOthers = async (tx: Tx, user: Caller, key: number, paid: readonly Delivered[]): Promise<void> => {
  for (const { ReferralId: formId } of paid.filter((one) => one.ReferralId !== key))
    await writeAudit(tx, user, {
      module: 'referrals',
      formId,
      action: 'pay',
      remarks: `Paid with referral ${key}`,
      changes: { StatusId: [referralStatus.Delivered, referralStatus.Paid] },
    })
}

const namesOf = (paid: readonly Delivered[]): string =>
  `${paid.length === 1 ? 'Referral' : 'Referrals'} ${paid.map((one) => one.ReferralId).join(', ')}`

export const pay = actionOf(referrals, {
  name: 'pay',
  permit: 'update',
  ...referralPaid,
  summary: 'Pay a referrer all that is delivered, by one transaction',
  body: payoutFields,
  decide: (record, user, body) => allOf(mayPay(record), mayPayBy(body), mayUseMode(body.PaymentModeId, user.RoleId)),
  run: async ({ tx, user, key, before, body }) => {
    if (!mayByPermit(user, 'transactions', 'create')) throw notPermitted('You do not have permission to pay')
    const parties = { sellerId: Number(before.SellerId), referrerId: Number(before.ReferrerId) }
    const owed = await commissionOwed(tx, parties.sellerId, parties.referrerId)
    const paid = await deliveredTo(tx, parties)
    const sum = sumAmounts(paid.map((one) => one.Amount))
    if (compareAmounts(sum, 0) < 0)
      throw refused(
        `What is delivered comes to ${formatMoney(sum, { symbol: true })}: it is settled with the next referral`,
      )
    const Amount = Math.min(sum, Math.max(0, owed))
    const payee = { sellerId: parties.sellerId, partyId: parties.referrerId }
    const tax = compareAmounts(Amount, 0) > 0 ? await taxOfPayment(tx, payee, Amount) : undefined
    const Net = lessAmounts(Amount, tax?.amount ?? 0)
    const TransactionId = await payNet(tx, user, payee, {
      net: Net,
      mode: body.PaymentModeId,
      reference: body.PaymentRef,
      remarks: [namesOf(paid), body.Remarks].filter(Boolean).join('. '),
    })
    const taxId = tax ? await withhold(tx, user, payee, tax, TransactionId) : null
    await markPaid(tx, paid, { transactionId: TransactionId, taxId })
    await auditOthers(tx, user, key, paid)
    const message =
      compareAmounts(Amount, 0) === 0
        ? `${namesOf(paid)}: paid already by earlier payments`
        : `${namesOf(paid)}: ${paidText(Net, tax)}`
    return { message, TransactionId, Amount, Tds: tax?.amount ?? 0, Net }
  },
})
