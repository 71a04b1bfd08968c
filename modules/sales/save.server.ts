// Saving a sale: prices, discounts and totals are recomputed here; invoice, receipts, legs and credit follow in the
// same transaction.
import { isPrivileged } from '../../core/user.ts'
import { dayOf } from '../../core/dates.ts'
import { errorsOf } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { SaveContext } from '../../server/module.ts'
import { invalid, notPermitted, refused } from '../../server/refusal.ts'
import { insertRecord, updateRecord } from '../../server/table/table.ts'
import { movePromises, promiseSales } from './accession/promise.server.ts'
import { statedIn, type StateName } from '../elements/draw.rules.ts'
import { booksOpen } from '../transactions/books.server.ts'
import type { ReceiptAct } from './receipts/receipt-acts.rules.ts'
import { saveBilling, sentReceipts } from './receipts/billing.server.ts'
import { billedWith } from './receipts/excess.server.ts'
import { checkCredit } from './receipts/credit.server.ts'
import { collectionQuestion, dateErrors } from './booking/dates.rules.ts'
import { mayBeStated } from './booking/draw.rules.ts'
import { carryHeader, carryManager, firstDrawOf } from './tubes/follow.server.ts'
import { asStored, isForOther, saveLines, taxAgain, type PricedLine } from './lines/lines.server.ts'
import { checkLocked } from './lines/locked.server.ts'
import { changesManager, salesManagerOf } from './lines/sales-manager.rules.ts'
import { readParties, type Parties } from './lines/parties.server.ts'
import { checkAdditional, checkFigures, pricedLines } from './lines/priced-lines.server.ts'
import { askNewBuyer, isRepriced, repriced } from './lines/repriced.server.ts'
import { asksCredit } from './receipts/receipts.rules.ts'
import { saleFields, type Sale, type SaleDraft } from './sales.model.ts'
import { roundsBill } from './booking/rounding.rules.ts'
import { isWalkIn, keepsReferrer, referrerOf, saleTotals } from './sales.rules.ts'
import { lockedInCorrection } from './status/locked.rules.ts'
import { saleStateOf } from './status/status.rules.ts'
import { clientType, saleStatus } from '../lists/items.model.ts'

type Saving = Pick<SaveContext<typeof saleFields>, 'tx' | 'user' | 'record' | 'key'> & { before: Sale | null }

/** The sent values over the stored ones; a walk-in patient who is corrected remains the buyer. */
const mergedOf = (record: SaleDraft, before: Sale | null): SaleDraft => {
  const merged: SaleDraft = { ...before, ...record }
  const wasWalkIn = before !== null && before.PatientId === before.BuyerId
  return wasWalkIn && record.BuyerId === undefined ? { ...merged, BuyerId: merged.PatientId } : merged
}

const headerOf = (user: Caller, sale: SaleDraft, before: Sale | null): SaleDraft => ({
  ...sale,
  SaleDate: !isPrivileged(user) ? (before?.SaleDate ?? now().toISOString()) : sale.SaleDate,
})

/** Asks once whether a collection days before the sale is right. @throws 422 */
export const askEarly = (sale: SaleDraft, before: Sale | null, { EarlyCollection }: Early): void => {
  const question = EarlyCollection === true ? null : collectionQuestion(sale, before)
  if (question !== null) throw refused(question, { EarlyCollection: [question] })
}
type Early = Pick<SaleDraft, 'EarlyCollection'>

const checkDates = (sale: SaleDraft, before: Sale | null, asked: SaleDraft): void => {
  const errors = dateErrors(sale, before, now())
  if (Object.keys(errors).length > 0) throw invalid(errors)
  askEarly(sale, before, asked)
}

/** The old and the new day of a sale whose date changes. */
const soldOn = (sale: SaleDraft, before: Sale | null) =>
  sameValue(sale.SaleDate, before?.SaleDate)
    ? []
    : [sale.SaleDate, before?.SaleDate].flatMap((date) => (date ? [{ at: 'SaleDate', date }] : []))

/** Days of new or redated receipts; cancelled and corrected ones are posted today. */
const newlyDated = (receipts: readonly ReceiptAct[], before: Sale | null) => {
  const stored = new Map((before?.Invoice?.Transactions ?? []).map((row) => [row.TransactionId, row.Date]))
  return receipts
    .filter((act) => !act.Cancelled && !sameValue(act.Date, stored.get(act.TransactionId)))
    .map(({ Date: date }) => ({ at: 'Invoice.Transactions', date }))
}

/**
 * The referrer of the sale. Above role id 2 it is chosen when the sale is booked; afterwards only a manager changes
 * it, and one taken from the doctor follows the doctor. @throws 403
 */
const referrerFor = (user: Caller, record: SaleDraft, before: Sale | null, parties: Parties): number | null => {
  const mayChoose = isPrivileged(user) || before === null
  const wasChosen = before?.ReferrerId !== before?.ReferringDoctorId && parties.picked?.ClientId === before?.ReferrerId
  const referrerId =
    before && keepsReferrer(record, before, user.RoleId)
      ? before.ReferrerId
      : referrerOf({
          PatientId: parties.patient.ClientId,
          BuyerId: parties.buyer.ClientId,
          roleId: user.RoleId,
          doctor: parties.doctor,
          picked: mayChoose || wasChosen ? parties.picked : null,
        })
  const sent = record.ReferrerId ?? null
  if (!mayChoose && sent !== null && sent !== referrerId && sent !== before.ReferrerId)
    throw notPermitted('You may not change Referrer')
  return referrerId
}

/** Checks the credit when what it limits changes. */
const askCredit = async (
  tx: Tx,
  user: Caller,
  sale: SaleDraft,
  before: Sale | null,
  parties: Parties,
  net: number,
): Promise<void> => {
  const BuyerId = parties.buyer.ClientId
  const owed = before && { BuyerId: Number(before.BuyerId), NetAmount: Number(before.NetAmount) }
  if (!asksCredit({ BuyerId, NetAmount: net }, owed)) return
  await checkCredit(tx, user, {
    key: before?.SaleId ?? null,
    walkIn: isWalkIn({ PatientId: parties.patient.ClientId, BuyerId }),
    sellerId: parties.seller.ClientId,
    buyerId: BuyerId,
    net,
    netBefore: owed?.BuyerId === BuyerId ? owed.NetAmount : 0,
    remarks: sale.OverrideRemarks ?? null,
  })
}

const isOfAnother = (record: SaleDraft, before: Sale): boolean =>
  !sameValue(record.PatientId ?? before.PatientId, before.PatientId)
/** What was stated of the patient before is not known of another one, and with a pregnancy its weeks are gone. */
const ofPatient = (record: SaleDraft, before: Sale | null): SaleDraft => {
  if (before === null) return record
  if (isOfAnother(record, before)) return { ...record, ...statedIn(record) }
  const isEnded = record.Pregnancy !== undefined && record.Pregnancy !== 'yes'
  return isEnded ? { ...record, PregnancyWeeks: record.PregnancyWeeks ?? null } : record
}

/**
 * The day for which the weeks of a pregnancy are stated: that of the draw when they are; then it stays. `drawn`: in a
 * correction, whose weeks are stated even where they are the same.
 */
const weeksOn = (sale: SaleDraft, sent: SaleDraft, before: Sale | null, drawn: string | null): string | null => {
  const [at, isCorrection] = [drawn ?? sale.CollectionDate, drawn !== null]
  if (sale.PregnancyWeeks == null || !at) return null
  const isSaid = isCorrection
    ? sent.PregnancyWeeks != null
    : sent.PregnancyWeeks !== undefined && !sameValue(sent.PregnancyWeeks, before?.PregnancyWeeks)
  return before?.PregnancyWeeksOn && !isSaid && !isOfAnother(sent, before) ? before.PregnancyWeeksOn : dayOf(at)
}

/** Whether a line was taken off. */
const losesLine = ({ SaleProducts: kept }: SaleDraft, before: Sale): boolean =>
  kept !== undefined &&
  kept !== null &&
  before.SaleProducts.some((line) => !kept.some(({ SaleProductId }) => SaleProductId === line.SaleProductId))

/**
 * Another draw moves all that is promised, another report date what was promised for it. A line that was taken off
 * while the sale was unlocked is waited for no longer.
 */
const promiseAgain = async (tx: Tx, key: number, record: SaleDraft, before: Sale): Promise<void> => {
  const isMoved = (name: 'CollectionDate' | 'ReportDate'): boolean =>
    record[name] !== undefined && !sameValue(record[name], before[name])
  if (isMoved('CollectionDate')) await movePromises(tx, [key])
  else if (isMoved('ReportDate')) await movePromises(tx, [key], sql`placed.promised_hours is null`)
  else if (losesLine(record, before)) await promiseSales(tx, [key])
}

/** The save of the door: answers the key. */
export const saveSale = async (context: Saving): Promise<number> => {
  const { before } = context
  // locked lines are priced for a new buyer, whatever was sent of them
  const { SaleProducts: _, ...others } = context.record
  const record = isRepriced(mergedOf(context.record, before), before) ? others : context.record
  const key = await write({ ...context, record: ofPatient(before ? checkLocked(record, before) : record, before) })
  if (before) await promiseAgain(context.tx, key, record, before)
  return key
}

/** What a correction may change of a sale whose report is issued. */
export type Corrected = Partial<
  Pick<SaleDraft, 'PatientId' | 'ReferringDoctorId' | 'CollectionDate' | 'LRN' | StateName | 'EarlyCollection'>
>
/**
 * "Correct patient" and "Correct details": they change a sale although its report is issued, and dependent records
 * follow as in a save; prices, referrer and credit do not change. The caller amends the report. Invoices that cannot
 * follow still refuse. Answers the key.
 */
export const correctSale = async (
  context: Omit<Saving, 'record'> & { record: Corrected; before: Sale },
): Promise<number> => {
  checkLocked(context.record, context.before, lockedInCorrection(saleStateOf(context.before)))
  const key = await write({ ...context, record: ofPatient(context.record, context.before) }, true)
  await context.tx.doLate()
  return key
}

type Figures = { lines: readonly PricedLine[]; referrerId: number | null }
/** Lines with their prices, and the referrer, as allowed. @throws 400, 403, 422 */
const figuresOf = async (
  tx: Tx,
  user: Caller,
  record: SaleDraft,
  sale: SaleDraft,
  before: Sale | null,
  parties: Parties,
): Promise<Figures> => {
  const referrerId = referrerFor(user, record, before, parties)
  if (isRepriced(sale, before)) {
    const lines = await repriced(tx, sale, before, referrerId)
    checkAdditional(user, lines, { sale, before, referrerId })
    return { lines, referrerId }
  }
  const lines = await pricedLines(tx, user, { sale, before, referrerId })
  checkFigures(user, lines, { sale, before, referrerId }, parties.doctor)
  return { lines, referrerId }
}
const storedFigures = (before: Sale): Figures => ({
  lines: before.SaleProducts.map(asStored),
  referrerId: before.ReferrerId,
})

const write = async ({ tx, user, record, before, key }: Saving, isCorrection = false): Promise<number> => {
  const merged = mergedOf(record, before)
  const parties = await readParties(tx, merged)
  const { patient, buyer } = parties
  const asked = { PatientId: patient.ClientId, BuyerId: buyer.ClientId, BuyerPaymentTypeId: buyer.PaymentTypeId }
  if (buyer.ClientTypeId === clientType.Patient && !isWalkIn(asked))
    throw invalid({ BuyerId: ['The buyer can be the patient or an organisation, not another patient'] })
  const dated = headerOf(user, merged, before)
  checkDates(dated, before, record)
  const stated = mayBeStated(dated, before, parties.patient)
  if (!stated.ok) throw invalid(errorsOf(stated))
  await booksOpen(tx, parties.seller.ClientId, soldOn(dated, before))
  if (!isCorrection) await askNewBuyer(tx, user, dated, before)
  const { lines, referrerId } =
    isCorrection && before ? storedFigures(before) : await figuresOf(tx, user, record, dated, before, parties)
  const sale: SaleDraft = { ...dated, ReferrerId: referrerId }
  const rounds = roundsBill(asked, before)
  const totals = saleTotals(lines, sale.AddlDiscount ?? 0, 0, rounds)
  const receipts = sentReceipts(record, before, user, String(sale.SaleDate))
  await booksOpen(tx, parties.seller.ClientId, newlyDated(receipts, before))
  if (!isCorrection) await askCredit(tx, user, record, before, parties, totals.NetAmount)
  const isMoved = !before || changesManager(before, { ...sale, BuyerId: asked.BuyerId })
  // the planned collection may be another day
  const drawn = isCorrection && key !== null ? ((await firstDrawOf(tx, key)) ?? sale.CollectionDate ?? null) : null
  const computed = {
    PatientName: parties.patient.Name,
    ReferrerId: referrerId,
    BuyerId: parties.buyer.ClientId,
    GrossAmount: totals.GrossAmount,
    Discount: totals.Discount,
    AddlDiscount: sale.AddlDiscount ?? 0,
    NetAmount: totals.NetAmount,
    IsRounded: rounds,
    PregnancyWeeksOn: weeksOn(sale, record, before, drawn),
    ...(isMoved && { SalesManagerId: salesManagerOf(parties) }),
  }
  const billed = before ? {} : billedWith({ ...asked, net: totals.NetAmount, overpaid: record.Overpaid }, receipts)
  if (before && key !== null) await carryHeader(tx, user, key, sale, before)
  const id =
    key ??
    (await insertRecord(
      tx,
      'sales',
      'sale_id',
      saleFields,
      { ...sale, IsStat: sale.IsStat ?? false },
      { ...computed, ...billed, CreatedBy: user.UserId },
    ))
  const isOpen =
    !before || Number(before.StatusId) < saleStatus.Accessioned || (!isCorrection && isRepriced(dated, before))
  // sent one after another without waiting for the answers
  await Promise.all([
    key === null
      ? undefined
      : updateRecord(tx, 'sales', 'sale_id', key, saleFields, { ...record, SaleDate: sale.SaleDate }, computed),
    key !== null && isMoved ? carryManager(tx, key) : undefined,
    isOpen ? saveLines(tx, id, lines, before?.SaleProducts ?? []) : undefined,
    before && (before.SellerId !== parties.seller.ClientId || before.BuyerId !== asked.BuyerId)
      ? taxAgain(tx, id, before)
      : undefined,
    saveBilling(
      tx,
      user,
      {
        ...asked,
        saleId: id,
        sellerId: parties.seller.ClientId,
        net: totals.NetAmount,
        overpaid: record.Overpaid,
        remarks: record.OverrideRemarks ?? null,
        reason: record.ReceiptReason ?? null,
        isForOther: isOpen && isForOther(lines, before?.SaleProducts ?? []),
      },
      receipts,
      before,
    ),
  ])
  return id
}
