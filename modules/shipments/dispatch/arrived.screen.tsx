// The button by which the consignee takes a box that its sender did not dispatch.
import { IconPackageImport } from '@tabler/icons-react'
import { reasonOf } from '../../../core/refusal.ts'
import { ask } from '../../../web/dialog/ask.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { useDetail } from '../shipment.screen.ts'
import { mayArrive } from '../shipments.rules.ts'

export const Arrived = () => {
  const record = useDetail()
  const { form, key } = record
  const shipment = useFormState(form, (state) => state.values)
  if (reasonOf(mayArrive(shipment, form.user)) !== undefined) return null
  const say = async () => {
    const text = 'Is the box here although it was not dispatched? Its sender is notified, and it can be received.'
    if (await ask({ text })) await record.act(`/api/arrived/shipments/${String(key)}`, {})
  }
  return <ActionButton permit="receive" label="It Is Here" icon={IconPackageImport} onClick={() => void say()} />
}
