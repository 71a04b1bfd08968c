// Reevaluating a pending referral: its lines become all those owed for some days, by the rule of every commission: the
// percent of the sale where it was set by hand, else the scheme's.
import { dayOf } from '../../core/dates.ts'
import { datetime, type DraftOf } from '../../core/model.ts'
import { commissionAmount, sumAmounts } from '../../core/money.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { actionOf } from '../../server/module.ts'
import { invalid } from '../../server/refusal.ts'
import { clientType, referralStatus } from '../lists/items.model.ts'
import { priceProducts } from '../sales/pricing/prices.server.ts'
import { accrue, closeEmpty, setBy } from './accrual.server.ts'
import { referrals, type Referral } from './referrals.model.ts'
import { grossOf, mayReevaluate, type Reevaluated } from './referrals.rules.ts'

type Candidate = {
  SaleProductId: number
  ProductId: number
  SaleDate: string
  Amount: number
  CommissionPercent: number
  IsByHand: boolean
}
type Line = {
  readonly SaleProductId: number
  readonly CommissionPercent: number
  /** The percent of the schemes, which one agreed by hand may differ from. */
  readonly scheme: number
  readonly Commission: number
}

export const range = {
  FromDate: datetime('From Date', { required: 'From Date is required' }),
  ToDate: datetime('To Date', { required: 'To Date is required' }),
}
type Range = DraftOf<typeof range>
type Owed = Pick<Referral, 'SellerId' | 'ReferrerId'>

/** Lines of the range that may earn for this referrer, and that no referral at 112 or later has. */
const candidatesOf = (tx: Tx, { SellerId, ReferrerId }: Owed, { FromDate, ToDate }: Range): Promise<Candidate[]> =>
  tx.rows<Candidate>(sql`
    select
      line.sale_product_id,
      line.product_id,
      line.sale_date,
      line.amount,
      line.commission_percent,
      line.is_by_hand
    from
      referrable_lines line
    where
      line.seller_id = ${SellerId}
      and line.referrer_id = ${ReferrerId}
      and line.sale_date >= ${FromDate}
      and line.sale_date <= ${ToDate}
      and not exists (
        select
          1
        from
          referral_lines referral_line
          join referrals referral using (referral_id)
        where
          referral_line.sale_product_id = line.sale_product_id
          and referral.status_id >= ${literal(referralStatus.Ready)}
      )
    order by
      line.sale_date,
      line.sale_product_id
  `)

/**
 * At the percent of the sale where it was set by hand, else at that of the scheme on the day of the sale; those without
 * one are left out.
 */
const priced = async (tx: Tx, { SellerId, ReferrerId }: Owed, candidates: readonly Candidate[]): Promise<Line[]> => {
  const byDay = Map.groupBy(candidates, (one) => dayOf(one.SaleDate))
  const lines: Line[] = []
  for (const sold of byDay.values()) {
    const prices = await priceProducts(tx, {
      SellerId: Number(SellerId),
      BuyerId: null,
      BuyerTypeId: clientType.Patient,
      ReferrerId,
      SaleDate: String(sold[0]?.SaleDate),
      ProductIds: [...new Set(sold.map((one) => one.ProductId))],
    })
    const percentOf = new Map(prices.map((price) => [price.ProductId, price.Commission]))
    for (const one of sold) {
      const scheme = percentOf.get(one.ProductId) ?? 0
      const CommissionPercent = one.IsByHand ? one.CommissionPercent : scheme
      const Commission = commissionAmount(one.Amount, 0, CommissionPercent)
      if (CommissionPercent > 0) lines.push({ SaleProductId: one.SaleProductId, CommissionPercent, scheme, Commission })
    }
  }
  return lines
}

const linesNow = async (tx: Tx, referral: Owed, asked: Range): Promise<Line[]> => {
  if (String(asked.ToDate) < String(asked.FromDate)) throw invalid({ ToDate: ['To Date cannot be before From Date'] })
  return priced(tx, referral, await candidatesOf(tx, referral, asked))
}

/** How the new lines differ from the present ones. */
const changes = (before: Referral, lines: readonly Line[]): Reevaluated => {
  const was = new Map(before.SaleProducts.map((line) => [Number(line.SaleProductId), Number(line.CommissionPercent)]))
  const is = new Set(lines.map((line) => line.SaleProductId))
  return {
    Added: lines.filter((line) => !was.has(line.SaleProductId)).length,
    Removed: [...was.keys()].filter((id) => !is.has(id)).length,
    Changed: lines.filter(
      (line) => was.has(line.SaleProductId) && was.get(line.SaleProductId) !== line.CommissionPercent,
    ).length,
    Before: grossOf(before),
    After: sumAmounts(lines.map((line) => line.Commission)),
  }
}

/** What reevaluating would change. */
export const wouldChange = async (tx: Tx, before: Referral, asked: Range): Promise<Reevaluated> =>
  changes(before, await linesNow(tx, before, asked))

/** The lines of the range become its lines; its other lines move to the referral that accrues. */
const overwrite = async (tx: Tx, user: Caller, key: number, lines: readonly Line[]): Promise<void> => {
  const ids = lines.map((line) => line.SaleProductId)
  const gone = await tx.rows<{ SaleProductId: number }>(sql`
    delete from referral_lines
    where
      referral_id = ${key}
      and sale_product_id <> all (${ids})
    returning
      sale_product_id
  `)
  const percents = lines.map((line) => line.CommissionPercent)
  const sold = setBy(user, sql`given.commission_percent`, sql`given.scheme`)
  await tx.run(sql`
    insert into
      referral_lines (sale_product_id, referral_id, commission_percent, sold_percent, scheme_percent, set_by_id)
    select
      given.line,
      ${key}::int,
      given.commission_percent,
      sale.commission_percent,
      given.scheme,
      ${sold}
    from
      unnest(
        ${ids}::int[],
        ${percents}::numeric[],
        ${lines.map((line) => line.scheme)}::numeric[]
      ) given (line, commission_percent, scheme)
      join sale_products sale on sale.sale_product_id = given.line
    on conflict (sale_product_id) do update
    set
      referral_id = excluded.referral_id,
      commission_percent = excluded.commission_percent,
      sold_percent = excluded.sold_percent,
      scheme_percent = excluded.scheme_percent,
      -- a percent that stays keeps its reason, and who set it
      commission_reason = case
        when excluded.commission_percent = referral_lines.commission_percent then referral_lines.commission_reason
      end,
      set_by_id = case
        when excluded.commission_percent = referral_lines.commission_percent
        and referral_lines.set_by_id is not null then referral_lines.set_by_id
        else excluded.set_by_id
      end
    where
      not exists (
        select
          1
        from
          referrals referral
        where
          referral.referral_id = referral_lines.referral_id
          and referral.status_id >= ${literal(referralStatus.Ready)}
      )
  `)
  if (gone.length > 0) await accrue(tx, user, sql`line.sale_product_id = any (${gone.map((one) => one.SaleProductId)})`)
}

export const reevaluate = actionOf(referrals, {
  name: 'reevaluate',
  permit: 'update',
  path: 'reevaluate/referrals/{key}',
  summary: 'Replace the lines of a pending referral by those of the sales of some days',
  body: range,
  decide: mayReevaluate,
  run: async ({ tx, user, key, before, body }) => {
    const lines = await linesNow(tx, before, body)
    await overwrite(tx, user, key, lines)
    // the lines may have been the last ones of another referral, and there may be none for this one
    await closeEmpty(
      tx,
      user,
      sql`
        referral.seller_id = ${before.SellerId}
        and referral.referrer_id = ${before.ReferrerId}
      `,
    )
    return { message: `The referral has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} now` }
  },
})
