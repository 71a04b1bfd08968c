// The receipts of a sale. The next one starts with what is still outstanding.
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { isPrivileged } from '../../core/user.ts'
import { useForm, useMode, useValue } from '../../web/detail/use-form.ts'
import type { Row } from '../../web/detail/values.ts'
import { nothing } from '../../web/field/shown.ts'
import { Grid } from '../../web/grid/grid.tsx'
import type { GridColumn } from '../../web/grid/grid.tsx'
import { formatDateTime } from '../../core/dates.ts'
import { amountOf, linesOf, receiptsOf } from './booking.rules.ts'
import { receiptFields } from './sales.model.ts'
import type { Receipt } from './sales.model.ts'
import { saleTotals } from './sales.rules.ts'

/** A receipt of a closed batch and a refund stand as they are. */
const isOpen = (row: Row): boolean => !(row as Receipt).Batch?.CloseDate && (amountOf(row['Amount']) ?? 0) >= 0
const columnsFor = (mayDate: boolean, batched: boolean): readonly GridColumn[] => [
  {
    name: 'Date',
    width: 172,
    editable: (row) => mayDate && isOpen(row) && row['PaymentModeId'] !== undefined,
    show: (row) => formatDateTime((row as Receipt).Date) || null,
  },
  { name: 'PaymentModeId', title: 'Mode', width: 190, editable: isOpen },
  { name: 'Amount', width: 110, editable: isOpen, strong: true },
  { name: 'PaymentRef', width: 190, editable: isOpen, quiet: true },
  { name: 'Remarks', width: 'minmax(120px, 1fr)', editable: isOpen, quiet: true },
  // only where a receipt has been handed over: it tells why that one stands as it is
  ...(batched
    ? [
        {
          name: 'Batch',
          title: 'Batch closed',
          width: 172,
          editable: false,
          show: (row: Row) => <span className="quiet">{formatDateTime((row as Receipt).Batch?.CloseDate) || nothing}</span>,
        },
      ]
    : []),
]
const columnSets = {
  manager: { plain: columnsFor(true, false), batched: columnsFor(true, true) },
  desk: { plain: columnsFor(false, false), batched: columnsFor(false, true) },
}

export const Receipts = () => {
  const form = useForm()
  const mode = useMode()
  const rows = useValue<readonly Receipt[] | undefined>('Receipts') ?? []
  const columns = columnSets[isPrivileged(form.user) ? 'manager' : 'desk'][rows.some((row) => row.Batch?.CloseDate) ? 'batched' : 'plain']
  const begin = (row: Row, name: string, before: Row): Row => {
    if (Object.keys(before).length > 0 || name !== 'PaymentModeId') return row['Date'] ? row : { ...row, Date: new Date().toISOString() }
    const { values } = form.state()
    const paid = sumAmounts(receiptsOf(values).map((one) => amountOf(one.Amount)))
    const { Outstanding } = saleTotals(linesOf(values), amountOf(values['AddlDiscount']), paid)
    return { ...row, Date: new Date().toISOString(), Amount: Outstanding > 0 ? Outstanding : null }
  }
  return (
    <section className="card grid-card receipts" style={mode === 'view' ? { minHeight: 150 } : { height: 150 }} aria-label="Receipts">
      <header>
        <h2>Receipts</h2>
        <span className="tally">{rows.length}</span>
      </header>
      <Grid
        name="Receipts"
        label="Receipts"
        fields={receiptFields}
        columns={columns}
        blank="Mode and amount of the next receipt"
        blankAt={1}
        onRow={begin}
        canRemove={isOpen}
        item={['Date', 'PaymentModeId', 'Amount', 'PaymentRef', 'Remarks']}
        card={(row) => ({
          title: `${(row as Receipt).PaymentMode?.ItemLabel ?? 'Receipt'} ${(row as Receipt).PaymentRef ?? ''}`,
          end: formatMoney(amountOf(row['Amount'])),
        })}
      />
    </section>
  )
}
