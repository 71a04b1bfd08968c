// What each buyer of a bill cycle would be invoiced for a period: a tick a buyer, and the sales behind each.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDate } from '../../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { messageOf } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { Button } from '../../../web/part/button.tsx'
import type { draftsOfCycle } from '../answers/answers.model.ts'
import { salesToInvoice } from '../answers/answers.model.ts'
import type { RowTo } from '../../../core/answer/answer.ts'

export type Draft = RowTo<typeof draftsOfCycle>
/** Whose sales, and of which days; days as yyyy-mm-dd. */
export type Period = { readonly SellerId: number; readonly From?: string; readonly Until: string }

const SalesBehind = ({ draft, period }: { draft: Draft; period: Period }) => {
  const { SellerId, From, Until } = period
  const sales = useAnswer(salesToInvoice, {
    SellerId,
    BuyerId: draft.BuyerId,
    InvoiceDate: Until,
    ...(From && { From }),
  })
  if (sales.error) return <p className="error">{messageOf(sales.error)}</p>
  return (
    <table className="drafts" aria-label={`Sales of ${draft.Buyer}`}>
      <tbody>
        {(sales.data ?? []).map((sale) => (
          <tr key={sale.SaleId}>
            <td>{sale.SaleId}</td>
            <td>{formatDate(sale.SaleDate)}</td>
            <td>{sale.Patient}</td>
            <td className="number">{formatMoney(sale.NetAmount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { draft: Draft; period: Period; chosen: boolean; onToggle: () => void }
const DraftRow = ({ draft, period, chosen, onToggle }: RowProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <tr className="draft">
        <td>
          <input type="checkbox" aria-label={`Bill ${draft.Buyer}`} checked={chosen} onChange={onToggle} />
        </td>
        <th scope="row">{draft.Buyer}</th>
        <td className="number">{draft.Sales}</td>
        <td className="number">{formatMoney(draft.NetAmount)}</td>
        <td>
          <Button
            label={`${open ? 'Hide' : 'Show'} sales of ${draft.Buyer}`}
            look="icon"
            icon={open ? IconChevronDown : IconChevronRight}
            onClick={() => setOpen(!open)}
          />
        </td>
      </tr>
      {open && (
        <tr>
          <td />
          <td colSpan={3}>
            <SalesBehind draft={draft} period={period} />
          </td>
          <td />
        </tr>
      )}
    </>
  )
}

type Props = {
  readonly drafts: readonly Draft[]
  readonly period: Period
  /** Buyers that are not billed this time. */
  readonly left: ReadonlySet<number>
  readonly onLeft: (left: ReadonlySet<number>) => void
}
export const Drafts = ({ drafts, period, left, onLeft }: Props) => {
  const chosen = drafts.filter((draft) => !left.has(draft.BuyerId))
  const toggle = (id: number) => onLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))
  const toggleAll = () => onLeft(new Set(chosen.length === drafts.length ? drafts.map((one) => one.BuyerId) : []))
  return (
    <table className="drafts">
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Bill all buyers"
              checked={chosen.length === drafts.length}
              onChange={toggleAll}
            />
          </th>
          <th scope="col">Buyer</th>
          <th scope="col" className="number">
            Sales
          </th>
          <th scope="col" className="number">
            Net Amount
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.BuyerId}
            draft={draft}
            period={period}
            chosen={!left.has(draft.BuyerId)}
            onToggle={() => toggle(draft.BuyerId)}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row">Total</th>
          <td className="number">{chosen.reduce((sum, draft) => sum + draft.Sales, 0)}</td>
          <td className="number">{formatMoney(sumAmounts(chosen.map((draft) => draft.NetAmount)))}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}
