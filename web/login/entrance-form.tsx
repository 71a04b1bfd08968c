// A form of the entrance: its fields, their errors, and the two buttons below.
import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { ApiError, messageOf } from '../api/api.ts'
import type { FieldErrors } from '../api/api.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Labelled } from '../part/labelled.tsx'

/** What the forms of the entrance ask: one of them, or both. */
type Asked = 'Code' | 'CurrentPassword'
export type EntranceValues = { readonly [Name in Asked]?: string }
type EntranceErrors = { readonly [Name in Asked]?: readonly string[] }

type Props = {
  readonly title: string
  readonly note: ReactNode
  /** The label of the button that sends. */
  readonly act: string
  readonly close: string
  readonly onClose: () => void
  /** Sends the values. Throws ApiError with the errors of the fields. */
  readonly onSend: (values: EntranceValues) => Promise<void>
  readonly children: (errors: EntranceErrors) => ReactNode
}
export const EntranceForm = ({ title, note, act, close, onClose, onSend, children }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const mark = (found: FieldErrors) => {
    setErrors(found)
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0] ?? ''}]`)?.select()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    setBusy(true)
    setErrors({})
    try {
      await onSend(values)
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors ?? {}).length > 0) mark(error.errors)
      else if (error instanceof ApiError && error.status === 429) mark({ Code: [messageOf(error)] })
      else sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className="entrance-form" onSubmit={(event) => void submit(event)} noValidate>
      <h1>{title}</h1>
      <p>{note}</p>
      {children(errors)}
      <div className="entrance-actions">
        <button type="submit" className="button primary" aria-busy={busy || undefined}>
          {act}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {close}
        </button>
      </div>
    </form>
  )
}

/** The code of an authenticator, or a recovery code. */
export const CodeField = ({ errors, first = false }: { errors: EntranceErrors; first?: boolean }) => (
  <Labelled label="Code" error={errors.Code?.[0]}>
    {(given) => (
      <input
        {...given}
        className="input"
        name="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={first}
      />
    )}
  </Labelled>
)
