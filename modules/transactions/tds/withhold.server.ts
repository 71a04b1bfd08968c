// Tax that is withheld from what a party is paid: its amount by the rate of the day, its record and its posting.
import { dayOf, financialYear } from '../../../core/dates.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import { postWithheld } from '../../ledger/tds.server.ts'
import { clientType } from '../../lists/items.model.ts'
import { cancelSettled } from '../acts/cancel-settled.server.ts'
import { panOf, taxOf, type Due, type Rate } from './tds.rules.ts'

const { LegalEntity, Lab, CollectionCentre, Referrer, Doctor } = clientType
export type Payee = { readonly sellerId: number; readonly partyId: number }
export type Tax = Due & { readonly section: string; readonly pan: string | null }

type Known = Rate & {
  readonly Section: string
  readonly TaxId: string | null
  readonly Paid: number
  readonly Taxed: number
}
/** The rate of today, and what the legal entity of the seller paid the party in the financial year. */
const knownOf = (tx: Tx, { sellerId, partyId }: Payee): Promise<Known | undefined> => {
  const { firstDay, lastDay } = financialYear(now())
  return tx.maybe<Known>(sql`
    with
      places as (
        select
          place.client_id
        from
          clients place
        where
          -- read by their type: most clients are patients
          place.client_type_id in (${literal(LegalEntity, Lab, CollectionCentre)})
          and coalesce(place.legal_entity_id, place.client_id) = (
            select
              coalesce(seller.legal_entity_id, seller.client_id)
            from
              clients seller
            where
              seller.client_id = ${sellerId}
          )
      ),
      withheld as (
        select
          coalesce(sum(base_amount), 0) as base,
          -- the tax of a purchase bill is a payment itself
          coalesce(
            sum(amount) filter (
              where
                withheld_as_id is null
            ),
            0
          ) as amount
        from
          tds_deductions
        where
          kind = 'withheld'
          and party_id = ${partyId}
          and seller_id in (table places)
          and deducted_on between ${firstDay} and ${lastDay}
          and cancelled_at is null
      ),
      money as (
        select
          coalesce(sum(paid.amount), 0) as amount
        from
          transactions paid
        where
          paid.invoice_id is null
          and paid.counts
          and paid.kind = 'Refund'
          and paid.receiver_id = ${partyId}
          and paid.giver_id in (table places)
          -- neither a payment that its opposite took back, in whatever year, nor the opposite of a receipt
          and paid.reverses_id is null
          and not exists (
            select
              1
            from
              transactions back
            where
              back.reverses_id = paid.transaction_id
          )
          and network_day (paid.date) between ${firstDay} and ${lastDay}
      ),
      gst as (
        select
          coalesce(round(sum(put.amount * bill.gst_amount / bill.total_amount), 2), 0) as amount
        from
          allocations put
          join purchase_bills bill on bill.purchase_bill_id = put.to_bill_id
          join transactions payment on payment.transaction_id = put.from_transaction_id
        where
          put.party_id = ${partyId}
          and put.seller_id in (table places)
          and put.undone_at is null
          and network_day (payment.date) between ${firstDay} and ${lastDay}
      )
    select
      rates.section,
      coalesce(party.tds_rate, rates.rate) as rate,
      rates.rate_without_pan,
      rates.threshold,
      party.registration_key as tax_id,
      money.amount + withheld.amount - gst.amount as paid,
      withheld.base as taxed
    from
      clients party
      cross join withheld
      cross join money
      cross join gst
      cross join lateral (
        select
          *
        from
          tds_rates
        where
          effective_from_date <= ${dayOf(now())}
          and paid_for = case
            when party.client_type_id in (${literal(Referrer, Doctor)}) then 'commission'
            else party.tds_on
          end
        order by
          effective_from_date desc
        limit
          1
      ) rates
    where
      party.client_id = ${partyId}
  `)
}

/** The tax of a payment of today; who pays holds the party, so that two payments see each other. */
export const taxOfPayment = async (tx: Tx, payee: Payee, payment: number): Promise<Tax | undefined> => {
  const known = await knownOf(tx, payee)
  if (!known) return undefined
  const pan = panOf(known.TaxId)
  const due = taxOf(payment, known, known, pan)
  return due && { ...due, section: known.Section, pan }
}

/** The payment that it is withheld from, null where the tax takes all; and the payment without money that it is. */
type Of = { readonly transactionId: number | null; readonly withheldAsId?: number }
/** Records the tax of a payment of today; answers its key. */
export const insertWithheld = async (
  tx: Tx,
  user: Caller,
  { sellerId, partyId }: Payee,
  tax: Tax,
  { transactionId, withheldAsId }: Of,
): Promise<number> => {
  const at = now().toISOString()
  const { TdsDeductionId } = await tx.one<{ TdsDeductionId: number }>(sql`
    insert into
      tds_deductions (
        kind,
        seller_id,
        party_id,
        section,
        rate,
        pan,
        base_amount,
        amount,
        deducted_on,
        transaction_id,
        withheld_as_id,
        created_at,
        created_by
      )
    values
      (
        'withheld',
        ${sellerId},
        ${partyId},
        ${tax.section},
        ${tax.rate},
        ${tax.pan},
        ${tax.base},
        ${tax.amount},
        ${dayOf(at)},
        ${transactionId},
        ${withheldAsId ?? null},
        ${at},
        ${user.UserId}
      )
    returning
      tds_deduction_id
  `)
  return TdsDeductionId
}

/** Records and posts the tax of a commission; answers its key. */
export const withhold = async (
  tx: Tx,
  user: Caller,
  payee: Payee,
  tax: Tax,
  transactionId: number | null,
): Promise<number> => {
  const tdsDeductionId = await insertWithheld(tx, user, payee, tax, { transactionId })
  const { section, amount } = tax
  await postWithheld(tx, { tdsDeductionId, ...payee, section, amount }, now().toISOString())
  return tdsDeductionId
}

type Withheld = {
  readonly TdsDeductionId: number
  readonly SellerId: number
  readonly PartyId: number
  readonly Section: string
  readonly Amount: number
  readonly PaidById: number | null
  readonly WithheldAsId: number | null
}
/** Of a payment, the payment without money that it is, or the tax itself. */
type Which = { readonly transactionId: number } | { readonly tdsDeductionId: number }
/** Tax of a payment that is cancelled is owed to the party again, today. @throws 422 once it is paid */
export const takeBackTax = async (tx: Tx, user: Caller, which: Which, reason: string): Promise<void> => {
  const held = await tx.maybe<Withheld>(sql`
    select
      tds_deduction_id,
      seller_id,
      party_id,
      section,
      amount,
      paid_by_id,
      withheld_as_id
    from
      tds_deductions
    where
      ${'transactionId' in which
        ? sql`${which.transactionId} in (transaction_id, withheld_as_id)`
        : sql`tds_deduction_id = ${which.tdsDeductionId}`}
      and kind = 'withheld'
      and cancelled_at is null
    for update
  `)
  if (!held) return
  if (held.PaidById !== null)
    throw refused(`Its TDS was paid to the government by transaction ${held.PaidById}. Cancel that one first`)
  await tx.run(sql`
    update tds_deductions
    set
      cancelled_at = ${now().toISOString()},
      row_version = row_version + 1
    where
      tds_deduction_id = ${held.TdsDeductionId}
  `)
  const { TdsDeductionId: tdsDeductionId, SellerId: sellerId, PartyId: partyId, Section, Amount } = held
  if (held.WithheldAsId === null)
    await postWithheld(
      tx,
      { tdsDeductionId, sellerId, partyId, section: Section, amount: Amount },
      now().toISOString(),
      -1,
    )
  else if (!('transactionId' in which && which.transactionId === held.WithheldAsId))
    await cancelSettled(tx, user, held.WithheldAsId, reason)
}
