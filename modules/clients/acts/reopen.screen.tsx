// Reopening closed books of a legal entity: an administrator asks, accounts staff confirm.
import { IconBookOff, IconBookUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { date, text } from '../../../core/model.ts'
import { role } from '../../../core/user.ts'
import { ask } from '../../../web/dialog/ask.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { clientType } from '../../lists/items.model.ts'
import { clients } from '../clients.model.ts'

const { useDetail } = screenOf(clients)
const fields = {
  BooksClosedTill: date('Closed Till'),
  reason: text('Reason', { required: 'Please enter the reason', maxLength: 500 }),
}

export const Reopening = () => {
  const record = useDetail()
  const client = useFormState(record.form, (state) => state.values)
  const [asking, setAsking] = useState(false)
  if (client.ClientTypeId !== clientType.LegalEntity) return null
  const formId = Number(record.key)
  const { RoleId } = record.form.user
  const confirm = async () => {
    const text = 'Reopen the books of this legal entity as the administrator asked ? The notice says how far and why.'
    if (await ask({ text })) await record.act('/api/confirmreopening/clients', { formId })
  }
  if (RoleId === role.Accounts)
    return <Button label="Confirm Reopening" icon={IconBookUpload} onClick={() => void confirm()} />
  if (RoleId !== role.Administrator || typeof client.BooksClosedTill !== 'string') return null
  return (
    <>
      <Button label="Reopen Books" icon={IconBookOff} look="danger" onClick={() => setAsking(true)} />
      {asking && (
        <AskFields
          title="Reopen books"
          label="Ask Accounts Staff"
          text="Accounts staff confirm. Choose the day up to which the books stay closed, or leave it empty for none."
          fields={fields}
          start={{ BooksClosedTill: null, reason: null }}
          onDo={(body) => record.tryAct('/api/reopen/clients', { formId, ...body })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
