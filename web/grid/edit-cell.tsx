// Editors of grid cells: text, numbers as typed, a choice, a moment.
import { useEffect, useEffectEvent, useState } from 'react'
import { formatDateTime, parseDate, parseDateTime } from '../../core/dates.ts'
import type { Field } from '../../core/model.ts'
import { numberText, typedNumber } from '../record/number-text.ts'
import { useHeldKeys } from '../keys/use-held-keys.ts'
import { useOffered } from '../record/use-options.ts'
import type { BegunKey } from './cell-keys.ts'

type Props = {
  field: Field
  value: unknown
  label: string
  /** The key that opened a choice: its first letter. */
  begun?: BegunKey
  onChange: (value: unknown, row?: Record<string, unknown>) => void
  /** The focus moves elsewhere, as before a save: the typed value is taken. */
  onLeave: () => void
}

const start = (input: HTMLInputElement | HTMLSelectElement | null) => {
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
}
const numeric = new Set(['money', 'percent', 'number', 'integer'])
const textOf = (field: Field, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (field.kind === 'datetime') return (typeof value === 'string' && formatDateTime(value)) || String(value)
  return numeric.has(field.kind) ? numberText(value) : String(value)
}
const valueOf = (field: Field, text: string): unknown => {
  if (text.trim() === '') return null
  if (field.kind === 'datetime') return parseDateTime(text, { now: Date.now() }) ?? text
  if (field.kind === 'date') return parseDate(text, { now: Date.now() }) ?? text
  return numeric.has(field.kind) ? typedNumber(field.kind, text) : text
}

const ChoiceCell = ({ field, value, label, begun, onChange, onLeave }: Props) => {
  const { options, waiting } = useOffered(field)
  // before the choices are loaded a key would close the cell again
  useHeldKeys(waiting)
  const begin = useEffectEvent(() => {
    if (options.length === 0) return
    const key = begun?.take().toLowerCase() ?? ''
    const found = options.find(([, text]) => text.toLowerCase().startsWith(key))
    if (key !== '' && found) onChange(found[0])
  })
  useEffect(() => begin(), [options])
  return (
    <select
      ref={start}
      className="cell-input"
      aria-label={label}
      value={String(value ?? '')}
      onBlur={onLeave}
      onChange={(event) => onChange(options.find(([one]) => String(one) === event.target.value)?.[0] ?? null)}
    >
      <option value=""></option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

export const EditCell = (props: Props) => {
  const { field, value, label, onChange, onLeave } = props
  const [typed, setTyped] = useState(() => textOf(field, value))
  if (field.kind === 'choice') return <ChoiceCell {...props} />
  return (
    <input
      ref={start}
      className={`cell-input ${numeric.has(field.kind) ? 'number' : ''}`}
      aria-label={label}
      inputMode={numeric.has(field.kind) ? 'decimal' : field.kind === 'digits' ? 'numeric' : undefined}
      autoComplete="off"
      value={typed}
      onBlur={onLeave}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(valueOf(field, event.target.value))
      }}
    />
  )
}
