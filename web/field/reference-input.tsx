// Another record, chosen with a picker: F2, Enter, the magnifier or typing opens it.
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Field } from '../../core/model.ts'
import type { Values } from '../record/values.ts'
import { Picker } from '../picker/picker.tsx'
import type { QuickAdd } from '../record/quick-add.ts'
import type { Given } from './control-props.ts'

type Props = Given & {
  field: Field
  value: unknown
  text: string
  /** Values that narrow the picker: the surrounding record. */
  around: () => Values
  add?: QuickAdd | undefined
  clears?: boolean | undefined
  onChange: (value: number | null, row: Values | null) => void
}

export const ReferenceInput = ({ field, value, text, around, add, clears = false, onChange, ...given }: Props) => {
  const [search, setSearch] = useState<string>()
  const type = (typed: string) => {
    if (typed === '') onChange(null, null)
    else setSearch(typed.startsWith(text) && text !== '' ? typed.slice(text.length) : typed)
  }
  return (
    <div className="adorned">
      <input
        {...given}
        className="input"
        type="text"
        autoComplete="off"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={search !== undefined}
        value={text || (typeof value === 'number' ? String(value) : '')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'F2' && event.key !== 'Enter') return
          event.preventDefault()
          setSearch('')
        }}
      />
      {clears && typeof value === 'number' && (
        <button
          type="button"
          className="clears"
          aria-label={`Clear ${field.label}`}
          onClick={() => onChange(null, null)}
        >
          <IconX size={14} stroke={1.6} />
        </button>
      )}
      <button type="button" tabIndex={-1} aria-label={`Choose ${field.label}`} onClick={() => setSearch('')}>
        <IconSearch size={15} stroke={1.6} />
      </button>
      {search !== undefined && (
        <Picker
          name={field.picker ?? 'client'}
          title={field.label}
          start={search}
          around={around()}
          add={add}
          onClose={() => setSearch(undefined)}
          onPick={(row, id) => {
            setSearch(undefined)
            onChange(id, row)
          }}
        />
      )}
    </div>
  )
}
