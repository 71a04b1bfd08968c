// The totals of the sales report, under the filter of its rows, and the income of the ledger beside them.
import { formatMoney } from '../../core/money.ts'
import { useGet } from '../../web/api/cache.ts'
import { askedOf } from '../../web/report/totals.tsx'

type Totals = {
  readonly Lines: number
  readonly Sales: number
  readonly Discount: number
  readonly AddlDiscount: number
  readonly Rounding: number
  readonly NetAmount: number
}
type Income = {
  readonly Leg: string
  readonly NotInvoiced: number
  readonly OtherDays: number
  readonly Income: number
}
type Asked = Readonly<Record<string, string>>
type Props = { readonly query: Readonly<Record<string, unknown>> }

/** Filters that the ledger knows: under others its income is not that of the rows. */
const ofLedger = new Set(['FromDate', 'ToDate', 'SellerId', 'BuyerIds', 'Leg'])
const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

const InLedger = ({ asked }: { readonly asked: Asked }) => {
  const [tie] = useGet<Income[]>('/api/getdata/2157', asked).data ?? []
  if (!tie) return null
  return (
    <>
      {tie.NotInvoiced !== 0 && `, not invoiced ${rupees(tie.NotInvoiced)}`}
      {tie.OtherDays !== 0 && `, of other days ${rupees(tie.OtherDays)}`}, income in the ledger {rupees(tie.Income)}
    </>
  )
}

export const Totals = ({ query }: Props) => {
  const asked = askedOf(query)
  const [sum] = useGet<Totals[]>('/api/getdata/2140', asked).data ?? []
  if (!sum) return null
  return (
    <span className="quiet" role="status" aria-label="Totals">
      {sum.Lines} lines of {sum.Sales} sales: <b>{rupees(sum.NetAmount)}</b>
      {sum.Discount > 0 && `, discount ${rupees(sum.Discount)}`}
      {sum.AddlDiscount > 0 && `, additional discount ${rupees(sum.AddlDiscount)}`}
      {sum.Rounding !== 0 && `, rounding ${rupees(sum.Rounding)}`}
      {Object.keys(asked).every((name) => ofLedger.has(name)) && <InLedger asked={asked} />}
    </span>
  )
}
