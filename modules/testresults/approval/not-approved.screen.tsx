// The results that were left when others were approved or released, each with its reason.
import type { AnswerTo } from '../../../core/answer/answer.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import type { normalApproved } from './answers.model.ts'

/** What was done at once, and what was left. */
export type Answer = Pick<AnswerTo<typeof normalApproved>, 'message' | 'Left'>
type Left = Answer['Left'][number]

/** A line without an accession number is named by its worksheet; a result that is gone has neither. */
const nameOf = ({ AccessionNo, WorkSheetId, SaleId }: Left): string =>
  AccessionNo ?? (WorkSheetId === null ? (SaleId === null ? '–' : `Sale ${SaleId}`) : `Worksheet ${WorkSheetId}`)

export const NotApproved = ({ answer, onClose }: { answer: Answer; onClose: () => void }) => (
  <Modal
    title="Still needs you"
    width={760}
    onClose={onClose}
    footer={<Button label="Close" look="primary" onClick={onClose} autoFocus />}
  >
    <p>{answer.message}.</p>
    <table className="left-over">
      <thead>
        <tr>
          <th scope="col">Accession</th>
          <th scope="col">Patient</th>
          <th scope="col">Element</th>
          <th scope="col">Result</th>
          <th scope="col">Unit</th>
          <th scope="col">Why not</th>
        </tr>
      </thead>
      <tbody>
        {answer.Left.map((left) => (
          <tr key={[left.WorkSheetId, left.SaleId, left.WorkItemId].join(' ')}>
            <td>{nameOf(left)}</td>
            <td>{left.Patient}</td>
            <td>{left.Element}</td>
            <td className="number">{left.Result}</td>
            <td>{left.UnitOfMeasure}</td>
            <td>{left.Reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Modal>
)
