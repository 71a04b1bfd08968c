// The totals of the sales report, under the filter of its rows.
import { formatMoney } from '../../core/money.ts'
import { useGet } from '../../web/api/cache.ts'
import { askedOf } from '../ledger/totals.screen.tsx'

type Totals = {
  readonly Lines: number
  readonly Sales: number
  readonly Discount: number
  readonly AddlDiscount: number
  readonly NetAmount: number
}
type Props = { readonly query: Readonly<Record<string, unknown>> }

export const Totals = ({ query }: Props) => {
  const totals = useGet<Totals[]>('/api/getdata/2140', askedOf(query))
  const [sum] = totals.data ?? []
  if (!sum) return null
  return (
    <span className="quiet" role="status" aria-label="Totals">
      {sum.Lines} lines of {sum.Sales} sales: <b>{formatMoney(sum.NetAmount, { symbol: true })}</b>
      {sum.Discount > 0 && `, discount ${formatMoney(sum.Discount, { symbol: true })}`}
      {sum.AddlDiscount > 0 && `, additional discount ${formatMoney(sum.AddlDiscount, { symbol: true })}`}
    </span>
  )
}
