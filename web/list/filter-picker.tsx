// Filters that hold other records: one by its id, several as chips.
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import type { Field } from '../../core/model.ts'

type Given = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'> & { field: Field; name: string }
export type FilterPickerProps = Given & { value: number | null; text: string; onChange: (value: number | null, text: string) => void }
export type FilterChipsProps = Given & { value: readonly number[]; texts: readonly string[]; onChange: (value: number[], texts: string[]) => void }

export const FilterPicker = ({ field: _field, text: _text, value, onChange, ...given }: FilterPickerProps) => (
  <input {...given} className="input" inputMode="numeric" autoComplete="off" value={value ?? ''} onChange={(event) => {
    const id = Number(event.target.value)
    onChange(Number.isInteger(id) && id > 0 ? id : null, event.target.value)
  }} />
)

export const FilterChips = ({ field, value, texts, onChange, ...given }: FilterChipsProps) => {
  const [typed, setTyped] = useState('')
  const add = () => {
    const id = Number(typed)
    if (!Number.isInteger(id) || id <= 0 || value.includes(id)) return
    onChange([...value, id], [...texts, typed])
    setTyped('')
  }
  return (
    <div className="chips">
      {value.map((id, index) => (
        <span className="pill" key={id}>
          {texts[index] ?? id}
          <button type="button" aria-label={`Remove ${texts[index] ?? id} from ${field.label}`} onClick={() => onChange(value.filter((one) => one !== id), texts.filter((_, i) => i !== index))}><IconX size={12} /></button>
        </span>
      ))}
      <input {...given} inputMode="numeric" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} onBlur={add} />
    </div>
  )
}
