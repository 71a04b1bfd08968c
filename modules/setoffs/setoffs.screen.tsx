// A settlement between two places on screen: what each owes the other, what is set off, and how the rest is paid.
import { IconBan, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { reasonOf } from '../../core/refusal.ts'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { askText } from '../../web/dialog/ask.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { Button } from '../../web/part/button.tsx'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { Owed } from './owed.screen.tsx'
import { setoffs, type setOffFields } from './setoffs.model.ts'
import { mayCancelSetOff } from './setoffs.rules.ts'

const { Field, useActions, useDetail, useRecord } = screenOf(setoffs)
const { GridCard } = gridsOf(setoffs)
const money = (amount: number | null | undefined): string => formatMoney(amount ?? 0, { symbol: true })

const options: RecordOptions<typeof setOffFields> = {
  locked: (name, { SetOffId }) =>
    typeof SetOffId === 'number' && name !== 'Remarks' ? 'Cancel this settlement and enter it again' : undefined,
}

const columns: ScreenColumns<typeof setOffFields, 'Documents'> = [
  { name: 'Debtor', width: 'minmax(150px, 1fr)' },
  { name: 'Creditor', width: 'minmax(150px, 1fr)' },
  { name: 'Document', width: 'minmax(150px, 1fr)' },
  { name: 'Amount', width: 130, strong: true },
]

const Acts = ({ onPrint }: { onPrint: () => void }) => {
  const record = useDetail()
  const { State } = useFormState(record.form, (state) => state.values)
  const { update } = useActions()
  const cancel = async () => {
    const reason = await askText({
      title: 'Cancel the settlement',
      label: 'Reason',
      text: 'Both places are owed again what was set off. What was paid of the rest stays on account.',
    })
    if (reason !== undefined) await record.act(`/api/cancel/setoffs/${String(record.key)}`, { reason })
  }
  return (
    <>
      <ActionButton permit="print" label="Print" icon={IconPrinter} hotkey="alt+p" onClick={onPrint} />
      {update !== undefined && (
        <Button
          label="Cancel Settlement"
          icon={IconBan}
          look="danger"
          reason={reasonOf(mayCancelSetOff({ State: State ?? null }))}
          onClick={() => void cancel()}
        />
      )}
    </>
  )
}

const transactionLink = (label: string, id: number | null | undefined) =>
  typeof id === 'number' ? (
    <Shown label={label}>
      <Link {...recordLink('transactions', { TransactionId: id })}>{id}</Link>
    </Shown>
  ) : null

export const Screen = () => {
  const record = useRecord(options)
  const [printing, setPrinting] = useState(false)
  const mode = useFormState(record.form, (state) => state.mode)
  const settled = useFormState(record.form, (state) => state.values)
  const { First, Second, State } = settled
  return (
    <Detail
      record={record}
      viewActions={<Acts onPrint={() => setPrinting(true)} />}
      status={
        State && (
          <span className="head-status">
            <i className={`dot ${State === 'Settled' ? 'done' : 'cancelled'}`} aria-hidden="true" />
            {State}
          </span>
        )
      }
    >
      <FieldCard label="Settlement">
        <Field name="FirstId" span={4} />
        <Field name="SecondId" span={4} />
        {mode === 'add' ? (
          <>
            <Field name="PaymentModeId" note="Empty: the rest stays owed" />
            <Field name="PaymentRef" />
          </>
        ) : (
          <>
            <Shown label="Settled" span={4}>
              {formatDateTime(settled.SettledAt)}
            </Shown>
            <Shown label={`Owed to ${First?.Name ?? ''}`} span={4}>
              {money(settled.FirstOwed)}
            </Shown>
            <Shown label={`Owed to ${Second?.Name ?? ''}`} span={4}>
              {money(settled.SecondOwed)}
            </Shown>
            <Shown label="Set off">{money(settled.Amount)}</Shown>
            <Shown label="Rest" note={settled.PaymentId === null ? 'stays owed' : undefined}>
              {money(settled.Rest)}
            </Shown>
            {transactionLink('In the books of the first', settled.FirstTransactionId)}
            {transactionLink('In the books of the second', settled.SecondTransactionId)}
            {transactionLink('Rest paid by', settled.PaymentId)}
          </>
        )}
        <Field name="Remarks" span={12} />
        {settled.CancelReason && (
          <Shown label="Cancelled because" span={12}>
            {settled.CancelReason}
          </Shown>
        )}
      </FieldCard>
      {mode === 'add' && <Owed />}
      {(settled.Documents ?? []).length > 0 && (
        <GridCard
          name="Documents"
          columns={columns}
          height={350}
          card={(row) => ({ title: row.Document, end: formatMoney(row.Amount ?? 0), note: row.Debtor })}
        />
      )}
      {printing && <PrintDialog moduleId="setoffs" formId={Number(record.key)} onClose={() => setPrinting(false)} />}
    </Detail>
  )
}
