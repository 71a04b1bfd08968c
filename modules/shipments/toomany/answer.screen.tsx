// Tubes that came without being listed and about which the sender has not answered: each is confirmed, or not theirs.
import { IconCheck, IconPackageOff } from '@tabler/icons-react'
import { reasonOf } from '../../../core/refusal.ts'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { useDoing, useFormState } from '../../../web/record/use-form.ts'
import { useDetail } from '../shipment.screen.ts'
import { mayAnswer, waitsForAnswer } from './answer.rules.ts'

export const Answers = () => {
  const record = useDetail()
  const { form, key } = record
  const doing = useDoing()
  const shipment = useFormState(form, (state) => state.values)
  const open = (shipment.ShipmentSamples ?? []).filter(waitsForAnswer)
  if (open.length === 0 || shipment.Actions?.update === undefined) return null
  if (reasonOf(mayAnswer(shipment, form.user)) !== undefined) return null
  const path = `/api/answertoomany/shipments/${String(key)}`
  const send = async (body: object) => {
    const error = await record.tryAct(path, body)
    if (error) sayError(error)
  }
  return open.map(({ ShipmentSampleId, CameInId, Sample }) => {
    const barcode = Sample?.Barcode ?? ''
    const refuse = async () => {
      const reason = await askText({ title: `${barcode} is not ours`, label: 'Reason' })
      if (reason !== undefined) await send({ ShipmentSampleId, Answer: 'not ours', reason })
    }
    return (
      <p key={ShipmentSampleId} className="band" role="group" aria-label={`Answer about ${barcode}`}>
        <b>{barcode}</b> came in shipment {CameInId}, which does not list it. Was it packed there?{' '}
        <Button
          label="Confirm"
          icon={IconCheck}
          busy={doing === path}
          onClick={() => void send({ ShipmentSampleId, Answer: 'packed' })}
        />{' '}
        <Button label="Not ours…" icon={IconPackageOff} busy={doing === path} onClick={() => void refuse()} />
      </p>
    )
  })
}
