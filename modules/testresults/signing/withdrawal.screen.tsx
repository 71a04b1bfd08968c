// Withdraws released results from the sheet: asks why, and lists who was given the report.
import { IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { useDoing } from '../../../web/record/use-form.ts'
import type { Given } from '../../testreports/given/given.rules.ts'
import { useDetail } from '../sheet/record.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'
import { ReasonFields, useDialog } from './reason.screen.tsx'

const path = '/api/withdrawresults/testresults'
type Answer = { message: string; Given: readonly Given[] }
type Props = { rows: readonly ResultRow[]; reason: string | undefined; onDone: () => void }

const WithdrawDialog = ({
  rows,
  onClose,
  onDo,
}: {
  rows: readonly ResultRow[]
  onClose: () => void
  onDo: (body: Readonly<Record<string, unknown>>) => Promise<unknown>
}) => {
  const dialog = useDialog({ onClose, onDo })
  const go = () => {
    const errors = {
      ...(!dialog.reason && { reason: 'Reason is required' }),
      ...(!dialog.remarks.trim() && { remarks: 'Remarks are required' }),
    }
    if (Object.keys(errors).length > 0) return dialog.setErrors(errors)
    return void dialog.send({ WorkItems: rows.map(({ WorkItemId, RowVersion }) => ({ WorkItemId, RowVersion })) })
  }
  return (
    <Modal
      title="Withdraw"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Withdraw" look="danger" busy={dialog.busy} onClick={go} />
        </>
      }
    >
      <div className="reason-form">
        <p>
          {rows.map((row) => `${row.Element} ${row.Result ?? ''}`.trim()).join(', ')}: taken back without a new value,
          once another signatory (where the lab has one) approves. The next version of the report prints the remarks.
        </p>
        <ReasonFields dialog={dialog} remarksRequired autoFocus />
      </div>
    </Modal>
  )
}

const GivenDialog = ({ answer, onClose }: { answer: Answer; onClose: () => void }) => (
  <Modal
    title="Who had it"
    width={560}
    onClose={onClose}
    footer={<Button label="Close" look="primary" onClick={onClose} />}
  >
    <p>{answer.message}</p>
    <ul aria-label="Who had it">
      {answer.Given.map((one) => (
        <li key={`${one.What} ${one.To}`}>
          {one.To}: {one.What}, {formatDateTime(one.At)}
        </li>
      ))}
    </ul>
  </Modal>
)

export const Withdraw = ({ rows, reason, onDone }: Props) => {
  const record = useDetail()
  const doing = useDoing()
  const [open, setOpen] = useState<readonly ResultRow[]>()
  const [answer, setAnswer] = useState<Answer>()
  return (
    <>
      <Button
        label="Withdraw…"
        icon={IconFileOff}
        hotkey="alt+w"
        reason={reason}
        busy={doing === path}
        onClick={() => setOpen(rows)}
      />
      {open && (
        <WithdrawDialog
          rows={open}
          onClose={() => setOpen(undefined)}
          onDo={async (body) => {
            const error = await record.tryAct(path, body, 'PUT', ({ message = '', Given = [] }: Partial<Answer>) => {
              if (Given.length > 0) setAnswer({ message, Given })
              return Given.length > 0
            })
            if (error) return error
            setOpen(undefined)
            onDone()
            return undefined
          }}
        />
      )}
      {answer && <GivenDialog answer={answer} onClose={() => setAnswer(undefined)} />}
    </>
  )
}
