// Money on screen: who gave whom how much, when and how, and the invoice it is for.
import { IconArrowBackUp, IconArrowsSplit, IconBan, IconCheck, IconPrinter, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoney } from '../../core/money.ts'
import { allOf, reasonOf } from '../../core/refusal.ts'
import { isPrivileged, supervisors, type SignedIn } from '../../core/user.ts'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { askChoice, askText } from '../../web/dialog/ask.ts'
import { Button } from '../../web/part/button.tsx'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { recordLink } from '../../web/record/record-link.ts'
import type { RecordOptions, Search } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import type { Session } from '../../web/session/session.ts'
import { Allocate, allocationColumns } from './allocations/allocate.screen.tsx'
import { isFree, mayPut } from './allocations/allocations.rules.ts'
import { transactions, voucherLayouts, type transactionFields } from './transactions.model.ts'
import { clearingWords, isMarked, mayBounce, mayCancelMoney, mayClear, mayUnclear } from './transactions.rules.ts'

const { Field, useActions, useDetail, useRecord } = screenOf(transactions)
const { GridCard } = gridsOf(transactions)
const fixed = ['ReceiverId', 'InvoiceId', 'GiverId', 'Amount', 'PaymentModeId']

const options: RecordOptions<typeof transactionFields> = {
  start: (_user: SignedIn, { InvoiceId }: Search, { Entity }: Session) => ({
    Date: new Date().toISOString(),
    ReceiverId: Entity.ClientId,
    Receiver: { ClientId: Entity.ClientId, Name: Entity.Name },
    ...(typeof InvoiceId === 'number' && { InvoiceId }),
  }),
  locked: (name, { TransactionId }, user) => {
    if (['Date', 'ReceiverId'].includes(name) && !isPrivileged(user)) return 'Only a manager may change this'
    if (typeof TransactionId === 'number' && fixed.includes(name))
      return 'Cancel this transaction and record it again to change this'
    return undefined
  },
  // the buyer of an invoice gives its due, unless the user typed something else
  changed: {
    InvoiceId: (form) => {
      const { BuyerId, Name, Balance } = form.get('Invoice') ?? {}
      if (typeof BuyerId !== 'number') return
      form.set({ GiverId: BuyerId, Giver: { ClientId: BuyerId, Name: Name ?? '' } })
      if ((form.get('Amount') ?? null) === null && typeof Balance === 'number') form.set({ Amount: Balance })
    },
  },
  // more than the invoice is due: recorded as an advance when the user says so
  refused: async (form, message) => {
    if (!form.state().errors.KeepsAdvance) return false
    const keeps = await askChoice({
      title: 'Overpaid',
      text: message,
      choices: [['Advance', 'Keep as advance']],
      cancel: 'Correct',
    })
    if (keeps === undefined) return false
    form.set({ KeepsAdvance: true })
    return true
  },
}

const purposeWords = { tds: 'TDS', 'set off': 'Set off', withheld: 'TDS withheld', gst: 'GST' }
const tones = { Waiting: 'partly', Cleared: 'done', Bounced: 'cancelled' }

/** Accounts staff mark a cheque once. */
const ChequeActs = () => {
  const record = useDetail()
  const values = useFormState(record.form, (state) => state.values)
  const { update } = useActions()
  if (update === undefined || !['Waiting', 'Cleared'].includes(values.Clearing ?? '')) return null
  const formId = Number(record.key)
  const { user } = record.form
  const hasCleared = values.Clearing === 'Cleared'
  const bounce = async () => {
    const why = await askText({ label: 'Reason' })
    if (why !== undefined) await record.act('/api/bounced/transactions', { formId, reason: why, Returned: hasCleared })
  }
  const unclear = async () => {
    const reason = await askText({ title: 'Not cleared', label: 'Reason', text: 'The cheque waits to clear again.' })
    if (reason !== undefined) await record.act('/api/notcleared/transactions', { formId, reason })
  }
  return (
    <>
      {!hasCleared && (
        <Button
          label="Cleared"
          icon={IconCheck}
          hotkey="alt+g"
          reason={reasonOf(mayClear(values, user))}
          onClick={() => void record.act('/api/cleared/transactions', { formId })}
        />
      )}
      {hasCleared && (
        <Button
          label="Not cleared"
          icon={IconX}
          reason={reasonOf(mayUnclear(values, user))}
          onClick={() => void unclear()}
        />
      )}
      <Button
        label="Bounced"
        icon={IconArrowBackUp}
        hotkey="alt+b"
        reason={reasonOf(mayBounce(values, user))}
        onClick={() => void bounce()}
      />
    </>
  )
}

/** Money on account is put on what its payer owes. */
const AllocateAct = () => {
  const record = useDetail()
  const values = useFormState(record.form, (state) => state.values)
  const [asking, setAsking] = useState(false)
  const { update } = useActions()
  if (update === undefined || values.Kind !== 'Receipt' || (values.InvoiceId ?? null) !== null) return null
  const may = allOf(isFree(values), mayPut(record.form.user))
  return (
    <>
      <Button
        label="Allocate"
        icon={IconArrowsSplit}
        hotkey="alt+l"
        reason={reasonOf(may)}
        onClick={() => setAsking(true)}
      />
      {asking && (
        <Allocate
          giverId={Number(values.GiverId)}
          receiverId={Number(values.ReceiverId)}
          free={Number(values.Unallocated)}
          onDo={(Allocations) =>
            record.tryAct('/api/allocate/transactions', { formId: Number(record.key), Allocations })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Accounts staff or a manager cancel a transaction that is wrong. */
const CancelAct = () => {
  const record = useDetail()
  const values = useFormState(record.form, (state) => state.values)
  const { update } = useActions()
  const decision = mayCancelMoney(values, record.form.user)
  if (update === undefined || (!decision.ok && decision.code !== 'reversal')) return null
  const cancel = async () => {
    const reason = await askText({
      title: 'Cancel the transaction',
      label: 'Reason',
      text: isMarked(values)
        ? 'It remains in its batch, cancelled.'
        : 'Its batch is closed: the opposite is recorded today, in your batch.',
    })
    if (reason !== undefined) await record.act('/api/cancel/transactions', { formId: Number(record.key), reason })
  }
  return (
    <Button
      label="Cancel Transaction"
      icon={IconBan}
      look="danger"
      reason={reasonOf(decision)}
      onClick={() => void cancel()}
    />
  )
}

/** The transaction that it cancels or is cancelled by, and why. */
const Cancellation = () => {
  const { ReversesId, ReversedById, CancelReason } = useFormState(useDetail().form, (state) => state.values)
  const other = ReversesId ?? ReversedById
  if (typeof other !== 'number' && !CancelReason) return null
  return (
    <section className="card" aria-label="Cancellation">
      <div className="fields">
        {typeof other === 'number' && (
          <Shown label={ReversesId ? 'Cancels transaction' : 'Cancelled by transaction'}>
            <Link {...recordLink('transactions', { TransactionId: other })}>{other}</Link>
          </Shown>
        )}
        {CancelReason && (
          <Shown label="Why it was cancelled" span={8}>
            {CancelReason}
          </Shown>
        )}
      </div>
    </section>
  )
}

export const Screen = () => {
  const record = useRecord(options)
  const [printing, setPrinting] = useState(false)
  const undo = async (AllocationId: number) => {
    const reason = await askText({ title: 'Undo allocation', label: 'Reason' })
    if (reason === undefined) return
    await record.act('/api/unallocate/transactions', { formId: Number(record.key), AllocationId, reason })
  }
  const values = useFormState(record.form, (state) => state.values)
  const { Allocations, Kind, Unallocated, IsCancelled, ReversedById, Clearing } = values
  const mode = useFormState(record.form, (state) => state.mode)
  const isGone = IsCancelled === true || typeof ReversedById === 'number'
  const word = isGone
    ? 'Cancelled'
    : Clearing
      ? `Cheque ${clearingWords[Clearing]}`
      : values.Purpose && purposeWords[values.Purpose]
  return (
    <Detail
      record={record}
      status={
        word && (
          <span className="head-status">
            <i className={`dot ${isGone ? 'cancelled' : tones[Clearing ?? 'Cleared']}`} aria-hidden="true" />
            {word}
          </span>
        )
      }
      viewActions={
        <>
          <ActionButton
            permit="print"
            label="Print"
            icon={IconPrinter}
            hotkey="alt+p"
            onClick={() => setPrinting(true)}
          />
          <ChequeActs />
          <AllocateAct />
          <CancelAct />
        </>
      }
    >
      <FieldCard label="Transaction">
        <Field name="Date" span={4} />
        <Field name="ReceiverId" span={4} />
        <Field name="InvoiceId" span={4} />
        <Field name="GiverId" span={4} />
        <Field name="Amount" />
        <Field name="PaymentModeId" />
        <Field name="PaymentRef" span={4} />
        {mode === 'add' && supervisors.includes(record.form.user.RoleId) && (
          <>
            <Field name="TdsAmount" note="Beside the amount: both together settle" />
            {(values.TdsAmount ?? 0) > 0 && (
              <Field name="TdsSection" note="Empty: that of professional services on this day" />
            )}
          </>
        )}
        {typeof Unallocated === 'number' && (
          <Shown label="Unallocated">{formatMoney(Unallocated, { symbol: true })}</Shown>
        )}
        <Field name="Remarks" span={12} rows={2} />
      </FieldCard>
      {(Allocations ?? []).length > 0 && (
        <GridCard
          name="Allocations"
          columns={allocationColumns(
            Kind === 'Receipt' && typeof Unallocated === 'number' ? (id) => void undo(id) : undefined,
          )}
          height={250}
          rowClass={(row) => (row.UndoneAt ? 'cancelled' : undefined)}
          card={(row) => ({ title: row.Document, end: formatMoney(row.Amount ?? 0), note: row.UndoReason })}
        />
      )}
      <Cancellation />
      {printing && (
        <PrintDialog
          moduleId="transactions"
          formId={Number(record.key)}
          layouts={voucherLayouts(values)}
          onClose={() => setPrinting(false)}
        />
      )}
    </Detail>
  )
}
