// Corrects the patient of a report that was issued in another name, with a reason; the report is issued again at once.
import { useState } from 'react'
import { validate } from '../../core/validate.ts'
import type { Errors } from '../../core/validate.ts'
import { ApiError, messageOf, put } from '../../web/api/api.ts'
import { Button } from '../../web/part/button.tsx'
import { Control } from '../../web/field/control.tsx'
import { Labelled } from '../../web/part/labelled.tsx'
import { Modal } from '../../web/part/modal.tsx'
import { saySaved } from '../../web/message/snackbar-store.ts'
import { correctionFields } from '../sales/correction.model.ts'

type Asked = { PatientId: number | null; ReasonId: number | null; Remarks: string | null }
type Answer = { CallsToMake: readonly { Element: string }[] }
const names = ['PatientId', 'ReasonId', 'Remarks'] as const
const nothing: Asked = { PatientId: null, ReasonId: null, Remarks: null }

/** `onDone` receives whether critical values have to be called for the right patient. */
export const CorrectPatientDialog = ({
  saleId,
  patient,
  onDone,
  onClose,
}: {
  saleId: number
  patient: string
  onDone: (hasCalls: boolean) => void
  onClose: () => void
}) => {
  const [asked, setAsked] = useState(nothing)
  const [right, setRight] = useState<unknown>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const correct = async () => {
    const missing = validate(correctionFields, asked)
    setErrors(missing)
    setRefusal(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const answer = await put<Answer>('/api/correctpatient/sales', { SaleId: saleId, ...asked })
      saySaved(answer)
      onDone(answer.CallsToMake.length > 0)
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {})
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      title="Correct Patient"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Correct" look="primary" hotkey="alt+s" busy={busy} onClick={() => void correct()} />
        </>
      }
    >
      <p>
        The report of <b>{patient}</b> is issued again in the name of the right patient, judged by their age and gender.
        The version before is superseded.
      </p>
      <div className="fields correct-patient">
        {names.map((name) => (
          <Labelled key={name} label={correctionFields[name].label} required error={errors[name]?.[0]}>
            {(given) => (
              <Control
                {...given}
                field={correctionFields[name]}
                value={asked[name]}
                named={name === 'PatientId' ? right : undefined}
                around={() => ({})}
                onChange={(value, row) => {
                  setAsked({ ...asked, [name]: value })
                  if (name === 'PatientId') setRight(row ?? null)
                }}
              />
            )}
          </Labelled>
        ))}
      </div>
      {refusal && (
        <p className="band bad" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}
