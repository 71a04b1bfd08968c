// The dialogs that ask why: a result is repeated, a released one amended.
import { useState } from 'react'
import { messageOf } from '../../web/api.ts'
import { Button } from '../../web/button.tsx'
import { useOptions } from '../../web/field/use-options.ts'
import { Labelled } from '../../web/labelled.tsx'
import { Modal } from '../../web/modal.tsx'
import { judge, typed } from './entry.rules.ts'
import { FlagChip } from './drawing.screen.tsx'
import { resultFields } from './testresults.model.ts'
import type { ResultRow } from './testresults.model.ts'

type Props = { rows: readonly ResultRow[]; onClose: () => void; onDo: (body: Readonly<Record<string, unknown>>) => Promise<unknown> }
type Asked = { reason: string; remarks: string }

const useDialog = ({ onClose, onDo }: Props) => {
  const [{ reason, remarks }, setAsked] = useState<Asked>({ reason: '', remarks: '' })
  const [errors, setErrors] = useState<Partial<Record<'reason' | 'remarks' | 'all', string>>>({})
  const [busy, setBusy] = useState(false)
  const send = async (body: Readonly<Record<string, unknown>>) => {
    setBusy(true)
    const error = await onDo({ ...body, ReasonId: Number(reason), ...(remarks.trim() && { Remarks: remarks.trim() }) })
    setBusy(false)
    if (error) setErrors({ all: messageOf(error) })
    else onClose()
  }
  return { reason, remarks, errors, setErrors, busy, send, set: (part: Partial<Asked>) => setAsked((now) => ({ ...now, ...part })) }
}
const ReasonFields = ({
  dialog,
  remarksRequired = false,
  autoFocus = false,
}: {
  dialog: ReturnType<typeof useDialog>
  remarksRequired?: boolean
  autoFocus?: boolean
}) => {
  const options = useOptions(resultFields.ReasonId)
  return (
    <>
      <Labelled label="Reason" required error={dialog.errors.reason}>
        {(given) => (
          <select
            {...given}
            className="input"
            autoFocus={autoFocus}
            value={dialog.reason}
            onChange={(event) => dialog.set({ reason: event.target.value })}
          >
            <option value=""></option>
            {options.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Remarks" required={remarksRequired} error={dialog.errors.remarks}>
        {(given) => (
          <input
            {...given}
            className="input"
            type="text"
            maxLength={1000}
            autoComplete="off"
            value={dialog.remarks}
            onChange={(event) => dialog.set({ remarks: event.target.value })}
          />
        )}
      </Labelled>
      {dialog.errors.all && (
        <p className="band bad" role="alert">
          {dialog.errors.all}
        </p>
      )}
    </>
  )
}

export const RepeatDialog = (props: Props) => {
  const { rows, onClose } = props
  const dialog = useDialog(props)
  const go = () => {
    if (!dialog.reason) dialog.setErrors({ reason: 'Reason is required' })
    else void dialog.send({ WorkItemIds: rows.map((row) => row.WorkItemId), RowVersions: rows.map((row) => row.RowVersion) })
  }
  return (
    <Modal
      title="Repeat"
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label={rows.length === 1 ? 'Repeat it' : `Repeat ${rows.length}`} look="primary" busy={dialog.busy} onClick={go} />
        </>
      }
    >
      <div className="reason-form">
        <p>{rows.map((row) => `${row.Element} ${row.Result ?? ''}`.trim()).join(', ')}. The value is kept as a run.</p>
        <ReasonFields dialog={dialog} autoFocus />
      </div>
    </Modal>
  )
}

export const AmendDialog = (props: Props) => {
  const { rows, onClose } = props
  const dialog = useDialog(props)
  const [values, setValues] = useState<ReadonlyMap<number, string>>(() => new Map(rows.map((row) => [row.WorkItemId, row.Result ?? ''])))
  const go = () => {
    const errors = {
      ...(!dialog.reason && { reason: 'Reason is required' }),
      ...(!dialog.remarks.trim() && { remarks: 'Remarks are required' }),
    }
    if (Object.keys(errors).length > 0) return dialog.setErrors(errors)
    const changed = rows.filter((row) => values.get(row.WorkItemId)?.trim() && values.get(row.WorkItemId) !== row.Result)
    if (changed.length === 0) return dialog.setErrors({ all: 'No result was changed' })
    const wrong = changed.find((row) => typed(row, values.get(row.WorkItemId) ?? null) === row.Result)
    if (wrong) return dialog.setErrors({ all: `${wrong.Element}: this is not a possible result` })
    return void dialog.send({
      WorkItems: changed.map((row) => ({
        WorkItemId: row.WorkItemId,
        RowVersion: row.RowVersion,
        Result: typed(row, values.get(row.WorkItemId) ?? null),
      })),
    })
  }
  return (
    <Modal
      title="Amend"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Amend" look="primary" busy={dialog.busy} onClick={go} />
        </>
      }
    >
      <div className="reason-form">
        <p>The report goes out as a new version; the one before is superseded.</p>
        {rows.map((row, index) => (
          <Labelled key={row.WorkItemId} label={`${row.Element}, was ${row.Result ?? 'nothing'} ${row.UnitOfMeasure ?? ''}`}>
            {(given) => (
              <span className="amend-value">
                <input
                  {...given}
                  className="input"
                  type="text"
                  autoComplete="off"
                  autoFocus={index === 0}
                  value={values.get(row.WorkItemId) ?? ''}
                  onChange={(event) => setValues(new Map(values).set(row.WorkItemId, event.target.value))}
                />
                <FlagChip flag={judge(row, typed(row, values.get(row.WorkItemId) ?? null)).Flag} />
              </span>
            )}
          </Labelled>
        ))}
        <ReasonFields dialog={dialog} remarksRequired />
      </div>
    </Modal>
  )
}
