// A dialog that asks for the fields of an act: an error shows at its field, a refusal below them.
import { useState } from 'react'
import type { DraftOf, Fields } from '../../core/model.ts'
import { validate, type Errors } from '../../core/validate.ts'
import { ApiError, messageOf } from '../api/api.ts'
import { Control } from '../field/control.tsx'
import { Button } from '../part/button.tsx'
import { Labelled } from '../part/labelled.tsx'
import { Modal } from '../part/modal.tsx'
import '../field/field.css'

type Asked = DraftOf<Fields>
export type AskFieldsProps = {
  title: string
  label: string
  text: string
  fields: Fields
  start: Asked
  /** Answers the error, where the request was refused. */
  onDo: (body: Asked) => Promise<unknown>
  onClose: () => void
}
export const AskFields = ({ title, label, text, fields, start, onDo, onClose }: AskFieldsProps) => {
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
