// A new patient or doctor without leaving the sale: eight fields, ten for a doctor.
import { useId, useRef, useState } from 'react'
import { finishDates } from '../../../core/dates.ts'
import type { DraftOf, Field } from '../../../core/model.ts'
import { fieldError } from '../../../core/validate.ts'
import { answerTo, ApiError, messageOf, post } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { forget } from '../../../web/api/cache.ts'
import { dropKeys, holdKeys, playKeys } from '../../../web/keys/held-keys.ts'
import { isEmpty, toSend } from '../../../web/record/values.ts'
import type { Values } from '../../../web/record/values.ts'
import { Control } from '../../../web/field/control.tsx'
import type { QuickAdd as Quick, QuickAddProps } from '../../../web/record/quick-add.ts'
import { useSession } from '../../../web/session/session.ts'
import { saySaved } from '../../../web/message/snackbar-store.ts'
import { similarQuery, similarText, type SimilarPatient } from '../../clients/similar-patients.rules.ts'
import { clientFields } from '../../clients/clients.model.ts'
import { asksBirthTime, fromAge, fromBirthDate } from '../../clients/clients.rules.ts'
import { quickErrors } from './quick-add.rules.ts'
import { clientType } from '../../lists/items.model.ts'
import { newKey } from '../../../web/api/request-key.ts'
import { similarPatients } from '../../clients/acts/answers.model.ts'

type Client = DraftOf<typeof clientFields>
type QuickAddKind = 'patient' | 'doctor'
const typeIds = { patient: clientType.Patient, doctor: clientType.Doctor }
const layout: Record<QuickAddKind, readonly (readonly [string, number])[]> = {
  patient: [
    ['Name', 6],
    ['GenderId', 6],
    ['Age', 2],
    ['BirthDate', 4],
    ['BirthTime', 6],
    ['Height', 3],
    ['Weight', 3],
    ['MobilePhone', 5],
    ['Email', 7],
  ],
  doctor: [
    ['Name', 6],
    ['GenderId', 6],
    ['NameAlias', 3],
    ['Specialization', 3],
    ['Age', 2],
    ['BirthDate', 4],
    ['Height', 2],
    ['Weight', 2],
    ['MobilePhone', 4],
    ['Email', 4],
  ],
}
const fields: Readonly<Record<string, Field>> = clientFields
const labels: Readonly<Record<string, string>> = { Height: 'Height (cm)', Weight: 'Weight (kg)' }

/** Age and birth date follow each other. */
const followed = (name: string, value: unknown, values: Client): Client => {
  const now = { ...values, [name]: value }
  if (name === 'Age' && (typeof value === 'number' || value === null))
    return { ...now, ...fromAge(typeof value === 'number' && value >= 0 && value <= 120 ? value : null, new Date()) }
  if (name === 'BirthDate')
    return {
      ...now,
      ...fromBirthDate(typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value : null, new Date()),
    }
  return now
}

/** A band of similar patients takes the focus: the user decides on them next. */
const decide = (band: HTMLDivElement | null) => band?.querySelector('button')?.focus()
/** The form starts in its first field. */
const begin = (first: HTMLDivElement | null) => first?.querySelector('input')?.focus()

/** The body of a new client: the filled fields, with what the sale knows. */
const bodyOf = (kind: QuickAddKind, values: Client, employerId: number | null) => {
  const { IsActualBirthDay, BirthDate, ...rest } = values
  // the server finds a birth date that follows from the age
  const known = IsActualBirthDay === false ? rest : { ...rest, BirthDate }
  const filled = Object.fromEntries(Object.entries(known).filter(([, value]) => !isEmpty(value)))
  return finishDates({
    ...toSend(fields, filled),
    ...(typeof IsActualBirthDay === 'boolean' && { IsActualBirthDay }),
    ClientTypeId: typeIds[kind],
    ParentId: employerId,
    IsActive: true,
  })
}

/** The values, and their saving: checked here, then compared with similar patients, then sent. */
const useQuickAdd = (
  { kind, start, onSaved }: Pick<QuickAddProps, 'start' | 'onSaved'> & { kind: QuickAddKind },
  toField: (name: string) => void,
) => {
  const { User } = useSession()
  const [values, setValues] = useState<Client>({
    Name: /^\d+$/.test(start.trim()) ? null : start.trim(),
    MobilePhone: /^\d{10}$/.test(start.trim()) ? start.trim() : null,
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [same, setSame] = useState<readonly SimilarPatient[]>([])
  const [requestKey] = useState(() => newKey())

  const change = (name: string, value: unknown) => {
    setValues(followed(name, value, values))
    setErrors({ ...errors, [name]: '', ...(name === 'Age' || name === 'BirthDate' ? { Age: '', BirthDate: '' } : {}) })
    setSame([])
  }
  const save = async (knowing: boolean) => {
    if (busy) return
    const found = quickErrors(kind, fields, values, fieldError)
    setErrors(found)
    const first = layout[kind].find(([name]) => found[name])?.[0]
    if (first) return toField(first)
    setBusy(true)
    setRefusal(undefined)
    holdKeys('save')
    try {
      if (kind === 'patient' && !knowing) {
        const similar = await answerTo(similarPatients, similarQuery(values))
        setSame(similar)
        if (similar.length > 0) return dropKeys('save')
      }
      const answer = await post<Client>('/api/clients/', bodyOf(kind, values, User.EmployerId), requestKey)
      const name = (values.Name ?? '').trim()
      saySaved(answer, `${name} is added`)
      await forget('/api/getdata', '/api/clients')
      onSaved(name, Number(answer.ClientId))
      playKeys('save')
    } catch (error) {
      if (error instanceof ApiError)
        setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])))
      setRefusal(messageOf(error))
      dropKeys('save')
    } finally {
      setBusy(false)
    }
  }
  return { values, errors, busy, refusal, same, change, save }
}

type EntryProps = {
  id: string
  kind: QuickAddKind
  name: string
  span: number
  values: Values
  error: string | undefined
  onChange: (name: string, value: unknown) => void
}
/** One field with its label and what is wrong with it. */
const Entry = ({ id, kind, name, span, values, error, onChange }: EntryProps) => {
  const declared = fields[name]
  if (!declared) return null
  const required = name === 'Name' || (kind === 'patient' && (name === 'GenderId' || name === 'Age'))
  return (
    <div className="field" data-quick={name} style={{ '--span': span }}>
      <label htmlFor={id}>
        {labels[name] ?? declared.label}
        {required && (
          <span className="star" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      <Control
        id={id}
        name={name}
        field={declared}
        value={values[name]}
        segments={name === 'GenderId'}
        around={() => values}
        onChange={(value) => onChange(name, value)}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
        aria-describedby={error ? `${id}-said` : undefined}
      />
      {error && (
        <div className="error" id={`${id}-said`}>
          {error}
        </div>
      )}
    </div>
  )
}

/** Similar patients: the user picks one of them, or saves a new one. */
const Same = ({
  same,
  onUse,
  onNew,
}: {
  same: readonly SimilarPatient[]
  onUse: QuickAddProps['onUse']
  onNew: () => void
}) => (
  <div className="band" role="alert" ref={decide}>
    <b>This looks like an existing patient.</b>
    {same.map((one) => (
      <span key={one.ClientId}>
        {' '}
        <button type="button" className="button link" onClick={() => onUse({ ...one })}>
          Use {similarText(one, new Date())}
        </button>
      </span>
    ))}
    <button type="button" className="button link" onClick={onNew}>
      Save a new patient anyway
    </button>
  </div>
)

const Form = ({ kind, start, onSaved, onUse, onClose }: QuickAddProps & { kind: QuickAddKind }) => {
  const prefix = useId()
  const place = useRef<HTMLDivElement>(null)
  const { values, errors, busy, refusal, same, change, save } = useQuickAdd({ kind, start, onSaved }, (name) =>
    place.current?.querySelector<HTMLElement>(`[data-quick="${name}"] input`)?.focus(),
  )
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'radio') return
    event.preventDefault()
    event.stopPropagation()
    const inputs = [...(place.current?.querySelectorAll<HTMLElement>('input:not([tabindex="-1"])') ?? [])]
    const next = inputs[inputs.indexOf(event.target) + 1]
    if (next) next.focus()
    else void save(false)
  }
  const shown = layout[kind].filter(([name]) => name !== 'BirthTime' || asksBirthTime(values, new Date()))
  const note =
    values.IsActualBirthDay === false && typeof values.BirthDate === 'string' ? 'Birth date from age, not exact' : ''
  return (
    <section className="quick-add" ref={place} aria-label={`New ${kind}`} onKeyDown={onEnter}>
      <h3>
        New {kind} <span className="quiet">None of the above? Add and use in this sale.</span>
      </h3>
      <div className="fields" ref={begin}>
        {shown.map(([name, span]) => (
          <Entry
            key={name}
            id={`${prefix}-${name}`}
            {...{ kind, name, span, values }}
            error={errors[name] || undefined}
            onChange={change}
          />
        ))}
      </div>
      {same.length > 0 && <Same same={same} onUse={onUse} onNew={() => void save(true)} />}
      {refusal && (
        <div className="band bad" role="alert">
          {refusal}
        </div>
      )}
      <footer>
        <span className="quiet">{note}</span>
        <Button label="Discard" onClick={onClose} />
        <Button label="Save" look="primary" hotkey="alt+s" busy={busy} onClick={() => void save(false)} />
      </footer>
    </section>
  )
}

/** Added to the pickers of a sale only. */
export const patientAdd: Quick = { name: 'patient', Form: (props) => <Form kind="patient" {...props} /> }
export const doctorAdd: Quick = { name: 'doctor', Form: (props) => <Form kind="doctor" {...props} /> }
