// The receipts of a sale. The next one starts with what is still outstanding.
import { useMemo } from 'react'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { isPrivileged } from '../../../core/user.ts'
import { useMode } from '../../../web/record/use-form.ts'
import { nothing } from '../../../web/record/shown.ts'
import type { GridColumn } from '../../../web/grid/grid-props.ts'
import { formatDate, formatDateTime } from '../../../core/dates.ts'
import { clearingWords, mayChangeMoney, mayCorrectWords } from '../../transactions/transactions.rules.ts'
import { Grid, useForm, useValue } from '../sale.screen.ts'
import { promised } from '../receipts/receipt-acts.rules.ts'
import { amountOf, linesOf, receiptsOf } from './booking.rules.ts'
import { roundsBill } from './rounding.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import { saleTotals } from '../sales.rules.ts'

type Who = { readonly UserId: number; readonly RoleId: number }
const heldOf = (row: Receipt) => ({
  ownerId: row.Batch?.OwnerId ?? null,
  closed: Boolean(row.Batch?.CloseDate),
})
/** Remarks and reference may be corrected while the batch is open. */
const wordsOpen = (row: Receipt): boolean => mayCorrectWords(heldOf(row)).ok
/** The holder of the money may change amount and mode; a refund can only be cancelled. */
const moneyOpen =
  (who: Who) =>
  (row: Receipt): boolean =>
    mayChangeMoney(heldOf(row), who).ok && (amountOf(row.Amount) ?? 0) >= 0
const handedOver: GridColumn<Receipt> = {
  name: 'Batch',
  title: 'Batch closed',
  width: 104,
  editable: false,
  show: (row) => <span className="quiet">{formatDate(row.Batch?.CloseDate) || nothing}</span>,
}
/** The state of a cheque shows next to the mode; undefined shows the mode alone. */
const modeShown = (row: Receipt) => {
  return row.Clearing ? `${row.PaymentMode?.ItemLabel ?? ''}, ${clearingWords[row.Clearing]}` : undefined
}
const columnsFor = (who: Who, batched: boolean): readonly GridColumn<Receipt>[] => {
  const isOpen = moneyOpen(who)
  return [
    {
      name: 'Date',
      width: 172,
      editable: (row) => isPrivileged(who) && isOpen(row) && row.PaymentModeId !== undefined,
      show: (row) => formatDateTime(row.Date) || null,
    },
    { name: 'PaymentModeId', title: 'Mode', width: 'minmax(80px, 190px)', editable: isOpen, show: modeShown },
    { name: 'Amount', width: 'minmax(84px, 110px)', editable: isOpen, strong: true },
    { name: 'PaymentRef', width: 'minmax(72px, 190px)', editable: wordsOpen, quiet: true },
    { name: 'Remarks', width: 'minmax(52px, 1fr)', editable: wordsOpen, quiet: true },
    // only where a receipt is in a closed batch: it shows why that one cannot be changed
    ...(batched ? [handedOver] : []),
  ]
}

export const Receipts = () => {
  const form = useForm()
  const mode = useMode()
  const rows = useValue('Receipts') ?? []
  const batched = rows.some((row) => row.Batch?.CloseDate)
  const columns = useMemo(() => columnsFor(form.user, batched), [form.user, batched])
  const begin = (row: Receipt, name: string, before: Receipt): Receipt => {
    if (Object.keys(before).length > 0 || name !== 'PaymentModeId')
      return row.Date ? row : { ...row, Date: new Date().toISOString() }
    const { values, began } = form.state()
    const paid = sumAmounts(receiptsOf(values).map(promised))
    const rounds = roundsBill(values, typeof began.SaleId === 'number' ? began : null)
    const { Outstanding } = saleTotals(linesOf(values), amountOf(values.AddlDiscount), paid, rounds)
    return { ...row, Date: new Date().toISOString(), Amount: Outstanding > 0 ? Outstanding : null }
  }
  return (
    <section
      className="card grid-card receipts"
      style={mode === 'view' ? { minHeight: 150 } : { height: 150 }}
      aria-label="Receipts"
    >
      <header>
        <h2>Receipts</h2>
        <span className="tally">{rows.length}</span>
      </header>
      <Grid
        name="Receipts"
        columns={columns}
        blank="Mode and amount of the next receipt"
        blankAt={1}
        onRow={begin}
        canRemove={moneyOpen(form.user)}
        item={['Date', 'PaymentModeId', 'Amount', 'PaymentRef', 'Remarks']}
        card={(row) => ({
          title: `${row.PaymentMode?.ItemLabel ?? 'Receipt'} ${row.PaymentRef ?? ''}`,
          end: formatMoney(amountOf(row.Amount)),
        })}
      />
    </section>
  )
}
