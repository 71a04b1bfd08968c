// Pending sales of the chosen seller and buyer: one, or all of them, go on the invoice.
import { IconPlus } from '@tabler/icons-react'
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import type { Decision } from '../../core/refusal.ts'
import { messageOf } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { invoices } from './invoices.model.ts'
import { salesToInvoice } from './answers/answers.model.ts'
import type { RowTo } from '../../core/answer/answer.ts'
import './pending.screen.css'

const { useForm } = screenOf(invoices)
type PendingSale = RowTo<typeof salesToInvoice>
type Props = { readonly mayPick: (rows: readonly { SaleId?: number | null }[], at: number, id: number) => Decision }

export const Pending = ({ mayPick }: Props) => {
  const form = useForm()
  const { SellerId, BuyerId, InvoiceDate, Sales } = useFormState(form, (state) => state.values)
  const known = typeof SellerId === 'number' && typeof BuyerId === 'number'
  const pending = useAnswer(known ? salesToInvoice : undefined, {
    SellerId: SellerId ?? undefined,
    BuyerId: BuyerId ?? undefined,
    ...(InvoiceDate && { InvoiceDate }),
  })
  const rows = Sales ?? []
  const sales = pending.data ?? []
  const add = (sale: PendingSale) => {
    const decision = mayPick(rows, rows.length, sale.SaleId)
    if (!decision.ok) return sayError(decision.reason)
    form.change('Sales', [...rows, sale])
  }
  const addAll = () =>
    form.change('Sales', [...rows, ...sales.filter((sale) => !rows.some((row) => row.SaleId === sale.SaleId))])
  return (
    <section className="card pending" aria-label="Pending invoicing">
      <header>
        <h2>Pending invoicing</h2>
        <Button
          label="Add All"
          icon={IconPlus}
          reason={sales.length === 0 ? 'There are no sales to add' : undefined}
          onClick={addAll}
        />
      </header>
      {pending.error && (
        <p className="band bad" role="alert">
          {messageOf(pending.error)}
        </p>
      )}
      {!known && <p className="quiet">Choose seller and buyer to see the sales to invoice.</p>}
      {known && sales.length === 0 && !pending.isPending && <p className="quiet">No sales to invoice.</p>}
      <table>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.SaleId}>
              <td>
                <Button label={`Add sale ${sale.SaleId}`} look="icon" icon={IconPlus} onClick={() => add(sale)} />
              </td>
              <td>{sale.SaleId}</td>
              <td>{formatDateTime(sale.SaleDate)}</td>
              <td>{sale.Patient}</td>
              <td>{sale.Doctor}</td>
              <td className="number">{formatMoney(sale.NetAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
