// The button by which the sender says that a shipment is lost in transit, and why its tubes are drawn again.
import { IconPackageOff } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../../core/refusal.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { isUnderWay } from '../../samples/recollection/recollection.rules.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { useDetail } from '../shipment.screen.ts'
import { lostFields } from '../shipments.model.ts'
import { mayBeLost } from '../shipments.rules.ts'

export const Lost = () => {
  const record = useDetail()
  const { form, key } = record
  const shipment = useFormState(form, (state) => state.values)
  const [asking, setAsking] = useState(false)
  if (shipment.Actions?.update === undefined || reasonOf(mayBeLost(shipment, form.user)) !== undefined) return null
  const gone = (shipment.ShipmentSamples ?? []).filter((row) => isUnderWay(row.StatusId ?? null))
  return (
    <>
      <Button label="Lost in Transit" icon={IconPackageOff} look="danger" onClick={() => setAsking(true)} />
      {asking && (
        <AskFields
          title="Lost in transit"
          label="It Is Lost"
          text={`${samplesOf(gone.length)} still in transit: recollected free of charge, unless received after all.`}
          fields={lostFields}
          start={{ ReasonId: null, Remarks: null }}
          onDo={(body) => record.tryAct(`/api/lost/shipments/${String(key)}`, body)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
