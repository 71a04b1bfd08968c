// The control of one value by its kind. It does not know the record around it.
import { useState } from 'react'
import type { Field } from '../../core/model.ts'
import type { ControlProps, Given } from './control-props.ts'
import { DateInput } from '../part/date-input.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { ImageInput } from './image-input.tsx'
import { NumberInput } from './number-input.tsx'
import { ReferenceInput } from './reference-input.tsx'
import { nameOf } from '../record/shown.ts'
import { useHeldKeys } from '../keys/use-held-keys.ts'
import { useOffered } from '../record/use-options.ts'

const yesOrNo = [
  [0, 'No'],
  [1, 'Yes'],
] as const
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const modes: Partial<Record<Field['kind'], 'numeric' | 'tel' | 'email'>> = {
  digits: 'numeric',
  phone: 'tel',
  email: 'email',
}
const types: Partial<Record<Field['kind'], string>> = { phone: 'tel', email: 'email', password: 'password' }

const Choice = ({
  field,
  value,
  segments,
  onChange,
  around: _around,
  named: _named,
  add: _add,
  rows: _rows,
  ...given
}: ControlProps) => {
  const { 'aria-invalid': invalid, 'aria-describedby': describedBy } = given
  const { options, waiting } = useOffered(field)
  const [entered, setEntered] = useState(false)
  // Tab would skip segments that are not drawn yet, and a list ignores letters before it has its items
  useHeldKeys(waiting && (segments === true || entered))
  if (segments) {
    return (
      <div
        className="segments"
        role="radiogroup"
        aria-label={field.label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      >
        {options.map(([one, label], index) => (
          <label key={one}>
            <input
              className="unseen"
              type="radio"
              id={index === 0 ? given.id : undefined}
              name={given.name ?? given.id}
              checked={value === one}
              onChange={() => onChange(one)}
            />
            {label}
          </label>
        ))}
      </div>
    )
  }
  return (
    <select
      {...given}
      className="input"
      value={textOf(value)}
      onFocus={() => setEntered(true)}
      onChange={(event) => onChange(options.find(([one]) => String(one) === event.target.value)?.[0] ?? null)}
    >
      <option value=""></option>
      {options.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** A line of text; likely values are offered while typing. */
const Line = ({ field, value, onChange, ...given }: Given & Pick<ControlProps, 'field' | 'value' | 'onChange'>) => {
  const offered = `${given.id}-offered`
  return (
    <>
      <input
        {...given}
        className="input"
        type={types[field.kind] ?? 'text'}
        inputMode={modes[field.kind]}
        autoComplete="off"
        list={field.suggestions && offered}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      {field.suggestions && (
        <datalist id={offered}>
          {field.suggestions().map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

export const Control = (props: ControlProps) => {
  const { field, value, named, around, add, segments: _segments, clears, rows, onChange, ...given } = props
  switch (field.kind) {
    case 'multiline':
    case 'json':
      return rows === 1 ? (
        <input
          {...given}
          className="input"
          type="text"
          autoComplete="off"
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...given}
          className="input area"
          rows={rows ?? 3}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return <NumberInput {...given} kind={field.kind} value={value} onChange={onChange} />
    case 'boolean':
      if (props.segments)
        return (
          <Choice
            {...props}
            field={{ ...field, options: yesOrNo }}
            value={Number(value === true)}
            onChange={(one) => onChange(one === 1)}
          />
        )
      return (
        <input
          {...given}
          className="check"
          type="checkbox"
          aria-required={undefined}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'choice':
      return <Choice {...props} />
    case 'date':
      return (
        <DateInput {...given} keepsWrong value={textOf(value)} onChange={(day) => onChange(day === '' ? null : day)} />
      )
    case 'datetime':
      return <DateTimeInput {...given} value={textOf(value)} onChange={onChange} />
    case 'reference':
      return (
        <ReferenceInput
          {...given}
          field={field}
          value={value}
          text={nameOf(named)}
          around={around}
          add={add}
          clears={clears}
          onChange={onChange}
        />
      )
    case 'image':
      return <ImageInput {...given} label={field.label} value={textOf(value)} onChange={onChange} />
    default:
      return <Line {...given} field={field} value={value} onChange={onChange} />
  }
}
