// The question before normal results of several patients are approved: which results, and of whom.
import type { AnswerTo } from '../../../core/answer/answer.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import type { normalApproved } from './answers.model.ts'

/** A result that would be approved, in the version that is shown. */
export type Taken = AnswerTo<typeof normalApproved>['Taken'][number]
type Props = {
  readonly taken: readonly Taken[]
  readonly left: number
  /** Lines that did not fit into one step. */
  readonly waiting: number
  readonly onApprove: () => void
  readonly onClose: () => void
}

/** Rows that a person can look through; the rest is counted. */
const mostShown = 300

export const AskApproval = ({ taken, left, waiting, onApprove, onClose }: Props) => {
  const patients = new Set(taken.map((row) => row.AccessionNo)).size
  return (
    <Modal
      title="Approve normal results"
      width={760}
      onClose={onClose}
      footer={
        <>
          <Button label="No" hotkey="n" onClick={onClose} autoFocus />
          <Button label={`Approve ${taken.length}`} hotkey="y" look="primary" onClick={onApprove} />
        </>
      }
    >
      <p>
        You sign {taken.length} {taken.length === 1 ? 'result' : 'results'} of {patients}{' '}
        {patients === 1 ? 'sale' : 'sales'}.
        {left > 0 && ` ${left} more ${left === 1 ? 'needs' : 'need'} a separate review.`}
        {waiting > 0 && ` ${waiting} more ${waiting === 1 ? 'line follows' : 'lines follow'} in the next step.`}
        {taken.length > mostShown && ` The first ${mostShown} are listed.`}
      </p>
      <div className="approval-list">
        <table className="left-over">
          <thead>
            <tr>
              <th scope="col">Patient</th>
              <th scope="col">Accession</th>
              <th scope="col">Element</th>
              <th scope="col">Result</th>
              <th scope="col">Unit</th>
            </tr>
          </thead>
          <tbody>
            {taken.slice(0, mostShown).map((row) => (
              <tr key={row.WorkItemId}>
                <td>{row.Patient}</td>
                <td>{row.AccessionNo}</td>
                <td>{row.Element}</td>
                <td className="number">{row.Result}</td>
                <td>{row.UnitOfMeasure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}
