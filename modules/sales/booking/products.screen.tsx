// The products of a sale: picked by code or name, priced at once, each with the source of its price.
import { IconBan, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoney, lineAmount } from '../../../core/money.ts'
import { isPrivileged } from '../../../core/user.ts'
import { useMode } from '../../../web/record/use-form.ts'
import { ask } from '../../../web/dialog/ask.ts'
import { nothing } from '../../../web/record/shown.ts'
import type { GridColumn } from '../../../web/grid/grid-props.ts'
import { Popover } from '../../../web/part/popover.tsx'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Field, Grid, useActions, useDetail, useForm, useValue } from '../sale.screen.ts'
import { useAsked } from './asked.screen.tsx'
import { amountOf } from './booking.rules.ts'
import { pickProduct, type Offered } from './booking.screen.tsx'
import { lockedFields } from '../status/locked.rules.ts'
import { whyCommission, whyPrice } from '../pricing/pricing.rules.ts'
import type { SaleProduct } from '../sales.model.ts'
import { checkDiscount } from '../sales.rules.ts'
import { cancelItemText, lineStateOf, mayCancelItem, saleStateOf } from '../status/status.rules.ts'
import { lineStatus, lineStatuses } from '../../lists/items.model.ts'
import { toneOf } from '../../../core/items.ts'

/** An amount; a typed text that is none remains in sight. */
const money = (value: unknown): string =>
  formatMoney(amountOf(value)) || (typeof value === 'string' && value.trim() !== '' ? value : nothing)
const changed = (a: unknown, b: unknown): boolean => (amountOf(a) ?? 0) !== (amountOf(b) ?? 0)

const Why = ({ line }: { line: SaleProduct }) => (
  <dl className="why">
    <dt>Price</dt>
    <dd>{money(line.Price)}</dd>
    <dd>
      {changed(line.Price, line.OriginalPrice)
        ? `Changed, the list gives ${money(line.OriginalPrice)}`
        : whyPrice(line.PriceSource)}
    </dd>
    <dt>Discount %</dt>
    <dd>{money(line.DiscountPercent)}</dd>
    <dd>
      {changed(line.DiscountPercent, line.OriginalDiscountPercent)
        ? `Changed, the list gives ${money(line.OriginalDiscountPercent ?? 0)}`
        : 'As the list gives it'}
    </dd>
    {typeof line.GstRate === 'number' && (
      <>
        <dt>GST %</dt>
        <dd>{money(line.GstRate)}</dd>
        <dd>{`In the price, SAC ${line.Sac ?? ''}`}</dd>
      </>
    )}
    <dt>Commission %</dt>
    <dd>{money(line.CommissionPercent)}</dd>
    <dd>{whyCommission(line.CommissionSource)}</dd>
  </dl>
)
const Price = ({ line }: { line: SaleProduct }) => {
  const [open, setOpen] = useState(false)
  return (
    <span className="price">
      <Popover label="Why this price" open={open} onOpen={setOpen} icon={<IconInfoCircle size={15} stroke={1.6} />}>
        <Why line={line} />
      </Popover>
      <span className={line.StatusId === lineStatus.Cancelled ? 'struck' : ''}>{money(line.Price)}</span>
    </span>
  )
}
const Status = ({ line }: { line: SaleProduct }) => {
  const label = line.TestStatus?.ItemLabel ?? (line.StatusId === lineStatus.Cancelled ? 'Cancelled' : 'Ordered')
  return (
    <span className="status">
      <i className={`dot ${toneOf(lineStatuses, line.StatusId ?? lineStatus.Ordered)}`} aria-hidden="true" /> {label}
    </span>
  )
}
const discountNote = (row: SaleProduct): string => {
  const why = row.Remarks ? `, ${String(row.Remarks)}` : ''
  return `${money(row.Price)} less ${amountOf(row.DiscountPercent)} %${why}`
}
const struck = (line: SaleProduct, text: string) =>
  line.StatusId === lineStatus.Cancelled ? <span className="struck">{text}</span> : text

const consentColumns = (editable: (row: SaleProduct) => boolean): readonly GridColumn<SaleProduct>[] => [
  { name: 'ConsentBy', width: 116, editable },
  { name: 'ConsentName', width: 150, editable },
  { name: 'ConsentForm', width: 116, editable },
]

const columnsFor = (mayPrice: boolean, open: boolean, asks: boolean): readonly GridColumn<SaleProduct>[] => {
  const live = (row: SaleProduct) => open && row.StatusId !== lineStatus.Cancelled
  const picked = (row: SaleProduct) => live(row) && typeof row.ProductId === 'number'
  return [
    {
      view: 'Code',
      title: 'Code',
      width: 84,
      picks: 'ProductId',
      editable: live,
      show: (row) => <span className="secondary">{row.Product?.Code}</span>,
    },
    {
      view: 'Name',
      title: 'Name',
      width: 'minmax(180px, 1fr)',
      editable: false,
      show: (row) => struck(row, row.Product?.Name ?? ''),
    },
    { name: 'Price', width: 120, editable: (row) => mayPrice && picked(row), show: (row) => <Price line={row} /> },
    { name: 'DiscountPercent', width: 100, editable: picked },
    { name: 'CommissionPercent', width: 116, editable: (row) => mayPrice && picked(row) },
    { name: 'Amount', width: 104, strong: true, show: (row) => struck(row, money(row.Amount)) },
    { name: 'LRN', width: 84, editable: picked },
    { name: 'Remarks', width: 200, editable: picked },
    ...(asks ? consentColumns(picked) : []),
    { name: 'StatusId', title: 'Status', width: 212, show: (row) => <Status line={row} /> },
  ]
}

const withAmount = (row: SaleProduct, name: string, before: SaleProduct): SaleProduct => {
  if (name === 'DiscountPercent' && typeof row.DiscountPercent === 'number') {
    const decision = checkDiscount(row.DiscountPercent)
    if (!decision.ok) {
      sayError(decision.reason)
      return before
    }
  }
  return { ...row, Amount: lineAmount(amountOf(row.Price), amountOf(row.DiscountPercent)) }
}
const columnSetsFor = (asks: boolean) => ({
  manager: columnsFor(true, true, asks),
  desk: columnsFor(false, true, asks),
  closed: columnsFor(false, false, asks),
})
const [columnSets, withConsent] = [columnSetsFor(false), columnSetsFor(true)]

const CancelLine = ({ line }: { line: SaleProduct }) => {
  const record = useDetail()
  const actions = useActions()
  if (actions.cancel !== true || !mayCancelItem(saleStateOf(record.form.state().values), lineStateOf(line)).ok)
    return null
  const product = { Code: line.Product?.Code ?? '', Name: line.Product?.Name ?? '' }
  const cancel = async () => {
    if (await ask({ text: cancelItemText(product) }))
      await record.act('/api/cancel/saleProduct', { SaleProductId: line.SaleProductId })
  }
  return (
    <button
      type="button"
      className="cell-button"
      aria-label={`Cancel ${product.Name}`}
      title={`Cancel ${product.Name}`}
      onClick={() => void cancel()}
    >
      <IconBan size={15} stroke={1.6} />
    </button>
  )
}
const lineAction = (row: SaleProduct) => <CancelLine line={row} />

const itemFields = ['ProductId', 'Price', 'DiscountPercent', 'CommissionPercent', 'Amount', 'LRN', 'Remarks'] as const

export const Products = () => {
  const form = useForm()
  const mode = useMode()
  const rows = useValue('SaleProducts') ?? []
  const error = form.state().errors.SaleProducts?.[0]
  const live = rows.filter((row) => row.StatusId !== lineStatus.Cancelled).length
  const open = mode === 'add' || !lockedFields(saleStateOf(form.state().values), form.user.RoleId).has('SaleProducts')
  const asked = useAsked()
  const asks = (asked?.Consent ?? []).length > 0 || rows.some((row) => (row.ConsentBy ?? null) !== null)
  const sets = asks ? withConsent : columnSets
  const columns = !open ? sets.closed : isPrivileged(form.user) ? sets.manager : sets.desk
  return (
    <section
      className="card grid-card products"
      style={mode === 'view' ? { minHeight: Math.min(350, 71 + rows.length * 40) } : { flexBasis: 350 }}
      aria-label="Products"
    >
      <header>
        <h2>Products</h2>
        <span className="tally">{live}</span>
        {rows.length > live && <span className="dot-cancelled">{rows.length - live} cancelled</span>}
        {error && (
          <span className="error" role="alert">
            {error}
          </span>
        )}
        {mode === 'view' ? null : <Field name="IsStat" className="stat" />}
        {mode !== 'view' && (
          <span className="hints">
            <span>
              <kbd className="key">Enter</kbd> next cell
            </span>
            <span>
              <kbd className="key">Esc</kbd> old value
            </span>
            <span>
              <kbd className="key">?</kbd> all keys
            </span>
          </span>
        )}
      </header>
      <Grid
        name="SaleProducts"
        columns={columns}
        grows={open}
        blank="Code or name of the next product"
        onPick={(index, product: Offered) => pickProduct(form, index, product)}
        onRow={withAmount}
        rowClass={(row) => (row.StatusId === lineStatus.Cancelled ? 'cancelled' : undefined)}
        canRemove={(row) => row.StatusId !== lineStatus.Cancelled}
        action={mode === 'view' ? lineAction : undefined}
        item={asks ? [...itemFields, 'ConsentBy', 'ConsentName', 'ConsentForm'] : itemFields}
        card={(row) => ({
          title: struck(row, row.Product?.Name ?? ''),
          end: struck(row, money(row.Amount)),
          note: amountOf(row.DiscountPercent) ? discountNote(row) : undefined,
        })}
      />
    </section>
  )
}
