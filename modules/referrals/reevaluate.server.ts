// Reevaluating a pending referral: its lines become all those owed for some days, at the commission of the schemes.
import { dayOf } from '../../core/dates.ts'
import { datetime, type DraftOf } from '../../core/model.ts'
import { commissionAmount, sumAmounts } from '../../core/money.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { actionOf } from '../../server/module.ts'
import { invalid } from '../../server/refusal.ts'
import { clientType, lineStatus, referralStatus } from '../lists/items.model.ts'
import { priceProducts } from '../sales/pricing/prices.server.ts'
import { accrue, removeEmpty } from './accrual.server.ts'
import { referrals, type Referral } from './referrals.model.ts'
import { grossOf, mayReevaluate, type Reevaluated } from './referrals.rules.ts'

type Candidate = { sale_product_id: number; product_id: number; sale_date: string; amount: number }
type Line = { readonly id: number; readonly percent: number; readonly commission: number }

export const range = {
  FromDate: datetime('From Date', { required: 'From Date is required' }),
  ToDate: datetime('To Date', { required: 'To Date is required' }),
}
type Range = DraftOf<typeof range>
type Owed = Pick<Referral, 'SellerId' | 'ReferrerId'>

/** Lines sold to patients in the range for this referrer that no referral at 112 or later has. */
const candidatesOf = (tx: Tx, { SellerId, ReferrerId }: Owed, { FromDate, ToDate }: Range): Promise<Candidate[]> =>
  tx.rows<Candidate>(sql`
    select
      l.sale_product_id,
      l.product_id,
      s.sale_date,
      l.amount
    from
      sale_facts s
      join clients b on b.client_id = s.buyer_id
      and b.client_type_id = ${literal(clientType.Patient)}
      join sale_products l on l.sale_id = s.sale_id
    where
      s.seller_id = ${SellerId}
      and s.referrer_id = ${ReferrerId}
      and s.sale_date >= ${FromDate}
      and s.sale_date <= ${ToDate}
      and s.base_sale_id is null
      and s.is_sold
      and l.status_id <> ${literal(lineStatus.Cancelled)}
      and l.amount > 0
      and not exists (
        select
          1
        from
          referral_lines x
          join referrals r using (referral_id)
        where
          x.sale_product_id = l.sale_product_id
          and r.status_id >= ${literal(referralStatus.Ready)}
      )
    order by
      s.sale_date,
      l.sale_product_id
  `)

/** With the commission of the day each was sold on; those without one are left out. */
const priced = async (tx: Tx, { SellerId, ReferrerId }: Owed, candidates: readonly Candidate[]): Promise<Line[]> => {
  const byDay = Map.groupBy(candidates, (one) => dayOf(one.sale_date))
  const lines: Line[] = []
  for (const sold of byDay.values()) {
    const prices = await priceProducts(tx, {
      SellerId: Number(SellerId),
      BuyerId: null,
      BuyerTypeId: clientType.Patient,
      ReferrerId,
      SaleDate: String(sold[0]?.sale_date),
      ProductIds: [...new Set(sold.map((one) => one.product_id))],
    })
    const percentOf = new Map(prices.map((price) => [price.ProductId, price.Commission]))
    for (const one of sold) {
      const percent = percentOf.get(one.product_id) ?? 0
      const commission = commissionAmount(one.amount, 0, percent)
      if (percent > 0) lines.push({ id: one.sale_product_id, percent, commission })
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
  const is = new Set(lines.map((line) => line.id))
  return {
    Added: lines.filter((line) => !was.has(line.id)).length,
    Removed: [...was.keys()].filter((id) => !is.has(id)).length,
    Changed: lines.filter((line) => was.has(line.id) && was.get(line.id) !== line.percent).length,
    Before: grossOf(before),
    After: sumAmounts(lines.map((line) => line.commission)),
  }
}

/** What reevaluating would change. */
export const wouldChange = async (tx: Tx, before: Referral, asked: Range): Promise<Reevaluated> =>
  changes(before, await linesNow(tx, before, asked))

/** The lines of the range become its lines; its other lines move to the referral that accrues. */
const overwrite = async (tx: Tx, key: number, lines: readonly Line[]): Promise<void> => {
  const ids = lines.map((line) => line.id)
  const gone = await tx.rows<{ sale_product_id: number }>(sql`
    delete from referral_lines
    where
      referral_id = ${key}
      and sale_product_id <> all (${ids})
    returning
      sale_product_id
  `)
  await tx.run(sql`
    insert into
      referral_lines (sale_product_id, referral_id, commission_percent, sold_percent)
    select
      given.line,
      ${key}::int,
      given.percent,
      given.percent
    from
      unnest(${ids}::int[], ${lines.map((line) => line.percent)}::numeric[]) given (line, percent)
    on conflict (sale_product_id) do update
    set
      referral_id = excluded.referral_id,
      commission_percent = excluded.commission_percent
    where
      not exists (
        select
          1
        from
          referrals r
        where
          r.referral_id = referral_lines.referral_id
          and r.status_id >= ${literal(referralStatus.Ready)}
      )
  `)
  if (gone.length > 0) await accrue(tx, sql`f.sale_product_id = any (${gone.map((one) => one.sale_product_id)})`)
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
    await overwrite(tx, key, lines)
    // the lines may have been the last ones of another referral
    await removeEmpty(
      tx,
      user,
      sql`
        r.seller_id = ${before.SellerId}
        and r.referrer_id = ${before.ReferrerId}
        and r.referral_id <> ${key}
      `,
    )
    return { message: `The referral has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} now` }
  },
})
