// Asks why a tube is rejected, and for the outcome of the call to its patient.
import { useState } from 'react'
import type { DraftOf, Fields } from '../../../core/model.ts'
import { validate, type Errors } from '../../../core/validate.ts'
import { ApiError, messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { Control } from '../../../web/field/control.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { sampleStatus } from '../../lists/items.model.ts'
import { callFields, rejectionFields } from './recollection.model.ts'

type Asked = DraftOf<Fields>
type Props = {
  title: string
  label: string
  text: string
  fields: Fields
  start: Asked
  /** Answers the error, where the request was refused. */
  onDo: (body: Asked) => Promise<unknown>
  onClose: () => void
}
const AskFields = ({ title, label, text, fields, start, onDo, onClose }: Props) => {
  const [asked, setAsked] = useState(start)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    const missing = validate(fields, asked)
    setErrors(missing)
    setRefusal(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const error = await onDo(asked)
    if (!error) return onClose()
    setBusy(false)
    setErrors(error instanceof ApiError ? error.errors : {})
    setRefusal(messageOf(error))
  }
  return (
    <Modal
      title={title}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label={label} look="primary" hotkey="alt+s" busy={busy} onClick={() => void go()} />
        </>
      }
    >
      <p>{text}</p>
      <div className="fields two ask-fields">
        {Object.entries(fields).map(([name, field]) => (
          <Labelled key={name} label={field.label} required={field.required !== undefined} error={errors[name]?.[0]}>
            {(given) => (
              <Control
                {...given}
                field={field}
                value={asked[name]}
                segments={field.options !== undefined}
                around={() => ({})}
                onChange={(value) => setAsked({ ...asked, [name]: value })}
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

type Given = Pick<Props, 'onDo' | 'onClose'> & { barcode: string }
export const RejectDialog = ({ barcode, ...given }: Given) => (
  <AskFields
    title="Reject sample"
    label="Reject"
    text={`${barcode} is recollected free of charge. The centre that collected it is notified to call the patient.`}
    fields={rejectionFields}
    start={{ StatusId: sampleStatus.Rejected, ReasonId: null, Remarks: null }}
    {...given}
  />
)

export const CallDialog = ({ barcode, ...given }: Given) => (
  <AskFields
    title="Call to the patient"
    label="Note the call"
    text={`About ${barcode}, which is to be recollected.`}
    fields={callFields}
    start={{ Outcome: null, CalledTo: null, CalledAt: new Date().toISOString(), Remarks: null }}
    {...given}
  />
)
