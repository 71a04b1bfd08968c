// The totals of a sale, while it is filled in and after.
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { useFormState, useMode } from '../../../web/record/use-form.ts'
import { Field, useForm, useValue } from '../sale.screen.ts'
import { promised, toClear } from '../receipts/receipt-acts.rules.ts'
import { amountOf, linesOf, receiptsOf } from './booking.rules.ts'
import { roundsBill } from './rounding.rules.ts'
import { excessWord } from '../receipts/receipts.rules.ts'
import { saleTotals } from '../sales.rules.ts'
import { saleStatus } from '../../lists/items.model.ts'

/** Whether the net amount is rounded, as the save will have it. */
const useRounds = (): boolean =>
  useFormState(useForm(), ({ values, began }) => roundsBill(values, typeof began.SaleId === 'number' ? began : null))

/** The present figures; while a sale is filled in, Paid is the sum of its receipts. */
const useTotals = () => {
  const mode = useMode()
  const [SaleProducts, Receipts, AddlDiscount, stored] = [
    useValue('SaleProducts'),
    useValue('Receipts'),
    useValue('AddlDiscount'),
    useValue('Paid'),
  ]
  const [status, keeps] = [useValue('StatusId'), useValue('KeepsAdvance')]
  const additional = amountOf(AddlDiscount) ?? 0
  // a cheque pays once it has cleared, so its amount is not requested twice
  const cheques = toClear(receiptsOf({ Receipts }))
  const received = sumAmounts(receiptsOf({ Receipts }).map(promised))
  const Paid = mode === 'view' ? (stored ?? 0) : lessAmounts(received, cheques)
  const figures = saleTotals(linesOf({ SaleProducts }), additional, Paid, useRounds())
  // while the sale is filled in, the user has not decided yet where it goes
  const word =
    mode === 'view' ? excessWord({ StatusId: status ?? saleStatus.Booked, KeepsAdvance: keeps === true }) : 'Overpaid'
  return { mode, additional, Paid, cheques, word: figures.Outstanding < 0 ? word : 'Outstanding', ...figures }
}

/**
 * On a phone the totals are below all else: the net amount stays visible above the buttons while lines are
 * added.
 */
export const TotalsLine = () => {
  const { mode, NetAmount, Outstanding, word } = useTotals()
  if (mode === 'view') return null
  return (
    <p className="totals-line" aria-hidden="true">
      <span>Net</span> <b>{formatMoney(NetAmount, { symbol: true })}</b>
      <span>{word}</span>{' '}
      <b className={Outstanding === 0 ? undefined : 'due'}>{formatMoney(Math.abs(Outstanding), { symbol: true })}</b>
    </p>
  )
}

/** The seller's margin, where the next party on the route charges for its part. */
const Margin = () => {
  const margin = useValue('Margin')
  if (typeof margin !== 'number') return null
  return (
    <div className="quiet">
      <dt>Margin</dt>
      <dd>{formatMoney(margin)}</dd>
    </div>
  )
}

/** The prices have it in them: it is no part of the sum. */
const Gst = () => {
  const gst = useValue('GstAmount')
  if (typeof gst !== 'number') return null
  return (
    <div className="quiet">
      <dt>GST included</dt>
      <dd>{formatMoney(gst)}</dd>
    </div>
  )
}

export const Totals = () => {
  const { mode, additional, GrossAmount, Discount, Rounding, NetAmount, Paid, cheques, Outstanding, word } = useTotals()
  const isVisible = useValue('NetAmount') !== undefined
  // only seller and buyer see what it costs
  if (mode === 'view' && !isVisible) return null
  return (
    <section className="card totals" aria-label="Totals">
      <dl>
        <div>
          <dt>Gross Amount</dt>
          <dd>{formatMoney(GrossAmount)}</dd>
        </div>
        <div>
          <dt>Discount</dt>
          <dd>{formatMoney(Discount)}</dd>
        </div>
        {mode === 'view' && (
          <div>
            <dt>Additional Discount</dt>
            <dd>{formatMoney(additional)}</dd>
          </div>
        )}
      </dl>
      {mode !== 'view' && <Field name="AddlDiscount" className="across" />}
      <dl>
        {Rounding !== 0 && (
          <div>
            <dt>Rounding</dt>
            <dd>{formatMoney(Rounding)}</dd>
          </div>
        )}
        <div className="net">
          <dt>Net Amount</dt>
          <dd>{formatMoney(NetAmount, { symbol: true })}</dd>
        </div>
        {mode === 'view' && <Gst />}
        <div>
          <dt>Paid</dt>
          <dd>{formatMoney(Paid)}</dd>
        </div>
        {cheques > 0 && (
          <div className="quiet">
            <dt>Cheques to clear</dt>
            <dd>{formatMoney(cheques)}</dd>
          </div>
        )}
        <div className={Outstanding === 0 ? 'quiet' : 'due'}>
          <dt>{word}</dt>
          <dd>{formatMoney(Math.abs(Outstanding))}</dd>
        </div>
        {mode === 'view' && <Margin />}
      </dl>
    </section>
  )
}
