// An invoice on screen: for whom, which sales, what is paid. A new one takes from the sales that are pending.
import { IconArrowsSplit, IconBan, IconMail, IconPrinter, IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../core/refusal.ts'
import { dayOf, formatDate, formatDateTime } from '../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { entityType, isPrivileged, isStaff, type SignedIn } from '../../core/user.ts'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { Button } from '../../web/part/button.tsx'
import { askDays, askText } from '../../web/dialog/ask.ts'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import type { RecordOptions, Search } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import type { Session } from '../../web/session/session.ts'
import { saleStatus } from '../lists/items.model.ts'
import { mayPut } from '../transactions/allocations/allocations.rules.ts'
import { clearingWords } from '../transactions/transactions.rules.ts'
import { invoices, type invoiceFields } from './invoices.model.ts'
import { isOverpaid, mayCredit, mayPickSale, salesErrors } from './invoices.rules.ts'
import { Letters } from './letters/letters.screen.tsx'
import { Pending } from './pending.screen.tsx'
import '../../web/field/field.css'

const { Field, useDetail, useRecord, useValue } = screenOf(invoices)
const { GridCard } = gridsOf(invoices)

const sellers: readonly number[] = [entityType.Lab, entityType.CollectionCentre]
const options: RecordOptions<typeof invoiceFields> = {
  start: (user: SignedIn, _search: Search, { Entity }: Session) => ({
    // the others' are of the day that they are issued: a form may be open over midnight
    ...(isPrivileged(user) && { InvoiceDate: new Date().toISOString() }),
    ...(sellers.includes(Entity.ClientTypeId) && {
      SellerId: Entity.ClientId,
      Seller: { ClientId: Entity.ClientId, Name: Entity.Name },
    }),
  }),
  locked: (name, _values, user) =>
    name === 'InvoiceDate' && !isPrivileged(user) ? 'Only a manager may change this' : undefined,
  check: ({ Sales }) => salesErrors(Sales),
  // another seller or buyer has other sales
  changed: { SellerId: (form) => form.set({ Sales: [] }), BuyerId: (form) => form.set({ Sales: [] }) },
}

const saleColumns: ScreenColumns<typeof invoiceFields, 'Sales'> = [
  { name: 'SaleId', width: 90, editable: false },
  { name: 'SaleDate', width: 170 },
  { name: 'Patient', width: 'minmax(160px, 1fr)' },
  { name: 'Doctor', width: 'minmax(160px, 1fr)' },
  { name: 'NetAmount', width: 130, strong: true },
  {
    view: 'Status',
    title: 'Status',
    width: 110,
    editable: false,
    show: (row) => (row.StatusId === saleStatus.Cancelled ? 'Cancelled' : null),
  },
]
const moneyColumns: ScreenColumns<typeof invoiceFields, 'Transactions'> = [
  { name: 'TransactionId', width: 80 },
  { name: 'Date', width: 170 },
  {
    view: 'Mode',
    title: 'Mode',
    width: 'minmax(140px, 1fr)',
    editable: false,
    show: (row) => [row.PaymentMode?.ItemLabel, row.Clearing && clearingWords[row.Clearing]].filter(Boolean).join(', '),
  },
  { name: 'PaymentRef', width: 'minmax(140px, 1fr)' },
  { name: 'Amount', width: 130, strong: true },
]

const Figures = () => {
  const isNew = typeof useValue('InvoiceId') !== 'number'
  const chosen = sumAmounts((useValue('Sales') ?? []).map((sale) => sale.NetAmount ?? 0))
  const [net, paid, due] = [useValue('NetAmount'), useValue('Paid'), useValue('Outstanding')]
  const money = (amount: number | null | undefined) => formatMoney(amount ?? 0, { symbol: true })
  return (
    <>
      <Shown label="Net Amount">{money(isNew ? chosen : net)}</Shown>
      {!isNew && <Shown label="Paid">{money(paid)}</Shown>}
      {!isNew && <Shown label="Outstanding">{money(due)}</Shown>}
    </>
  )
}

/** Cancels the invoice, or credits some of its sales. */
type ActsProps = { ticked: ReadonlySet<number>; clear: () => void; onPrint: () => void }
const Acts = ({ ticked, clear, onPrint }: ActsProps) => {
  const record = useDetail()
  const values = useFormState(record.form, (state) => state.values)
  const formId = Number(record.key)
  const cancel = async () => {
    const reason = await askText({ title: 'Cancel Invoice', label: 'Reason' })
    if (reason !== undefined) await record.act('/api/cancel/invoices', { formId, reason })
  }
  const credit = async () => {
    const reason = await askText({ title: 'Credit Note', label: 'Reason' })
    if (reason === undefined) return
    await record.act('/api/creditnote/invoices', { formId, SaleIds: [...ticked], reason })
    clear()
  }
  const sendStatement = async () => {
    const today = dayOf(new Date())
    const days = await askDays({
      title: 'Send Statement',
      text: 'The statement of account of these days goes to the buyer by e-mail.',
      start: { FromDate: `${today.slice(0, 7)}-01`, ToDate: today },
    })
    if (days) await record.act('/api/sendstatement/invoices', { formId, From: days.FromDate, To: days.ToDate })
  }
  const print = (
    <>
      <ActionButton permit="print" label="Print" icon={IconPrinter} hotkey="alt+p" onClick={onPrint} />
      {isStaff(record.form.user) && (
        <ActionButton permit="print" label="Send Statement" icon={IconMail} onClick={() => void sendStatement()} />
      )}
      {isOverpaid(values).ok && mayPut(record.form.user).ok && (
        <Button
          label="Allocate"
          icon={IconArrowsSplit}
          hotkey="alt+l"
          onClick={() => void record.act('/api/allocate/invoices', { formId })}
        />
      )}
    </>
  )
  if (values.IsSingleSale === true || values.IsCancelled === true) return print
  return (
    <>
      {print}
      <ActionButton permit="cancel" label="Cancel Invoice" icon={IconBan} onClick={() => void cancel()} />
      <Button
        label="Credit Note"
        icon={IconReceiptRefund}
        count={ticked.size || undefined}
        reason={reasonOf(mayCredit(values, [...ticked]))}
        onClick={() => void credit()}
      />
    </>
  )
}

type Allocation = { readonly AllocationId?: number | null; readonly UndoneAt?: string | null }
const undoOf = ({ AllocationId, UndoneAt }: Allocation, onUndo: (id: number) => Promise<void>) =>
  UndoneAt ? null : <Button label="Undo" onClick={() => void onUndo(Number(AllocationId))} />

export const Screen = () => {
  const record = useRecord(options)
  const [printing, setPrinting] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const { Allocations, IsCancelled, CancelReason, CreditNotes, InvoiceNo, DueDate, IsSingleSale, BuyerId } =
    useFormState(record.form, (state) => state.values)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  const undo = async (AllocationId: number) => {
    const reason = await askText({ title: 'Undo allocation', label: 'Reason' })
    if (reason === undefined) return
    await record.act('/api/unallocate/invoices', { formId: Number(record.key), AllocationId, reason })
  }
  const toggle = (id: number) =>
    setTicked((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const columns: typeof saleColumns =
    isNew || IsSingleSale === true
      ? saleColumns
      : [
          {
            view: 'Ticked',
            title: '',
            width: 36,
            editable: false,
            show: (row) => (
              <input
                type="checkbox"
                aria-label={`Sale ${row.SaleId ?? ''}`}
                checked={ticked.has(Number(row.SaleId))}
                onChange={() => toggle(Number(row.SaleId))}
              />
            ),
          },
          ...saleColumns,
        ]
  return (
    <Detail
      record={record}
      readOnly={!isNew}
      status={
        IsCancelled && (
          <span className="head-status">
            <i className="dot cancelled" aria-hidden="true" />
            Cancelled
          </span>
        )
      }
      viewActions={<Acts ticked={ticked} clear={() => setTicked(new Set())} onPrint={() => setPrinting(true)} />}
    >
      <FieldCard label="Invoice">
        <Field name="SellerId" span={4} />
        <Field name="BuyerId" span={4} />
        <Field name="InvoiceDate" span={4} />
        {!isNew && <Shown label="Invoice No">{InvoiceNo}</Shown>}
        {!isNew && <Shown label="To Be Paid By">{formatDate(DueDate)}</Shown>}
        <Figures />
        {CancelReason && (
          <Shown label="Cancelled because" span={4}>
            {CancelReason}
          </Shown>
        )}
      </FieldCard>
      {isNew && <Pending mayPick={mayPickSale} />}
      <GridCard
        name="Sales"
        columns={columns}
        height={350}
        grows={false}
        rowClass={(row) => (row.StatusId === saleStatus.Cancelled ? 'cancelled' : undefined)}
        card={(row) => ({
          title: row.Patient,
          end: formatMoney(row.NetAmount ?? 0),
          note: formatDateTime(row.SaleDate),
        })}
      />
      {!isNew && (
        <GridCard
          name="Transactions"
          columns={moneyColumns}
          height={250}
          card={(row) => ({
            title: row.PaymentMode?.ItemLabel,
            end: formatMoney(row.Amount ?? 0),
            note: formatDateTime(row.Date),
          })}
        />
      )}
      {(Allocations ?? []).length > 0 && (
        <GridCard
          name="Allocations"
          columns={[
            { name: 'AllocatedAt', width: 170 },
            { name: 'Document', width: 'minmax(160px, 1fr)' },
            { name: 'UndoReason', width: 'minmax(140px, 1fr)' },
            { name: 'Amount', width: 130, strong: true },
            {
              view: 'Undo',
              title: '',
              width: 90,
              editable: false,
              show: (row) => undoOf(row, undo),
            },
          ]}
          height={250}
          rowClass={(row) => (row.UndoneAt ? 'cancelled' : undefined)}
          card={(row) => ({ title: row.Document, end: formatMoney(row.Amount ?? 0), note: row.UndoReason })}
        />
      )}
      {(CreditNotes ?? []).length > 0 && (
        <GridCard
          name="CreditNotes"
          columns={[
            { name: 'CreditNoteNo', width: 170 },
            { name: 'CreditDate', width: 170 },
            { name: 'Reason', width: 'minmax(160px, 1fr)' },
            { name: 'Amount', width: 130, strong: true },
          ]}
          height={250}
          card={(row) => ({ title: row.CreditNoteNo, end: formatMoney(row.Amount ?? 0), note: row.Reason })}
        />
      )}
      <Letters />
      {printing && (
        <PrintDialog
          moduleId="invoices"
          formId={Number(record.key)}
          clientId={BuyerId ?? undefined}
          onClose={() => setPrinting(false)}
        />
      )}
    </Detail>
  )
}
