// First set-up of a network: its name, its day and money, its first lab and its administrator. Only the one-time link
// leads here.
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { network } from '../../core/network.ts'
import type { setUp, setupLink } from '../../core/answer/account.ts'
import type { AnswerTo } from '../../core/answer/answer.ts'
import { answerTo, ApiError, messageOf, postTo } from '../api/api.ts'
import { Labelled } from '../part/labelled.tsx'
import { say, sayError } from '../message/snackbar-store.ts'
import { Entrance } from './entrance.tsx'
import { PasswordInput } from './password-input.tsx'

type SetupField =
  | 'NetworkName'
  | 'LabName'
  | 'LabCode'
  | 'BillPrefix'
  | 'Currency'
  | 'Locale'
  | 'TimeZone'
  | 'YearStartMonth'
  | 'PublicAddress'
  | 'FullName'
  | 'UserName'
  | 'Email'
  | 'Password'
type SetupErrors = { readonly [Name in SetupField]?: readonly string[] }
type Link = AnswerTo<typeof setupLink>
const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2026, month, 15)),
)
const zones = (): readonly string[] => Intl.supportedValuesOf('timeZone')

/** Name, label and initial value; `short` fields share a line. */
const lines: readonly (readonly {
  name: SetupField
  label: string
  start?: string
  note?: string
  autoComplete?: string
}[])[] = [
  [{ name: 'NetworkName', label: 'Network Name' }],
  [{ name: 'LabName', label: 'First Lab' }],
  [
    { name: 'LabCode', label: 'Lab Code' },
    { name: 'BillPrefix', label: 'Bill Prefix', note: 'Begins each bill and accession number' },
  ],
  [
    { name: 'Currency', label: 'Currency', start: network.currency },
    { name: 'Locale', label: 'Locale', start: network.locale, note: 'How figures are grouped' },
  ],
]
const people: typeof lines = [
  [
    { name: 'FullName', label: 'Full Name', autoComplete: 'name' },
    { name: 'UserName', label: 'User Name', autoComplete: 'username' },
  ],
  [{ name: 'Email', label: 'Email', autoComplete: 'email' }],
]

const Lines = ({ of, errors }: { of: typeof lines; errors: SetupErrors }) =>
  of.map((line) => (
    <div key={line[0]?.name} className="entrance-line">
      {line.map(({ name, label, start, note, autoComplete }) => (
        <Labelled key={name} label={label} required={name !== 'Email'} hint={note} error={errors[name]?.[0]}>
          {(given) => (
            <input
              {...given}
              className="input"
              name={name}
              defaultValue={start}
              autoComplete={autoComplete ?? 'off'}
              spellCheck={false}
              autoFocus={name === 'NetworkName'}
            />
          )}
        </Labelled>
      ))}
    </div>
  ))

const NetworkFields = ({ errors }: { errors: SetupErrors }) => (
  <>
    <Lines of={lines} errors={errors} />
    <div className="entrance-line">
      <Labelled label="Time Zone" error={errors.TimeZone?.[0]}>
        {(given) => (
          <select
            {...given}
            className="input"
            name="TimeZone"
            defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
          >
            {[...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, ...zones()])].map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Financial Year Starts" error={errors.YearStartMonth?.[0]}>
        {(given) => (
          <select {...given} className="input" name="YearStartMonth" defaultValue={network.yearStartMonth}>
            {months.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
    <Labelled
      label="Public Address"
      hint="Address printed in the QR code of a report"
      error={errors.PublicAddress?.[0]}
    >
      {(given) => (
        <input
          {...given}
          className="input"
          name="PublicAddress"
          type="url"
          defaultValue={location.origin}
          autoComplete="off"
        />
      )}
    </Labelled>
    <h2>Administrator</h2>
    <Lines of={people} errors={errors} />
  </>
)

const SetupForm = ({ link, token }: { link: Link; token: string }) => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<SetupErrors>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setErrors({})
    try {
      const body = link.Fresh
        ? { ...Object.fromEntries(data), YearStartMonth: Number(data.get('YearStartMonth')) }
        : { Password: data.get('Password') }
      const { message } = await postTo<typeof setUp>({ path: 'setup' }, { ...body, Token: token })
      say(message)
      await navigate({ to: '/login' })
    } catch (error) {
      const found = error instanceof ApiError ? (error.errors ?? {}) : {}
      setErrors(found)
      const first = Object.keys(found)[0]
      if (first === undefined) sayError(error)
      else form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className="entrance-form wide" onSubmit={(event) => void submit(event)} noValidate>
      <h1>{link.Fresh ? 'Set up the network' : `A new password for ${link.UserName ?? ''}`}</h1>
      {link.Fresh && <NetworkFields errors={errors} />}
      <Labelled label="Password" hint="At least 12 characters" error={errors.Password?.[0]}>
        {(given) => <PasswordInput {...given} name="Password" autoComplete="new-password" />}
      </Labelled>
      <button type="submit" className="button primary" aria-busy={busy || undefined}>
        {link.Fresh ? 'Set up' : 'Save'}
      </button>
    </form>
  )
}

export const SetupPage = () => {
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['/api/setup', { Token: token }],
    queryFn: () => answerTo<typeof setupLink>({ path: 'setup' }, { Token: token }),
    retry: false,
  })
  return (
    <Entrance>
      {link.isError && (
        <div className="entrance-form">
          <h1>Set up</h1>
          <p role="alert">{messageOf(link.error)}</p>
        </div>
      )}
      {link.data && <SetupForm link={link.data} token={token} />}
    </Entrance>
  )
}
