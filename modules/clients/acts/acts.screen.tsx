// The actions on a saved client: merge it into another, or register a user of its own.
import { IconGitMerge, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { put, answerTo, putTo } from '../../../web/api/api.ts'
import { forget, forgetModule } from '../../../web/api/cache.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { ask, askText } from '../../../web/dialog/ask.ts'
import { say, sayError, saySaved } from '../../../web/message/snackbar-store.ts'
import { dropKeys, holdKeys } from '../../../web/keys/held-keys.ts'
import { Button } from '../../../web/part/button.tsx'
import { Picker } from '../../../web/picker/picker.tsx'
import { nameOf } from '../../../web/record/shown.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { useFormState } from '../../../web/record/use-form.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { TemporaryPassword } from '../../../web/dialog/temporary-password.tsx'
import { clientType } from '../../lists/items.model.ts'
import { clients } from '../clients.model.ts'
import { mergeText, movedText } from './merge.rules.ts'
import { undoableText } from './moves/undo.rules.ts'
import { UndoMerge } from './moves/undo.screen.tsx'
import { mayRegister } from './register.rules.ts'
import { Reopening } from './reopen.screen.tsx'
import { freeName, movedByMerge, userForClient } from './answers.model.ts'
import { about } from '../../../core/answer/answer.ts'

const { useDetail } = screenOf(clients)
type Target = { readonly ClientId: number; readonly Name: string }

const Merge = () => {
  const { form } = useDetail()
  const navigate = useNavigate()
  const [picking, setPicking] = useState(false)
  const merge = async (target: Target) => {
    setPicking(false)
    const { ClientId, Name, ClientTypeId } = form.state().values
    const source = { ClientId: ClientId ?? 0, Name: Name ?? '' }
    if (source.ClientId === target.ClientId) return say('Nothing to do !')
    const pair = { sourceId: source.ClientId, targetId: target.ClientId }
    // the user may answer the question before the counts have loaded
    holdKeys('question')
    try {
      const moved = await answerTo(movedByMerge, pair)
      const more = [movedText(moved), ...(ClientTypeId === clientType.Patient ? [undoableText] : [])].join(' ')
      if (!(await ask({ text: mergeText(source, target), more, tall: true }))) return
      saySaved(await put('/api/merge/clients', pair))
      await forget('/api')
      void navigate(recordLink('clients', { ClientId: target.ClientId }))
    } catch (error) {
      dropKeys('question')
      sayError(error)
    }
  }
  return (
    <>
      <ActionButton permit="merge" label="Merge" icon={IconGitMerge} onClick={() => setPicking(true)} />
      {picking && (
        <Picker
          name="sametype"
          title="Merge into"
          start=""
          around={form.state().values}
          onPick={(row, ClientId) => void merge({ ClientId, Name: nameOf(row) })}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

const Profile = () => {
  const record = useDetail()
  const session = useSession()
  const client = useFormState(record.form, (state) => state.values)
  const [made, setMade] = useState<{ userName: string; password: string }>()
  const decision = mayRegister(client)
  const register = async () => {
    // the user may type before the free name has loaded
    holdKeys('question')
    try {
      const { UserName: start } = await answerTo(freeName, { Name: client.Name })
      const UserName = await askText({ title: 'Profile', label: 'User Name', start })
      if (UserName === undefined) return
      const answer = await putTo(about(userForClient, record.key), { UserName })
      saySaved(answer)
      setMade({ userName: UserName, password: answer.TemporaryPassword })
      await Promise.all([forgetModule(clients.id), forgetModule('users')])
      await record.load()
    } catch (error) {
      dropKeys('question')
      sayError(error)
    }
  }
  return (
    <>
      {may(session, 'clients', 'update') &&
        may(session, 'users', 'create') &&
        (client.LegalEntityId ?? null) === null && (
          <Button
            label="Profile"
            icon={IconUserPlus}
            reason={decision.ok ? undefined : decision.reason}
            onClick={() => void register()}
          />
        )}
      {made && <TemporaryPassword {...made} onClose={() => setMade(undefined)} />}
    </>
  )
}

export const ClientActs = () => (
  <>
    <Merge />
    <UndoMerge />
    <Profile />
    <Reopening />
  </>
)
