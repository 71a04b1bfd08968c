// Sign-in after the password: a code of the authenticator.
import { useEffect } from 'react'
import { postTo } from '../../api/api.ts'
import { playKeys } from '../../keys/held-keys.ts'
import { say } from '../../message/snackbar-store.ts'
import { CodeField, EntranceForm } from '../entrance-form.tsx'
import { codeGiven } from '../../../core/answer/questions.ts'

type Props = { readonly onDone: () => void; readonly onClose: () => void }
export const GiveCode = ({ onDone, onClose }: Props) => {
  // keys typed while the password was checked
  useEffect(() => playKeys('screen'), [])
  const send = async ({ Code }: Readonly<Record<string, string>>) => {
    const { message } = await postTo(codeGiven, { Code })
    if (message !== 'Code accepted') say(message)
    onDone()
  }
  return (
    <EntranceForm
      title="Second factor"
      note="The six digits that your authenticator shows now, or one of your recovery codes."
      act="Continue"
      close="Logout"
      onClose={onClose}
      onSend={send}
    >
      {(errors) => <CodeField errors={errors} first />}
    </EntranceForm>
  )
}
