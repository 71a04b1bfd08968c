// Corrects the patient of a report that was issued in another name, with a reason; the report is issued again at once.
import { put } from '../../web/api/api.ts'
import { AskFields } from '../../web/dialog/ask-fields.tsx'
import { saySaved } from '../../web/message/snackbar-store.ts'
import { correctionFields } from '../sales/correction.model.ts'

type Answer = { CallsToMake: readonly { Element: string }[] }
type Props = {
  saleId: number
  patient: string
  /** Receives whether critical values have to be called for the right patient. */
  onDone: (hasCalls: boolean) => void
  onClose: () => void
}

export const CorrectPatientDialog = ({ saleId, patient, onDone, onClose }: Props) => (
  <AskFields
    title="Correct Patient"
    label="Correct"
    text={
      <>
        The report of <b>{patient}</b> is issued again in the name of the right patient, judged by their age and gender.
        The version before is superseded.
      </>
    }
    fields={correctionFields}
    onDo={async (asked) => {
      try {
        const answer = await put<Answer>('/api/correctpatient/sales', { SaleId: saleId, ...asked })
        saySaved(answer)
        return onDone(answer.CallsToMake.length > 0)
      } catch (error) {
        return error
      }
    }}
    onClose={onClose}
  />
)
