// Yes, No or Any: one of a few in a row.
import { useId } from 'react'

type Value = string | number | boolean
type Props = {
  label: string
  options: readonly (readonly [Value, string])[]
  value: unknown
  onChange: (value: Value | undefined) => void
}

export const Segments = ({ label, options, value, onChange }: Props) => {
  const name = useId()
  return (
    <fieldset className="fieldset field" role="radiogroup" aria-label={label}>
      <div className="label" aria-hidden="true">
        {label}
      </div>
      <div className="segments">
        {[...options, [undefined, 'Any'] as const].map(([one, text]) => (
          <label key={text}>
            <input
              type="radio"
              className="unseen"
              name={name}
              checked={(value ?? undefined) === one}
              onChange={() => onChange(one)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
