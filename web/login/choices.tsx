// One choice of a few, all visible; number keys choose when `keys` is set.
import { useEffect, useEffectEvent, useId } from 'react'
import { isTyping } from '../keys/hotkeys.ts'

type Option = { value: number; label: string; note?: string | undefined }
type Props = {
  label: string
  options: readonly Option[]
  value: number | undefined
  onChoose: (value: number) => void
  error?: string | undefined
  keys?: boolean
  first?: boolean
}

export const Choices = ({ label, options, value, onChoose, error, keys = false, first = false }: Props) => {
  const name = useId()
  const pick = useEffectEvent((digit: number) => {
    const option = options[digit - 1]
    if (option) onChoose(option.value)
  })
  useEffect(() => {
    if (!keys) return undefined
    const press = (event: KeyboardEvent) => {
      if (/^[1-9]$/.test(event.key) && !event.altKey && !event.ctrlKey && !isTyping(event.target))
        pick(Number(event.key))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys])
  return (
    <fieldset className="fieldset" aria-required="true" role="radiogroup" aria-invalid={error ? true : undefined}>
      <legend className="label">
        {label}{' '}
        <span className="star" aria-hidden>
          *
        </span>
      </legend>
      <div className="choices">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              autoFocus={first && (option.value === value || (value === undefined && index === 0))}
            />
            <span>{option.label}</span>
            {option.note && <small>{option.note}</small>}
            {keys && index < 9 && (
              <kbd className="key" aria-hidden>
                {index + 1}
              </kbd>
            )}
          </label>
        ))}
      </div>
      {error && <div className="error">{error}</div>}
    </fieldset>
  )
}
