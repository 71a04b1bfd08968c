// The results that were left when others were approved or released, each with its reason.
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'

type Left = {
  WorkItemId: number | null
  WorkSheetId: number
  SaleId: number
  AccessionNo: string | null
  Patient: string | null
  Element: string | null
  Result: string | null
  UnitOfMeasure?: string | null
  Reason: string
}
/** What was done at once, and what was left. */
export type Answer = { readonly message: string; readonly Left: readonly Left[] }

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
          <tr key={`${left.WorkSheetId} ${left.SaleId} ${left.WorkItemId ?? ''}`}>
            <td>{left.AccessionNo ?? `Worksheet ${left.WorkSheetId}`}</td>
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
