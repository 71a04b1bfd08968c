// What is done with a batch: closed with a count, its difference confirmed, taken over with a count, or sent back.
import { IconArrowBackUp, IconArrowsTransferDown, IconCheck, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { ask, askText } from '../../web/dialog/ask.ts'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { denominationsOf } from '../settings/settings.rules.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { differenceText, keptCounts } from './count.rules.ts'
import { Counting } from './counting.screen.tsx'
import { OutActs } from './outs/outs.screen.tsx'
import { tranbatches } from './tranbatches.model.ts'
import { matrixOf, mayClose, mayConfirm, mayRefuse, mayTransfer } from './tranbatches.rules.ts'

const { useDetail } = screenOf(tranbatches)

export const Acts = () => {
  const record = useDetail()
  const recordsMoney = may(useSession(), 'transactions', 'create')
  const batch = useFormState(record.form, (state) => state.values)
  const [counting, setCounting] = useState<'close' | 'transfer'>()
  const { user } = record.form
  const path = (act: string) => `/api/${act}/${String(record.key)}`
  const confirm = async () => {
    // counted again, or in another mode, it may come to nothing
    const text = [differenceText(batch.Difference) || 'The total is right', batch.Remarks].filter(Boolean).join(': ')
    if (await ask({ title: 'Confirm the difference', text })) await record.act(path('confirmbatch'))
  }
  const refuse = async () => {
    const reason = await askText({
      title: 'Count again',
      label: 'Reason',
      text: 'The batch goes back to its money handler, who counts it again.',
    })
    if (reason !== undefined) await record.act(path('refusebatch'), { reason })
  }
  const handed = keptCounts(batch.Counted).filter((one) => one.Amount !== 0)
  return (
    <>
      {mayClose(batch, user).ok && (
        <Button label="Close Batch" icon={IconLock} hotkey="alt+b" onClick={() => setCounting('close')} />
      )}
      <OutActs />
      {mayConfirm(batch, user).ok && (
        <Button label="Confirm" icon={IconCheck} hotkey="alt+g" onClick={() => void confirm()} />
      )}
      {mayTransfer(batch, user, recordsMoney).ok && (
        <Button label="Transfer" icon={IconArrowsTransferDown} hotkey="alt+t" onClick={() => setCounting('transfer')} />
      )}
      {mayRefuse(batch, user, recordsMoney).ok && (
        <Button label="Count again" icon={IconArrowBackUp} onClick={() => void refuse()} />
      )}
      {counting === 'close' && (
        <Counting
          title="Close Batch"
          modes={matrixOf(batch).modes}
          inUse={denominationsOf(batch.NotesInUse)}
          send={(body) => record.tryAct(path('closebatch'), body)}
          onClose={() => setCounting(undefined)}
        />
      )}
      {counting === 'transfer' && (
        <Counting
          title="Transfer"
          modes={handed.map((one) => one.PaymentModeId)}
          inUse={[]}
          send={(body) => record.tryAct(path('transferbatch'), body)}
          onClose={() => setCounting(undefined)}
        />
      )}
    </>
  )
}
