// A purchase bill on screen: a new one is filled from the work that was sent; one in the books is paid or cancelled.
import { useState } from 'react'
import { formatDate } from '../../core/dates.ts'
import { compareAmounts, formatMoney, sumAmounts } from '../../core/money.ts'
import { reasonOf } from '../../core/refusal.ts'
import { entityType } from '../../core/user.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { ImportErrors, ImportLines } from '../../web/files/import-lines.tsx'
import { askText } from '../../web/dialog/ask.ts'
import { Button } from '../../web/part/button.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import type { Session } from '../../web/session/session.ts'
import { withImported } from '../products/imported.rules.ts'
import { Acts } from './acts.screen.tsx'
import { purchasebills, type purchaseBillFields, type PurchaseBillDraft } from './purchasebills.model.ts'
import { checkPaper, checkReason, differenceOf, differencesOf, mayCorrectBill, workOf } from './purchasebills.rules.ts'
import { TakeWork, type SentWork } from './work.screen.tsx'

const { Field, useForm, useRecord, useValue } = screenOf(purchasebills)
const { GridCard } = gridsOf(purchasebills)
type Line = NonNullable<PurchaseBillDraft['Lines']>[number]
const places: readonly number[] = [entityType.Lab, entityType.CollectionCentre, entityType.LegalEntity]

const corrected = ['Lines', 'GstAmount', 'TotalAmount', 'Reason']
const options: RecordOptions<typeof purchaseBillFields> = {
  start: (_user, _search, { Entity }: Session) =>
    places.includes(Entity.ClientTypeId)
      ? { BuyerId: Entity.ClientId, Buyer: { ClientId: Entity.ClientId, Name: Entity.Name } }
      : {},
  locked: (name, { PurchaseBillId, State }) => {
    if (typeof PurchaseBillId !== 'number' || name === 'Remarks') return undefined
    return corrected.includes(name)
      ? reasonOf(mayCorrectBill({ State: State ?? null }))
      : 'Cancel this bill and enter it again to change this'
  },
  check: (bill) => {
    if (!mayCorrectBill({ State: bill.State ?? 'Open' }).ok) return {}
    const decision = [checkPaper(bill), checkReason(bill)].find((one) => !one.ok)
    return decision && !decision.ok ? { [decision.at ?? 'Lines']: [decision.reason] } : {}
  },
  // another supplier did other work
  changed: { SupplierId: (form) => form.set({ Lines: [] }), BuyerId: (form) => form.set({ Lines: [] }) },
}

const nothing = <span className="quiet">–</span>
const money = (amount: number | null | undefined): string => formatMoney(amount ?? 0, { symbol: true })
const differs = (row: Line): boolean => compareAmounts(differenceOf(row ?? {}), 0) !== 0

const columns: ScreenColumns<typeof purchaseBillFields, 'Lines'> = [
  {
    view: 'Work',
    title: 'Work that was sent',
    width: 'minmax(240px, 2fr)',
    picks: 'SaleProductId',
    show: (row) => (typeof row.SaleProductId === 'number' ? row.Description : nothing),
  },
  {
    name: 'Description',
    title: 'Or what is charged',
    width: 'minmax(140px, 1fr)',
    editable: (row) => typeof row.SaleProductId !== 'number',
    show: (row) => (typeof row.SaleProductId === 'number' ? nothing : row.Description),
  },
  { name: 'Agreed', width: 110 },
  { name: 'Amount', width: 110, strong: true, next: true },
  {
    view: 'Difference',
    title: 'Difference',
    width: 110,
    editable: false,
    show: (row) => (differs(row) ? <span className="number">{formatMoney(differenceOf(row))}</span> : nothing),
  },
]

const paymentColumns = (
  onUndo: (allocationId: number) => void,
): ScreenColumns<typeof purchaseBillFields, 'Payments'> => [
  { name: 'AllocatedAt', width: 170 },
  { name: 'Document', width: 'minmax(160px, 1fr)' },
  { name: 'UndoReason', width: 'minmax(140px, 1fr)' },
  { name: 'Amount', width: 130, strong: true },
  {
    view: 'Undo',
    title: '',
    width: 90,
    editable: false,
    show: (row) => (row.UndoneAt ? null : <Button label="Undo" onClick={() => onUndo(Number(row.AllocationId))} />),
  },
]

const Lines = () => {
  const form = useForm()
  const pick = (index: number, work: SentWork, id: number) => {
    const lines = form.get('Lines') ?? []
    const agreed = work.Agreed
    const line = {
      ...lines[index],
      SaleProductId: id,
      Description: work.Name,
      Agreed: agreed,
      Amount: agreed,
    }
    form.set({ Lines: index < lines.length ? lines.map((one, at) => (at === index ? line : one)) : [...lines, line] })
    return true
  }
  return (
    <GridCard
      name="Lines"
      columns={columns}
      height={350}
      blank="Choose the next work"
      onPick={pick}
      item={['SaleProductId', 'Description', 'Amount']}
      card={(row) => ({
        title: row.Description,
        end: formatMoney(row.Amount ?? 0),
        note: differs(row) ? `agreed ${formatMoney(row.Agreed ?? 0)}` : undefined,
      })}
    />
  )
}

const Figures = () => {
  const bill = { Lines: useValue('Lines') ?? [], GstAmount: useValue('GstAmount') ?? 0 }
  const [state, paid, left, postedOn, billDate] = [
    useValue('State'),
    useValue('Paid'),
    useValue('Outstanding'),
    useValue('PostedOn'),
    useValue('BillDate'),
  ]
  const { more, less } = differencesOf(bill)
  return (
    <>
      <Shown label="Lines and GST">{money(sumAmounts([workOf(bill), bill.GstAmount]))}</Shown>
      {(more > 0 || less > 0) && (
        <Shown label="Differences">
          {[more > 0 && `${money(more)} more`, less > 0 && `${money(less)} less`].filter(Boolean).join(', ')}
        </Shown>
      )}
      {state && <Shown label="Paid">{money(paid)}</Shown>}
      {state && <Shown label="Outstanding">{money(left)}</Shown>}
      {postedOn && postedOn !== billDate && (
        <Shown label="In the books on" note="The books of its own day were closed">
          {formatDate(postedOn)}
        </Shown>
      )}
    </>
  )
}

const tones = new Map([
  ['Open', 'none'],
  ['Partly paid', 'partly'],
  ['Paid', 'done'],
  ['Cancelled', 'cancelled'],
])

export const Screen = () => {
  const record = useRecord(options)
  const { State, CancelReason, Payments, Lines: lines, GstAmount } = useFormState(record.form, (state) => state.values)
  const mode = useFormState(record.form, (state) => state.mode)
  const [unread, setUnread] = useState<readonly string[]>([])
  const take = (read: readonly Line[]) =>
    record.form.set({ Lines: withImported(record.form.get('Lines') ?? [], read, 'SaleProductId') })
  const { more, less } = differencesOf({ Lines: lines ?? [], GstAmount: GstAmount ?? null })
  const undo = async (AllocationId: number) => {
    const reason = await askText({ title: 'Undo', label: 'Reason', text: 'The payment stays, as paid ahead.' })
    if (reason === undefined) return
    await record.act(`/api/unallocate/purchasebills/${String(record.key)}`, { AllocationId, reason })
  }
  return (
    <Detail
      record={record}
      viewActions={<Acts />}
      editActions={
        mode === 'add' ? (
          <>
            <TakeWork />
            <ImportLines<Line> moduleId={purchasebills.id} counted="lines" onErrors={setUnread} onRead={take} />
          </>
        ) : undefined
      }
      status={
        State && (
          <span className="head-status">
            <i className={`dot ${tones.get(State) ?? 'none'}`} aria-hidden="true" />
            {State}
          </span>
        )
      }
    >
      <FieldCard label="Purchase Bill">
        <Field name="SupplierId" span={4} />
        <Field name="BuyerId" span={4} />
        <Field name="BillNo" span={4} />
        <Field name="BillDate" />
        <Field name="DueDate" note={mode === 'add' ? 'Empty: 30 days after the bill' : undefined} />
        <Field name="GstAmount" />
        <Field name="TotalAmount" />
        <Figures />
        {(more > 0 || less > 0) && <Field name="Reason" span={12} />}
        <Field name="Remarks" span={12} rows={2} />
        {CancelReason && (
          <Shown label="Cancelled because" span={12}>
            {CancelReason}
          </Shown>
        )}
      </FieldCard>
      {mode === 'add' && <ImportErrors errors={unread} />}
      <Lines />
      {(Payments ?? []).length > 0 && (
        <GridCard
          name="Payments"
          columns={paymentColumns((id) => void undo(id))}
          height={250}
          rowClass={(row) => (row.UndoneAt ? 'cancelled' : undefined)}
          card={(row) => ({ title: row.Document, end: formatMoney(row.Amount ?? 0), note: row.UndoReason })}
        />
      )}
    </Detail>
  )
}
