// The dialogs that ask why: a result is repeated, a released one amended.
import { useState } from 'react'
import { messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { useOptions } from '../../../web/record/use-options.ts'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { judge, readEntry } from '../judging/entry.rules.ts'
import { FlagChip } from '../sheet/drawing.screen.tsx'
import { resultFields } from '../testresults.model.ts'
import type { ResultRow } from '../testresults.model.ts'

type Props = {
  rows: readonly ResultRow[]
  onClose: () => void
  onDo: (body: Readonly<Record<string, unknown>>) => Promise<unknown>
}
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
        <p>{rows.map((row) => `${row.Element} ${row.Result ?? ''}`.trim()).join(', ')}. The value is kept as a run.</p>
        <ReasonFields dialog={dialog} autoFocus />
      </div>
    </Modal>
  )
}

/** What is asked of one row; undefined where nothing is changed. */
const askedOf = (row: ResultRow, text: string, comment: string): { Result?: string; Comments?: string } | undefined => {
  const isValue = row.Formula === null && text.trim() !== '' && text !== row.Result
  const isComment = comment.trim() !== (row.Comments ?? '')
  return isValue || isComment
    ? { ...(isValue && { Result: text }), ...(isComment && { Comments: comment.trim() }) }
    : undefined
}

export const AmendDialog = (props: Props) => {
  const { rows, onClose } = props
  const dialog = useDialog(props)
  const [values, setValues] = useState<ReadonlyMap<number, string>>(
    () => new Map(rows.map((row) => [row.WorkItemId, row.Result ?? ''])),
  )
  const [comments, setComments] = useState<ReadonlyMap<number, string>>(
    () => new Map(rows.map((row) => [row.WorkItemId, row.Comments ?? ''])),
  )
  const valueOf = (row: ResultRow): string => values.get(row.WorkItemId) ?? ''
  const commentOf = (row: ResultRow): string => comments.get(row.WorkItemId) ?? ''
  const go = () => {
    const errors = {
      ...(!dialog.reason && { reason: 'Reason is required' }),
      ...(!dialog.remarks.trim() && { remarks: 'Remarks are required' }),
    }
    if (Object.keys(errors).length > 0) return dialog.setErrors(errors)
    const asked = rows.flatMap((row) => {
      const said = askedOf(row, valueOf(row), commentOf(row))
      return said ? [{ row, said }] : []
    })
    if (asked.length === 0) return dialog.setErrors({ all: 'No result was changed' })
    for (const { row, said } of asked) {
      const { refused } = said.Result === undefined ? {} : readEntry(row, said.Result)
      if (refused !== undefined) return dialog.setErrors({ all: `${row.Element}: ${refused}` })
    }
    return void dialog.send({
      WorkItems: asked.map(({ row, said }) => ({ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, ...said })),
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
        <p>
          The report goes out as a new version, once another signatory has approved where there is one; the one before
          is superseded.
        </p>
        {rows.map((row, index) => (
          <div key={row.WorkItemId}>
            {row.Formula === null && (
              <Labelled label={`${row.Element}, was ${row.Result ?? 'nothing'} ${row.UnitOfMeasure ?? ''}`}>
                {(given) => (
                  <span className="amend-value">
                    <input
                      {...given}
                      className="input"
                      type="text"
                      autoComplete="off"
                      autoFocus={index === 0}
                      value={valueOf(row)}
                      onChange={(event) => setValues(new Map(values).set(row.WorkItemId, event.target.value))}
                    />
                    <FlagChip flag={judge(row, readEntry(row, valueOf(row)).Result).Flag} />
                  </span>
                )}
              </Labelled>
            )}
            <Labelled label={`Printed comment of ${row.Element}`}>
              {(given) => (
                <input
                  {...given}
                  className="input"
                  type="text"
                  autoComplete="off"
                  maxLength={resultFields.Comments.maxLength}
                  value={commentOf(row)}
                  onChange={(event) => setComments(new Map(comments).set(row.WorkItemId, event.target.value))}
                />
              )}
            </Labelled>
          </div>
        ))}
        <ReasonFields dialog={dialog} remarksRequired />
      </div>
    </Modal>
  )
}
