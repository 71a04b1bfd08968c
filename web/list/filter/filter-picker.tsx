// Filters by other records: one, or several as chips; typing, F2 or the magnifier opens the picker, Enter runs the
// search.
import { IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ChangeEvent, ComponentProps, KeyboardEvent } from 'react'
import type { Field } from '../../../core/model.ts'
import { nameOf } from '../../record/shown.ts'

const Picker = lazy(async () => ({ default: (await import('../../picker/picker.tsx')).Picker }))

type Given = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'> & {
  field: Field
  name: string
}
type OneProps = Given & { value: number | null; text: string; onChange: (value: number | null, text: string) => void }
type ManyProps = Given & {
  value: readonly number[]
  texts: readonly string[]
  onChange: (value: number[], texts: string[]) => void
}

type OpenProps = {
  field: Field
  start: string | undefined
  onClose: () => void
  onPick: (id: number, text: string) => void
}
const Opened = ({ field, start, onClose, onPick }: OpenProps) =>
  start === undefined ? null : (
    <Suspense>
      <Picker
        name={field.picker ?? 'client'}
        title={field.label}
        start={start}
        around={{}}
        inFilter
        onClose={onClose}
        onPick={(row, id) => {
          onClose()
          onPick(id, nameOf(row) || String(id))
        }}
      />
    </Suspense>
  )
const combobox = { type: 'text', autoComplete: 'off', role: 'combobox', 'aria-haspopup': 'dialog' } as const

export const FilterPicker = ({ field, name, value, text, onChange, ...given }: OneProps) => {
  const [start, setStart] = useState<string>()
  const shown = text || (value === null ? '' : String(value))
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value
    const { nativeEvent } = event
    const taken = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
    // while the picker loads, the typed text is passed to it
    if (start !== undefined) setStart(typed)
    else if (typed === '' || taken) onChange(null, '')
    else setStart(shown !== '' && typed.startsWith(shown) ? typed.slice(shown.length) : typed)
  }
  return (
    <div className="adorned">
      <input
        {...given}
        {...combobox}
        className="input"
        name={name}
        aria-expanded={start !== undefined}
        value={start ?? shown}
        onFocus={(event) => event.target.select()}
        onChange={type}
        onKeyDown={(event) => {
          if (event.key !== 'F2' && event.key !== 'ArrowDown') return
          event.preventDefault()
          setStart('')
        }}
      />
      <button type="button" tabIndex={-1} aria-label={`Choose ${field.label}`} onClick={() => setStart('')}>
        <IconSearch size={15} stroke={1.6} />
      </button>
      <Opened field={field} start={start} onClose={() => setStart(undefined)} onPick={onChange} />
    </div>
  )
}

export const FilterChips = ({ field, name, value, texts, onChange, ...given }: ManyProps) => {
  const [start, setStart] = useState<string>()
  const remove = (at: number) =>
    onChange(
      value.filter((_, i) => i !== at),
      texts.filter((_, i) => i !== at),
    )
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && value.length > 0) remove(value.length - 1)
    if (event.key !== 'F2' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setStart('')
  }
  return (
    <div className="chips">
      {value.map((id, index) => (
        <span className="pill" key={id}>
          {texts[index] ?? id}
          <button
            type="button"
            aria-label={`Remove ${texts[index] ?? id} from ${field.label}`}
            onClick={() => remove(index)}
          >
            <IconX size={12} />
          </button>
        </span>
      ))}
      <input
        {...given}
        {...combobox}
        name={name}
        aria-expanded={start !== undefined}
        value={start ?? ''}
        onChange={(event) => setStart(event.target.value)}
        onKeyDown={press}
      />
      <button
        type="button"
        className="chips-open"
        tabIndex={-1}
        aria-label={`Choose ${field.label}`}
        onClick={() => setStart('')}
      >
        <IconSearch size={15} stroke={1.6} />
      </button>
      <Opened
        field={field}
        start={start}
        onClose={() => setStart(undefined)}
        onPick={(id, text) => {
          if (!value.includes(id)) onChange([...value, id], [...texts, text])
        }}
      />
    </div>
  )
}
