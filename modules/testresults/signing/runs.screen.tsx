// The runs of a repeated result, and the choice of an earlier one with its reason.
import { useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { useMode } from '../../../web/record/use-form.ts'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { mayChooseRun } from '../bench.rules.ts'
import { FlagChip } from '../drawing/result.screen.tsx'
import { asWorkItem } from '../judging/entry.rules.ts'
import { focusRow, useDetail } from '../sheet/record.screen.tsx'
import type { ResultRun } from '../beside.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { ReasonFields, useDialog } from './reason.screen.tsx'

type ChosenProps = { row: ResultRow; run: ResultRun; onClose: () => void }

const ChooseDialog = ({ row, run, onClose }: ChosenProps) => {
  const record = useDetail()
  const dialog = useDialog({
    onClose: () => {
      onClose()
      focusRow(row.WorkItemId)
    },
    onDo: (body) => record.tryAct('/api/chooserun/testresults', body),
  })
  const choose = () => {
    if (!dialog.reason) dialog.setErrors({ reason: 'Reason is required' })
    else
      void dialog.send({
        WorkItemId: row.WorkItemId,
        ResultId: run.ResultId,
        RowVersion: row.RowVersion,
      })
  }
  return (
    <Modal
      title={`Use run ${run.Run}`}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Use it" look="primary" busy={dialog.busy} onClick={choose} />
        </>
      }
    >
      <div className="reason-form">
        <p>
          {row.Element}: {run.Result} is used{row.Result === null ? '' : ` instead of ${row.Result}`}. All runs are
          stored.
        </p>
        <ReasonFields dialog={dialog} autoFocus />
      </div>
    </Modal>
  )
}

const Line = ({ row, run, onChoose }: { row: ResultRow; run: ResultRun; onChoose: (() => void) | undefined }) => {
  const user = signedIn(useSession())
  const reason = reasonOf(mayChooseRun(asWorkItem(row), run, user, 'unknown'))
  return (
    <tr aria-current={run.IsCounting || undefined}>
      <td className="secondary">Run {run.Run}</td>
      <td className="number">
        <b>{run.Result}</b> <FlagChip flag={run.Flag} />
      </td>
      <td className="secondary">
        {run.EnteredBy}, {formatDateTime(run.MeasuredAt)}
        {run.Instrument && `, ${run.Instrument}`}
        {run.Reason && <p>{run.Reason}</p>}
      </td>
      <td>
        {run.IsCounting
          ? 'counts'
          : onChoose && <Button label={`Use run ${run.Run}`} reason={reason} onClick={onChoose} />}
      </td>
    </tr>
  )
}

/** Shown for a repeated result. */
export const Runs = ({ row }: { row: ResultRow }) => {
  const editing = useMode() === 'edit'
  // the row as it was opened: a change of another user meanwhile is refused
  const [chosen, setChosen] = useState<Pick<ChosenProps, 'row' | 'run'>>()
  if (row.Runs.every((run) => run.IsCounting)) return null
  const mayChoose = !editing && row.Actions.update !== undefined
  return (
    <section>
      <h3>Runs</h3>
      <table className="earlier" aria-label={`Runs of ${row.Element}`}>
        <tbody>
          {row.Runs.map((run) => (
            <Line
              key={run.ResultId}
              row={row}
              run={run}
              onChoose={mayChoose ? () => setChosen({ row, run }) : undefined}
            />
          ))}
        </tbody>
      </table>
      {chosen && <ChooseDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}
