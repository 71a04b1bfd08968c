// Entering a purchase bill: each line is compared with the work that was sent and its price; what it comes to is owed.
import { addDays, dayOf, financialYear, formatDate, startOfDay } from '../../core/dates.ts'
import { lessAmounts } from '../../core/money.ts'
import { must, type Decision } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { invalid, invalidBy, obey } from '../../server/refusal.ts'
import { holdBalance, holdFree } from '../ledger/hold.server.ts'
import { postPurchase } from '../ledger/purchases.server.ts'
import { putOnBills } from '../transactions/allocations/bills.server.ts'
import { closedTill } from '../transactions/books.server.ts'
import { withinLimit } from '../transactions/drawer/limits.server.ts'
import { compared, insertLines } from './lines.server.ts'
import { paidAlone } from './own.server.ts'
import type { PurchaseBill, PurchaseBillDraft } from './purchasebills.model.ts'
import { checkPaper, checkReason, differencesOf, mayCorrectBill, workOf } from './purchasebills.rules.ts'

const check = (decision: Decision): void => {
  if (!decision.ok) throw invalidBy(decision)
}

/** A supplier numbers a bill once a year. @throws 400 */
const checkNumber = async (tx: Tx, { SupplierId, BillNo }: PurchaseBillDraft, year: string): Promise<void> => {
  const known = await tx.maybe<{ BillDate: string }>(sql`
    select
      bill_date::text as bill_date
    from
      purchase_bills
    where
      supplier_id = ${SupplierId}
      and lower(bill_no) = lower(${(BillNo ?? '').trim()})
      and financial_year = ${year}
      and cancelled_at is null
  `)
  if (known)
    throw invalid({
      BillNo: [
        `Bill ${BillNo ?? ''} of ${formatDate(known.BillDate)} is entered already. Cancel that one if it is wrong`,
      ],
    })
}

/** Days in which a supplier is paid, where the bill does not say. */
const creditDays = 30
const dueBy = (bill: PurchaseBillDraft, day: string): string =>
  bill.DueDate ? dayOf(bill.DueDate) : addDays(day, creditDays)

type Entered = { readonly day: string; readonly due: string; readonly year: string; readonly postedOn: string }
const insertBill = async (tx: Tx, user: Caller, bill: PurchaseBillDraft, entered: Entered): Promise<number> =>
  (
    await tx.one<{ PurchaseBillId: number }>(sql`
      insert into
        purchase_bills (
          buyer_id,
          supplier_id,
          bill_no,
          bill_date,
          due_date,
          financial_year,
          gst_amount,
          total_amount,
          reason,
          remarks,
          posted_on,
          created_at,
          created_by,
          accepted_at,
          accepted_by_id
        )
      values
        (
          ${bill.BuyerId},
          ${bill.SupplierId},
          ${(bill.BillNo ?? '').trim()},
          ${entered.day},
          ${entered.due},
          ${entered.year},
          ${bill.GstAmount ?? 0},
          ${bill.TotalAmount},
          ${bill.Reason ?? null},
          ${bill.Remarks ?? null},
          ${entered.postedOn},
          ${now().toISOString()},
          ${user.UserId},
          ${now().toISOString()},
          ${user.UserId}
        )
      returning
        purchase_bill_id
    `)
  ).PurchaseBillId

/** Its lines with their agreed price; where these differ a reason is asked. */
const pricedOf = async (tx: Tx, bill: PurchaseBillDraft) => {
  const lines = await compared(tx, bill)
  const priced = { ...bill, Lines: lines.map(({ amount, agreed }) => ({ Amount: amount, Agreed: agreed })) }
  check(checkReason(priced))
  return { lines, priced }
}

/** Who accepts what the bill charges now: the user, or the second person beyond the user's limit of a day. */
const accept = async (tx: Tx, user: Caller, billId: number, bill: Parameters<typeof differencesOf>[0]) => {
  const { more } = differencesOf(bill)
  const acceptedBy = (userId: number): Promise<number> =>
    tx.run(sql`
      update purchase_bills
      set
        accepted_by_id = ${userId},
        accepted_at = ${now().toISOString()},
        accepted_more = ${more}
      where
        purchase_bill_id = ${billId}
    `)
  await acceptedBy(user.UserId)
  if (more > 0) await withinLimit(tx, user, 'difference', more, 'TotalAmount', invalidBy)
  if (user.Second?.agreed?.includes('purchase')) await acceptedBy(user.Second.UserId)
}

/** Enters and posts a bill; what was paid ahead is put on it. Answers its key. */
export const enterBill = async (tx: Tx, user: Caller, bill: PurchaseBillDraft): Promise<number> => {
  const [placeId, supplierId] = [Number(bill.BuyerId), Number(bill.SupplierId)]
  const day = dayOf(String(bill.BillDate))
  check(checkPaper(bill))
  await holdFree(tx, [supplierId])
  await holdBalance(tx, supplierId)
  const year = financialYear(day).label
  await checkNumber(tx, bill, year)
  const due = dueBy(bill, day)
  check(must(due >= day, 'To Be Paid By cannot be before the bill', { at: 'DueDate' }))
  const { lines, priced } = await pricedOf(tx, bill)
  const till = await closedTill(tx, placeId)
  const postedOn = till !== null && day <= till ? dayOf(now()) : day
  const billId = await insertBill(tx, user, bill, { day, due, year, postedOn })
  await insertLines(tx, billId, lines)
  await accept(tx, user, billId, priced)
  await postPurchase(tx, {
    purchaseBillId: billId,
    placeId,
    supplierId,
    billNo: (bill.BillNo ?? '').trim(),
    date: startOfDay(postedOn),
    work: workOf(priced),
    gst: Number(bill.GstAmount ?? 0),
  })
  const put = await putOnBills(tx, user.UserId, { supplierId, placeId }, { billId })
  if (put > 0) await paidAlone(tx, user, { billId, amount: put, at: 'TotalAmount' }, invalidBy)
  return billId
}

/** Corrects lines, GST and total of a bill without a payment: what changes is posted today. */
export const correctBill = async (
  tx: Tx,
  user: Caller,
  key: number,
  record: PurchaseBillDraft,
  before: PurchaseBill,
): Promise<void> => {
  const bill: PurchaseBillDraft = { ...before, ...record }
  const [placeId, supplierId] = [Number(before.BuyerId), Number(before.SupplierId)]
  obey(mayCorrectBill(before))
  check(checkPaper(bill))
  await holdFree(tx, [supplierId])
  await holdBalance(tx, supplierId)
  // the lines that stay are not billed by this bill twice
  await tx.run(sql`
    delete from purchase_bill_lines
    where
      purchase_bill_id = ${key}
  `)
  const { lines, priced } = await pricedOf(tx, bill)
  await insertLines(tx, key, lines)
  await accept(tx, user, key, priced)
  await postPurchase(tx, {
    purchaseBillId: key,
    placeId,
    supplierId,
    billNo: before.BillNo ?? '',
    date: now().toISOString(),
    work: lessAmounts(workOf(priced), workOf(before)),
    gst: lessAmounts(bill.GstAmount, before.GstAmount),
  })
}
