// Sets up an authenticator: its secret as a QR code and in letters, then the code that it shows.
import { useState } from 'react'
import { postTo } from '../../api/api.ts'
import { Labelled } from '../../part/labelled.tsx'
import { CodeField, EntranceForm } from '../entrance-form.tsx'
import type { EntranceValues } from '../entrance-form.tsx'
import { PasswordInput } from '../password-input.tsx'
import { factorBegun, factorConfirmed } from '../../../core/answer/questions.ts'
import type { AnswerTo } from '../../../core/answer/answer.ts'

type Begun = AnswerTo<typeof factorBegun>

const quiet = 4
const QrCode = ({ Size, Path }: Begun['Qr']) => (
  <svg
    className="factor-qr"
    role="img"
    aria-label="QR code for an authenticator"
    viewBox={`${-quiet} ${-quiet} ${Size + 2 * quiet} ${Size + 2 * quiet}`}
    shapeRendering="crispEdges"
  >
    <path d={Path} />
  </svg>
)

type Props = {
  /** Asks for the password first. */
  readonly password?: boolean
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}
export const SetUpFactor = ({ password = false, onCodes, onClose }: Props) => {
  const [begun, setBegun] = useState<Begun>()
  const begin = async ({ CurrentPassword }: EntranceValues) =>
    setBegun(await postTo(factorBegun, password ? { CurrentPassword } : {}))
  const confirm = async ({ Code }: EntranceValues) => onCodes((await postTo(factorConfirmed, { Code })).RecoveryCodes)
  const close = password ? 'Close' : 'Logout'
  if (begun)
    return (
      <EntranceForm
        key="confirm"
        title="Set up a second factor"
        note="Read the code with your authenticator, or type the letters into it; then enter what it shows."
        act="Turn on"
        close={close}
        onClose={onClose}
        onSend={confirm}
      >
        {(errors) => (
          <>
            <QrCode {...begun.Qr} />
            <output className="factor-secret" aria-label="Secret">
              {begun.Secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </output>
            <CodeField errors={errors} first />
          </>
        )}
      </EntranceForm>
    )
  return (
    <EntranceForm
      key="begin"
      title="Set up a second factor"
      note={
        password
          ? 'A person who learns your password then still needs your phone to sign in.'
          : 'Your role also needs a code from an authenticator on your phone to sign in. Have the phone at hand.'
      }
      act="Begin"
      close={close}
      onClose={onClose}
      onSend={begin}
    >
      {(errors) =>
        password && (
          <Labelled label="Current Password" error={errors.CurrentPassword?.[0]}>
            {(given) => <PasswordInput {...given} name="CurrentPassword" autoComplete="current-password" autoFocus />}
          </Labelled>
        )
      }
    </EntranceForm>
  )
}
