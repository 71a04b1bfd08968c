// A number, with its text as typed while it has the focus.
import { useState } from 'react'
import type { Kind } from '../../core/model.ts'
import type { Given } from './control-props.ts'
import { numberText, shownNumber, typedNumber } from '../record/number-text.ts'

type Props = Given & { kind: Kind; value: unknown; onChange: (value: number | string | null) => void }

export const NumberInput = ({ kind, value, onChange, ...given }: Props) => {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      {...given}
      className={`input ${kind === 'integer' ? '' : 'number'}`}
      type="text"
      inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? shownNumber(kind, value)}
      onFocus={(event) => {
        const plain = numberText(value)
        const input = event.target
        // at once, so that a key pressed at focus already replaces the value
        if (input.value !== plain) input.value = plain
        input.select()
        setTyped(plain)
        // again after a click has put the caret, but not when a digit was already typed: the second would replace the
        // first
        requestAnimationFrame(() => document.activeElement === input && input.value === plain && input.select())
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(typedNumber(kind, event.target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
