// Gives a user who forgot their password a temporary one.
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { put } from '../../web/api/api.ts'
import { forgetModule } from '../../web/api/cache.ts'
import { ActionButton } from '../../web/detail/detail.tsx'
import { ask } from '../../web/dialog/ask.ts'
import { saySaved, sayError } from '../../web/message/snackbar-store.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { TemporaryPassword } from '../../web/dialog/temporary-password.tsx'
import { users } from './users.model.ts'

const { useDetail, useValue } = screenOf(users)
type Answer = { readonly message: string; readonly TemporaryPassword: string }

export const ResetPassword = () => {
  const record = useDetail()
  const userName = useValue('UserName') ?? ''
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const reset = async () => {
    const text = "Are you sure that you want to set this user's password to a default password?"
    if (!(await ask({ text, tall: true }))) return
    setBusy(true)
    try {
      const answer = await put<Answer>(`/api/reset/users/${record.key ?? ''}`, {})
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
