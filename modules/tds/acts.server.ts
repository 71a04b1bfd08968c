// Paying withheld tax to the government, entering certificates, and what follows where a payment is cancelled.
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { allOf } from '../../core/refusal.ts'
import { dayOf } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { actionOf, type FollowContext } from '../../server/module.ts'
import { invalidBy, notPermitted, obey } from '../../server/refusal.ts'
import { clientType } from '../lists/items.model.ts'
import { addMoney } from '../transactions/money.server.ts'
import { numberIsNew } from '../transactions/challans/challan-numbers.server.ts'
import { withinLimit } from '../transactions/drawer/limits.server.ts'
import { taxBeside } from '../transactions/tds/deducted.server.ts'
import { takeBackTax } from '../transactions/tds/withhold.server.ts'
import type { transactionFields } from '../transactions/transactions.model.ts'
import { checkReference, isUntaxed, mayGiveBackBy, mayUseMode } from '../transactions/transactions.rules.ts'
import { certificateFields, payTdsFields, tds } from './tds.model.ts'
import { mayCertify, mayPayTds } from './tds.rules.ts'
import { tdsPaid } from './answers.model.ts'

type Owed = { readonly TdsDeductionId: number; readonly Amount: number }
/** All that the place withheld under the section and has not paid, up to the end of the month of this one. */
const owedWith = (tx: Tx, key: number): Promise<Owed[]> =>
  tx.rows<Owed>(sql`
    select
      owed.tds_deduction_id,
      owed.amount
    from
      tds_deductions owed
      join tds_deductions this using (seller_id, section)
    where
      this.tds_deduction_id = ${key}
      and owed.kind = 'withheld'
      and owed.cancelled_at is null
      and owed.paid_by_id is null
      and owed.deducted_on < date_trunc('month', this.deducted_on) + interval '1 month'
    order by
      owed.tds_deduction_id
    for update of
      owed
  `)

/** The place that withheld, and its legal entity, which owes the government. */
const payerOf = (tx: Tx, key: number): Promise<{ PlaceId: number; EntityId: number; HolderId: number }> =>
  tx.one(sql`
    select
      place.client_id as place_id,
      coalesce(place.legal_entity_id, place.client_id) as holder_id,
      coalesce(
        place.legal_entity_id,
        (
          select
            min(entity.client_id)
          from
            clients entity
          where
            entity.client_type_id = ${literal(clientType.LegalEntity)}
        )
      ) as entity_id
    from
      tds_deductions tax
      join clients place on place.client_id = tax.seller_id
    where
      tax.tds_deduction_id = ${key}
  `)

export const payTds = actionOf(tds, {
  name: 'pay',
  permit: 'update',
  ...tdsPaid,
  summary: 'Pay the government what was withheld up to the end of the month, by one transaction',
  body: payTdsFields,
  decide: mayPayTds,
  run: async ({ tx, user, key, before, body }) => {
    if (!mayByPermit(user, 'transactions', 'create')) throw notPermitted('You do not have permission to pay')
    const may = allOf(
      mayGiveBackBy(body.PaymentModeId),
      checkReference(body),
      mayUseMode(body.PaymentModeId, user.RoleId),
    )
    if (!may.ok) throw invalidBy(may)
    const owed = await owedWith(tx, key)
    const { PlaceId, EntityId, HolderId } = await payerOf(tx, key)
    const challan = {
      ChallanNo: body.ChallanNo ?? '',
      PaymentModeId: Number(body.PaymentModeId),
      PaymentRef: body.PaymentRef ?? null,
    }
    await numberIsNew(tx, user, { tax: 'tds', placeId: PlaceId, entityId: HolderId, ...challan })
    const Amount = sumAmounts(owed.map((one) => one.Amount))
    const TransactionId = await addMoney(tx, user, {
      Date: now().toISOString(),
      GiverId: PlaceId,
      ReceiverId: EntityId,
      InvoiceId: null,
      Amount,
      Remarks: `TDS ${before.Section ?? ''} to the government, challan ${challan.ChallanNo}`,
      Kind: 'Refund',
      Purpose: 'tds',
      ...challan,
    })
    await withinLimit(tx, user, 'tax', Amount, 'ChallanNo')
    await tx.run(sql`
      update tds_deductions
      set
        paid_by_id = ${TransactionId},
        challan_no = ${challan.ChallanNo},
        row_version = row_version + 1
      where
        tds_deduction_id = any (${owed.map((one) => one.TdsDeductionId)})
    `)
    return { message: `${formatMoney(Amount, { symbol: true })} TDS paid`, TransactionId, Amount }
  },
})

export const certify = actionOf(tds, {
  name: 'certificate',
  permit: 'update',
  path: 'certificate/tds/{key}',
  summary: 'Enter the certificate of a customer for the TDS that it deducted',
  body: certificateFields,
  decide: mayCertify,
  run: async ({ tx, key, body }) => {
    await tx.run(sql`
      update tds_deductions
      set
        certificate_no = ${body.CertificateNo ?? null},
        certificate_date = ${dayOf(String(body.CertificateDate))}
      where
        tds_deduction_id = ${key}
    `)
    return { message: `Certificate ${body.CertificateNo ?? ''} is entered` }
  },
})

/** A receipt is not cancelled, and its cheque does not bounce, while its tax counts. @throws 422 */
const aloneCancelled = async (tx: Tx, receiptId: number): Promise<void> => {
  const { Tax } = await tx.one<{ Tax: number | null }>(sql`
    select
      ${taxBeside(sql`${receiptId}`)} as tax
  `)
  obey(isUntaxed({ TaxedById: Tax }))
}

/** What a cancelled transaction paid or withheld is owed as before. */
export const followMoney = async ({ tx, user, key, after }: FollowContext<typeof transactionFields>): Promise<void> => {
  if (after.Clearing === 'Bounced') await aloneCancelled(tx, key)
  if (after.IsCancelled !== true && after.ReversedById === null) return
  await aloneCancelled(tx, key)
  await takeBackTax(tx, user, { transactionId: key }, after.CancelReason ?? '')
  await tx.run(sql`
    update tds_deductions
    set
      paid_by_id = null,
      challan_no = null,
      row_version = row_version + 1
    where
      paid_by_id = ${key}
  `)
}
