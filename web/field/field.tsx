// A field of the surrounding record: label, star, control or value, error and note, all from the model. The screen
// decides the layout.
import { IconLock } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { ReactNode } from 'react'
import type { Field as Declared } from '../../core/model.ts'
import type { Form, FormState } from '../record/form.ts'
import { useForm, useFormState } from '../record/use-form.ts'
import type { Values } from '../record/values.ts'
import type { QuickAdd } from '../record/quick-add.ts'
import { Control } from './control.tsx'
import { nothing, shownText } from '../record/shown.ts'
import { keyShortcut, useHotkey } from '../keys/hotkeys.ts'
import { useOptions } from '../record/use-options.ts'
import './field.css'

export type FieldProps = {
  name: string
  /** Its width, in columns of twelve. */
  span?: number
  /** A line under it with information. */
  note?: ReactNode
  /** The text of a locked, empty field: `From the doctor`. */
  empty?: string
  /** Shows the star although the model requires the field only in some cases. */
  required?: boolean
  add?: QuickAdd
  segments?: boolean
  /** A button empties the reference. */
  clears?: boolean
  rows?: number
  /** Offers only these choices, by id. */
  only?: readonly number[] | undefined
  /** A key that focuses it: for fields that are seldom filled, which Tab skips. */
  hotkey?: string | undefined
  label?: string
  className?: string
}
type Inner = FieldProps & { form: Form; field: Declared; value: unknown; named: unknown }

const Value = ({ form, field, value }: Inner) => {
  const options = useOptions(field)
  if (field.kind === 'image' && typeof value === 'string' && value.startsWith('data:image/'))
    return <img className="image-value" src={value} alt={field.label} />
  return (
    <span className={`value ${['money', 'number', 'percent'].includes(field.kind) ? 'number' : ''}`}>
      {shownText(field, value, form.state().values, options) || <span className="quiet">{nothing}</span>}
    </span>
  )
}

/** Tab skips it, since it cannot be filled. Its reason shows under the pointer and is read with the form. */
const Locked = ({ form, field, value, reason, empty, id }: Inner & { reason: string; id: string }) => {
  const options = useOptions(field)
  return (
    <span className="tipped locked">
      <input
        id={id}
        className="input"
        readOnly
        tabIndex={-1}
        aria-describedby={`${id}-why`}
        value={shownText(field, value, form.state().values, options) || (empty ?? '')}
      />
      <IconLock size={15} stroke={1.6} />
      <span className="tip" id={`${id}-why`} role="tooltip">
        {reason}
      </span>
    </span>
  )
}

const none = (): undefined => undefined

const FieldKey = ({ keys, label, id }: { keys: string; label: string; id: string }) => {
  useHotkey(keys, label, () => document.getElementById(id)?.focus())
  return null
}

/** One field of the record. It is redrawn only when its own value, error or mode changes. */
export const Field = memo((props: FieldProps) => {
  const { name, span = 2, note, required, add, segments, clears, rows, only, hotkey, label, className = '' } = props
  const form = useForm()
  const id = useId()
  const field = form.fields[name]
  const value = useFormState(form, (state) => state.values[name])
  const named = useFormState(form, (state) => (field?.names ? state.values[field.names] : undefined))
  const error = useFormState(form, (state) => state.errors[name]?.[0])
  const mode = useFormState(form, (state) => state.mode)
  const locked = useFormState(form, (state: FormState) => (form.options.locked ?? none)(name, state.values, form.user))
  if (!field) return null
  const inner: Inner = { ...props, form, field, value, named }
  const shown = mode === 'view' || field.computed === true
  const problem = error ?? undefined
  const tied = {
    id,
    name,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem || note ? `${id}-said` : undefined,
    'aria-required': field.required || required ? (true as const) : undefined,
    ...(hotkey !== undefined && { tabIndex: -1, 'aria-keyshortcuts': keyShortcut(hotkey) }),
  }
  const change = (now: unknown, row?: Values | null) =>
    form.change(name, now, field.names ? { [field.names]: row ?? null } : {})
  const isCheck = field.kind === 'boolean' && !shown && !segments
  return (
    <div
      className={`field kind-${field.kind} ${isCheck ? 'check-field' : ''} ${className}`}
      style={{ '--span': span }}
      data-field={name}
    >
      {segments || shown ? (
        <span className="label">
          {label ?? field.label}
          {!shown && (field.required !== undefined || required) && (
            <span className="star" aria-hidden>
              {' '}
              *
            </span>
          )}
        </span>
      ) : (
        <label htmlFor={id}>
          {label ?? field.label}
          {(field.required !== undefined || required) && (
            <span className="star" aria-hidden>
              {' '}
              *
            </span>
          )}
        </label>
      )}
      {shown ? (
        <Value {...inner} />
      ) : locked !== undefined ? (
        <Locked {...inner} reason={locked} id={id} />
      ) : (
        <Control
          {...tied}
          field={only ? { ...field, only } : field}
          value={value}
          named={named}
          add={add}
          segments={segments}
          clears={clears}
          rows={rows}
          around={() => form.state().values}
          onChange={change}
        />
      )}
      {hotkey !== undefined && !shown && locked === undefined && <FieldKey keys={hotkey} label={field.label} id={id} />}
      {(problem ?? note) && (
        <div id={`${id}-said`} className={problem ? 'error' : 'note'}>
          {problem ?? note}
        </div>
      )}
    </div>
  )
})
Field.displayName = 'Field'
