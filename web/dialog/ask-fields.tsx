// A dialog that asks for the fields of an act: an error shows at its field, a refusal below them.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { DraftOf, Fields } from '../../core/model.ts'
import { validate, type Errors } from '../../core/validate.ts'
import { ApiError, messageOf } from '../api/api.ts'
import { Control } from '../field/control.tsx'
import { Button } from '../part/button.tsx'
import { Labelled } from '../part/labelled.tsx'
import { Modal } from '../part/modal.tsx'
import { commitTyping } from '../record/focus.ts'
import '../field/field.css'

/** More choices than these do not fit beside one another. */
const mostSegments = 3

/** What can be typed into, in the first field that shows an error. */
const firstWrong = '.field:has(> .error) :is(input, select, textarea, button)'

type Asked = DraftOf<Fields>
export type AskFieldsProps = {
  title: string
  label: string
  text: ReactNode
  fields: Fields
  start?: Asked
  danger?: boolean
  /** What is scanned ends with Enter: that goes to the next field, and from the last one does the act. */
  isScanned?: boolean
  /** Answers the error, where the request was refused. */
  onDo: (body: Asked) => Promise<unknown>
  onClose: () => void
}
export const AskFields = ({
  title,
  label,
  text,
  fields,
  start = {},
  danger = false,
  isScanned = false,
  onDo,
  onClose,
}: AskFieldsProps) => {
  const [asked, setAsked] = useState(start)
  /** Also what a field takes over in the same key press that does the act. */
  const newest = useRef(start)
  /** Picked records, by field. */
  const [picked, setPicked] = useState<Readonly<Record<string, unknown>>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  // a layout effect: the next key corrects the first field that is wrong
  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>(firstWrong)?.focus()
  }, [errors])
  const go = async () => {
    commitTyping()
    const given = newest.current
    const missing = validate(fields, given)
    setErrors(missing)
    setRefusal(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const error = await onDo(given)
    if (!error) return onClose()
    setBusy(false)
    const wrong = error instanceof ApiError ? error.errors : {}
    setErrors(wrong)
    // what a field of the dialog says is not said again below
    const message = messageOf(error)
    setRefusal(Object.keys(fields).some((name) => wrong[name]?.[0] === message) ? undefined : message)
    // what a second person was asked for waits there, and is not sent again
    if (error instanceof ApiError) void error.asked?.then((isAsked) => isAsked && onClose())
  }
  const onScanned = (event: KeyboardEvent<HTMLElement>) => {
    if (!isScanned || event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    const inputs = [...event.currentTarget.querySelectorAll('input')]
    const next = inputs[inputs.indexOf(event.target) + 1]
    if (next) next.focus()
    else void go()
  }
  return (
    <Modal
      title={title}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label={label}
            look={danger ? 'danger' : 'primary'}
            hotkey="alt+s"
            busy={busy}
            onClick={() => void go()}
          />
        </>
      }
    >
      <p>{text}</p>
      <div ref={form} className="fields two ask-fields" onKeyDown={onScanned}>
        {Object.entries(fields).map(([name, field]) => (
          <Labelled
            key={name}
            label={field.label}
            required={field.required !== undefined}
            error={errors[name]?.[0]}
            hint={field.hint}
            kind={field.kind}
          >
            {(given) => (
              <Control
                {...given}
                field={field}
                value={asked[name] ?? null}
                named={picked[name]}
                segments={field.options !== undefined && field.options.length <= mostSegments}
                around={() => ({})}
                onChange={(value, row) => {
                  newest.current = { ...newest.current, [name]: value }
                  setAsked(newest.current)
                  setPicked((now) => ({ ...now, [name]: row }))
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
