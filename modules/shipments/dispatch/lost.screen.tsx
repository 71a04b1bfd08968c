// The button by which the sender says that a shipment is lost in transit, and why its tubes are drawn again.
import { IconPackageOff } from '@tabler/icons-react'
import { reasonOf } from '../../../core/refusal.ts'
import { askChoice } from '../../../web/dialog/ask.ts'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { useOptions } from '../../../web/record/use-options.ts'
import { recollectionReason } from '../../samples/recollection/recollection.model.ts'
import { useDetail } from '../shipment.screen.ts'
import { mayBeLost } from '../shipments.rules.ts'

export const Lost = () => {
  const record = useDetail()
  const { form, key } = record
  const shipment = useFormState(form, (state) => state.values)
  const reasons = useOptions(recollectionReason)
  if (shipment.Actions?.update === undefined || reasonOf(mayBeLost(shipment, form.user)) !== undefined) return null
  const say = async () => {
    const reason = await askChoice({
      title: 'Lost in transit',
      text: 'Samples that nobody received are recollected free of charge. Choose the reason.',
      choices: reasons.map(([value, label]) => [String(value), label] as const),
      cancel: 'Cancel',
    })
    if (reason !== undefined) await record.act(`/api/lost/shipments/${String(key)}`, { ReasonId: Number(reason) })
  }
  return <Button label="Lost in Transit" icon={IconPackageOff} look="danger" onClick={() => void say()} />
}
