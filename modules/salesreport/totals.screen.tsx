// The totals of the sales report, under the filter of its rows, and the income of the ledger beside them.
import { formatMoney } from '../../core/money.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { askedOf } from '../../web/report/totals.tsx'
import { salesAndIncome, salesReportTotals } from './answers.model.ts'

type Asked = Readonly<Record<string, string>>
type Props = { readonly query: Readonly<Record<string, unknown>> }

/** Filters that the ledger knows: under others its income is not that of the rows. */
const ofLedger = new Set(['FromDate', 'ToDate', 'SellerId', 'BuyerIds', 'Leg'])
const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

const InLedger = ({ asked }: { readonly asked: Asked }) => {
  const [tie] = useAnswer(salesAndIncome, asked).data ?? []
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
  const [sum] = useAnswer(salesReportTotals, asked).data ?? []
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
