// What the sale comes to, while it is filled in and after.
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { useMode, useValue } from '../../web/detail/use-form.ts'
import { Field } from '../../web/field/field.tsx'
import { amountOf, linesOf, receiptsOf } from './booking.rules.ts'
import { excessWord } from './receipts.rules.ts'
import { saleTotals } from './sales.rules.ts'
import { saleStatus } from '../lists/items.model.ts'

export const Totals = () => {
  const mode = useMode()
  const [SaleProducts, Receipts, AddlDiscount, stored] = [
    useValue('SaleProducts'),
    useValue('Receipts'),
    useValue('AddlDiscount'),
    useValue<number | undefined>('Paid'),
  ]
  const [status, keeps] = [useValue<number | undefined>('StatusId'), useValue<boolean | undefined>('KeepsAdvance')]
  const additional = amountOf(AddlDiscount) ?? 0
  const Paid = mode === 'view' ? (stored ?? 0) : sumAmounts(receiptsOf({ Receipts }).map((row) => amountOf(row.Amount)))
  const { GrossAmount, Discount, NetAmount, Outstanding } = saleTotals(linesOf({ SaleProducts }), additional, Paid)
  // while it is filled in nobody has said yet where it goes
  const word = mode === 'view' ? excessWord({ StatusId: status ?? saleStatus.Booked, KeepsAdvance: keeps === true }) : 'Paid too much'
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
        <div className="net">
          <dt>Net Amount</dt>
          <dd>{formatMoney(NetAmount, { symbol: true })}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>{formatMoney(Paid)}</dd>
        </div>
        <div className={Outstanding === 0 ? 'quiet' : 'due'}>
          <dt>{Outstanding < 0 ? word : 'Outstanding'}</dt>
          <dd>{formatMoney(Math.abs(Outstanding))}</dd>
        </div>
      </dl>
    </section>
  )
}
