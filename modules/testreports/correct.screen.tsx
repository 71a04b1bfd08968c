// Corrects an issued report, with a reason: the patient in whose name it went out, or its doctor, LRN, collection time
// or place. The report is issued again at once.
import { useState } from 'react'
import type { Fields } from '../../core/model.ts'
import { ApiError, putTo } from '../../web/api/api.ts'
import { AskFields } from '../../web/dialog/ask-fields.tsx'
import { saySaved } from '../../web/message/snackbar-store.ts'
import { placeOfReport } from '../samples/place/place.model.ts'
import type { CallToMake } from '../lists/called.model.ts'
import { detailsCorrected, patientCorrected } from './answers/answers.model.ts'
import { correctionFields, detailFields, detailQuestions } from '../sales/correction.model.ts'

type Props = {
  saleId: number
  /** The newest one as it is shown. */
  version: number | undefined
  patient: string
  /** Receives the calls about critical values that have to be made. */
  onDone: (calls: readonly CallToMake[]) => void
  onClose: () => void
}

/** Sends a correction. Answers the error, where it was refused. */
const send = async (
  act: typeof patientCorrected | typeof detailsCorrected,
  body: object,
  onDone: Props['onDone'],
): Promise<unknown> => {
  try {
    const answer = await putTo(act, body)
    saySaved(answer)
    onDone(answer.CallsToMake)
    return undefined
  } catch (error) {
    return error
  }
}

export const CorrectPatientDialog = ({ saleId, version, patient, onDone, onClose }: Props) => (
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
    onDo={(asked) => send(patientCorrected, { SaleId: saleId, Version: version, ...asked }, onDone)}
    onClose={onClose}
  />
)

const { ReasonId, Remarks, ...printed } = detailFields
export const CorrectDetailsDialog = ({ saleId, version, patient, onDone, onClose }: Props) => {
  const [questions, setQuestions] = useState<Fields>({})
  return (
    <AskFields
      title="Correct Details"
      label="Correct"
      text={
        <>
          Fill in what was wrong in the report of <b>{patient}</b>; what is left empty remains. The report is issued
          again and states what changed. By another collection time or state at the draw its results are judged again; a
          state that is not known after all is taken back.
        </>
      }
      fields={{ ...printed, ...placeOfReport, ReasonId, Remarks, ...questions }}
      onDo={async (asked) => {
        const error = await send(detailsCorrected, { SaleId: saleId, Version: version, ...asked }, onDone)
        const open = error instanceof ApiError ? error.errors : {}
        const more = Object.entries(detailQuestions).filter(([name]) => open[name] !== undefined)
        if (more.length > 0) setQuestions((now) => ({ ...now, ...Object.fromEntries(more) }))
        return error
      }}
      onClose={onClose}
    />
  )
}
