// What a manager of users does for one: a temporary password, removing a lost second factor, ending sessions.
import { IconKey, IconLogout, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { putTo } from '../../web/api/api.ts'
import { forgetModule } from '../../web/api/cache.ts'
import { ActionButton } from '../../web/detail/detail.tsx'
import { ask } from '../../web/dialog/ask.ts'
import { saySaved, sayError } from '../../web/message/snackbar-store.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { TemporaryPassword } from '../../web/dialog/temporary-password.tsx'
import { users } from './users.model.ts'
import { factorReset, passwordReset, sessionsEnded } from './answers.model.ts'
import { about } from '../../core/answer/answer.ts'

const { useDetail, useValue } = screenOf(users)

export const ResetPassword = () => {
  const record = useDetail()
  const userName = useValue('UserName') ?? ''
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const reset = async () => {
    const text = "Are you sure that you want to set this user's password to a default password?"
    const more = 'A new password is made and shown once. The user changes it at the next sign-in.'
    if (!(await ask({ text, more, tall: true }))) return
    setBusy(true)
    try {
      const answer = await putTo(about(passwordReset, record.key), {})
      saySaved(answer)
      setPassword(answer.TemporaryPassword)
      await forgetModule(users.id)
      await record.load()
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ActionButton permit="reset" label="Reset Password" icon={IconKey} busy={busy} onClick={() => void reset()} />
      {password !== undefined && (
        <TemporaryPassword userName={userName} password={password} onClose={() => setPassword(undefined)} />
      )}
    </>
  )
}

type Act = {
  readonly deed: typeof factorReset | typeof sessionsEnded
  readonly label: string
  readonly icon: typeof IconKey
  readonly text: string
}
const TakeOff = ({ deed, label, icon, text }: Act) => {
  const record = useDetail()
  const [busy, setBusy] = useState(false)
  const act = async () => {
    if (!(await ask({ text, tall: true }))) return
    setBusy(true)
    try {
      saySaved(await putTo(about(deed, record.key), {}))
      await forgetModule(users.id)
      await record.load()
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return <ActionButton permit="reset" label={label} icon={icon} busy={busy} onClick={() => void act()} />
}

export const TakeOffFactor = () =>
  useValue('SecondFactor') === true && (
    <TakeOff
      deed={factorReset}
      label="Take off second factor"
      icon={IconShieldOff}
      text="Are you sure? Until another one is set up, the password alone signs this user in."
    />
  )
export const EndSessions = () =>
  (useValue('OpenSessions') ?? 0) > 0 && (
    <TakeOff
      deed={sessionsEnded}
      label="End sessions"
      icon={IconLogout}
      text="Are you sure? What this user has not saved is lost."
    />
  )
