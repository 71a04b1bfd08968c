// The dialogs that ask why: a result is repeated, a released one amended.
import { useState } from 'react'
import { messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { useOptions } from '../../../web/record/use-options.ts'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { judge } from '../judging/entry.rules.ts'
import { readEntry } from '../judging/typed.rules.ts'
import { FlagChip } from '../drawing/result.screen.tsx'
import { printedFields, printedNames, type Printed } from '../../testreports/printed/printed.model.ts'
import { resultFields } from '../testresults.model.ts'
import type { ResultRow } from '../testresults.model.ts'

type Asking = {
  onClose: () => void
  onDo: (body: Readonly<Record<string, unknown>>) => Promise<unknown>
}
type Props = Asking & { rows: readonly ResultRow[] }
type Asked = { reason: string; remarks: string }

export const useDialog = ({ onClose, onDo }: Asking) => {
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
  return {
    reason,
    remarks,
    errors,
    setErrors,
    busy,
    send,
    set: (part: Partial<Asked>) => setAsked((now) => ({ ...now, ...part })),
  }
}
export const ReasonFields = ({
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
    else
      void dialog.send({
        WorkItemIds: rows.map((row) => row.WorkItemId),
        RowVersions: rows.map((row) => row.RowVersion),
      })
  }
  return (
    <Modal
      title="Repeat"
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label={rows.length === 1 ? 'Repeat it' : `Repeat ${rows.length}`}
            look="primary"
            busy={dialog.busy}
            onClick={go}
          />
        </>
      }
    >
      <div className="reason-form">
        <p>
          {rows.map((row) => `${row.Element} ${row.Result ?? ''}`.trim()).join(', ')}. The value is stored as a run.
        </p>
        <ReasonFields dialog={dialog} autoFocus />
      </div>
    </Modal>
  )
}

type Texts = { readonly [Name in keyof Printed]?: string }
/** The change of one row; undefined where there is none. */
const askedOf = (row: ResultRow, text: string, printed: Texts): (Texts & { readonly Result?: string }) | undefined => {
  const isValue = row.Formula === null && text.trim() !== '' && text !== row.Result
  const changed = printedNames.filter((name) => (printed[name] ?? '').trim() !== (row[name] ?? ''))
  return isValue || changed.length > 0
    ? {
        ...Object.fromEntries(changed.map((name) => [name, (printed[name] ?? '').trim()])),
        ...(isValue && { Result: text }),
      }
    : undefined
}

/** The new values of the rows, as typed. */
type Amended = { readonly value: string; readonly printed: Texts }
const amendedOf = (row: ResultRow): Amended => ({
  value: row.Result ?? '',
  printed: Object.fromEntries(printedNames.map((name) => [name, row[name] ?? ''])),
})

/** The changed rows, as they are sent; or why they cannot be. */
const amendmentOf = (rows: readonly ResultRow[], typed: ReadonlyMap<number, Amended>) => {
  const WorkItems = []
  for (const row of rows) {
    const { value, printed } = typed.get(row.WorkItemId) ?? amendedOf(row)
    const asked = askedOf(row, value, printed)
    if (!asked) continue
    const { refused } = asked.Result === undefined ? {} : readEntry(row, asked.Result)
    if (refused !== undefined) return `${row.Element}: ${refused}`
    WorkItems.push({ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, ...asked })
  }
  return WorkItems.length === 0 ? 'No result was changed' : WorkItems
}

const AmendFields = ({
  row,
  amended: { value, printed },
  autoFocus,
  set,
}: {
  row: ResultRow
  amended: Amended
  autoFocus: boolean
  set: (part: Partial<Amended>) => void
}) => {
  const box = { className: 'input', type: 'text', autoComplete: 'off' } as const
  return (
    <div className="reason-form">
      {row.Formula === null && (
        <Labelled label={`${row.Element}, was ${row.Result ?? 'empty'} ${row.UnitOfMeasure ?? ''}`}>
          {(given) => (
            <span className="amend-value">
              <input
                {...given}
                {...box}
                autoFocus={autoFocus}
                value={value}
                onChange={(event) => set({ value: event.target.value })}
              />
              <FlagChip flag={judge(row, readEntry(row, value).Result).Flag} />
            </span>
          )}
        </Labelled>
      )}
      {printedNames.map((name) => (
        <Labelled key={name} label={`Printed ${printedFields[name].label.toLowerCase()} of ${row.Element}`}>
          {(given) => (
            <input
              {...given}
              {...box}
              maxLength={printedFields[name].maxLength}
              value={printed[name] ?? ''}
              onChange={(event) => set({ printed: { ...printed, [name]: event.target.value } })}
            />
          )}
        </Labelled>
      ))}
    </div>
  )
}

export const AmendDialog = (props: Props) => {
  const { rows, onClose } = props
  const dialog = useDialog(props)
  const [typed, setTyped] = useState<ReadonlyMap<number, Amended>>(new Map())
  const go = () => {
    const errors = {
      ...(!dialog.reason && { reason: 'Reason is required' }),
      ...(!dialog.remarks.trim() && { remarks: 'Remarks are required' }),
    }
    if (Object.keys(errors).length > 0) return dialog.setErrors(errors)
    const WorkItems = amendmentOf(rows, typed)
    if (typeof WorkItems === 'string') return dialog.setErrors({ all: WorkItems })
    return void dialog.send({ WorkItems })
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
        <p>
          A new version of the report is issued, once another signatory (where the lab has one) approves. The version
          before is superseded.
        </p>
        {rows.map((row, index) => {
          const amended = typed.get(row.WorkItemId) ?? amendedOf(row)
          return (
            <AmendFields
              key={row.WorkItemId}
              row={row}
              amended={amended}
              autoFocus={index === 0}
              set={(part) => setTyped(new Map(typed).set(row.WorkItemId, { ...amended, ...part }))}
            />
          )
        })}
        <ReasonFields dialog={dialog} remarksRequired />
      </div>
    </Modal>
  )
}
