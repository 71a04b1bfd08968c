// A field of the plain forms: label above, red star when required, the error under it, linked for assistive technology.
import { useId } from 'react'
import type { ReactNode } from 'react'

type Given = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}
type Props = {
  label: string
  required?: boolean
  error?: string | undefined
  hint?: string
  /** Of the model's field: dialogs lay some kinds out by it, as records do. */
  kind?: string
  children: (given: Given) => ReactNode
}

export const Labelled = ({ label, required = false, error, hint, kind, children }: Props) => {
  const id = useId()
  const text = error ?? hint
  return (
    <div className={kind === undefined ? 'field' : `field kind-${kind}`}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="star" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': text ? `${id}-said` : undefined,
        'aria-required': required || undefined,
      })}
      {text && (
        <div id={`${id}-said`} className={error ? 'error' : 'quiet hint'}>
          {text}
        </div>
      )}
    </div>
  )
}
