// The buyer of an accessioned sale changes: its lines are priced again for that buyer, and where its money was taken
// back today by the same person, another one agrees.
import { startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, lineAmount } from '../../../core/money.ts'
import { no } from '../../../core/refusal.ts'
import { managers } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
import { refused } from '../../../server/refusal.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import { priceProducts } from '../pricing/prices.server.ts'
import type { Sale, SaleDraft } from '../sales.model.ts'
import { isWalkIn } from '../sales.rules.ts'
import { asStored, type PricedLine } from './lines.server.ts'

type Buying = Pick<SaleDraft, 'PatientId' | 'BuyerId'>
const isPatients = ({ PatientId = null, BuyerId = null }: Buying): boolean => isWalkIn({ PatientId, BuyerId })

/** Whether another buyer pays; a patient who was corrected pays as before. */
export const movesBill = (sale: Buying, before: Sale | null): before is Sale =>
  before !== null && before.BuyerId !== sale.BuyerId && !(isPatients(before) && isPatients(sale))

/** Its lines are locked, and follow the buyer. */
export const isRepriced = (sale: Buying, before: Sale | null): before is Sale =>
  movesBill(sale, before) && Number(before.StatusId) >= saleStatus.Accessioned

/** The lines at the prices of the new buyer. @throws 422 where their lists lack a product */
export const repriced = async (
  tx: Tx,
  sale: SaleDraft,
  before: Sale,
  referrerId: number | null,
): Promise<PricedLine[]> => {
  const lines = before.SaleProducts.map(asStored)
  const lists = await priceProducts(tx, {
    SellerId: Number(sale.SellerId),
    BuyerId: Number(sale.BuyerId),
    BuyerTypeId: null,
    ReferrerId: referrerId,
    SaleDate: String(sale.SaleDate),
    ProductIds: lines.map((line) => line.ProductId),
  })
  return lines.map((line, index): PricedLine => {
    if (line.StatusId === lineStatus.Cancelled) return line
    const list = lists[index]
    if (list?.Price == null) {
      const { Code = '', Name = '' } = before.SaleProducts[index]?.Product ?? {}
      const reason = `No price list of the seller has ${Code}: ${Name} for this buyer. Add its price first`
      throw refused(reason, { BuyerId: [reason] })
    }
    return {
      ...line,
      Price: list.Price,
      DiscountPercent: list.Discount,
      CommissionPercent: list.Commission,
      Amount: lineAmount(list.Price, list.Discount),
      OriginalPrice: list.Price,
      OriginalDiscountPercent: list.Discount,
      OriginalCommissionPercent: list.Commission,
      PriceSource: list.PriceSource,
      CommissionSource: list.CommissionSource,
    }
  })
}

/** @throws 422 where the user took back money of the sale today, unless another person agreed */
export const askNewBuyer = async (tx: Tx, user: Caller, sale: Buying, before: Sale | null): Promise<void> => {
  if (!movesBill(sale, before) || before.InvoiceId === null) return
  const { Amount } = await tx.one<{ Amount: number }>(sql`
    select
      coalesce(sum(amount), 0) as amount
    from
      transactions
    where
      invoice_id = ${before.InvoiceId}
      and (
        kind = 'Receipt'
        and is_cancelled
        and cancelled_by_id = ${user.UserId}
        and cancelled_at >= ${startOfDay(now())}
        -- in a closed batch by its opposite
        or reverses_id is not null
        and not is_cancelled
        and created_by = ${user.UserId}
        and date >= ${startOfDay(now())}
      )
  `)
  if (compareAmounts(Amount, 0) <= 0) return
  const back = formatMoney(Amount, { symbol: true })
  agreed(
    user,
    no(`You cancelled receipts of ${back} of this sale today: another person agrees to its new buyer`, {
      at: 'BuyerId',
      code: 'second-person',
      needs: { kind: 'buyer', by: managers, amount: Amount },
    }),
  )
}
