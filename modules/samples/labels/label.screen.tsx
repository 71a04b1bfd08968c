// Collecting a tube with a label that was printed before: scanned into one field.
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { network } from '../../../core/network.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { samples } from '../samples.model.ts'
import { identityFields } from '../identity/identity.model.ts'
import { labelFields } from './label.model.ts'

const { useDetail, useValue } = screenOf(samples)

export const CollectWithLabel = () => {
  const record = useDetail()
  const barcode = useValue('Barcode')
  const [open, setOpen] = useState(false)
  const SampleIds = [Number(record.key)]
  return (
    <>
      <ActionButton
        permit="update"
        label="Collect with label…"
        icon={IconBarcode}
        hotkey="alt+k"
        onClick={() => setOpen(true)}
      />
      {open && (
        <AskFields
          title="Collect with a pre-printed label"
          label="Collect"
          text={`The label takes the place of ${barcode ?? ''} for good. It is on no other tube of the network.`}
          fields={network.identifyAtDraw ? { ...labelFields, ...identityFields } : labelFields}
          isScanned
          onDo={(body) => record.tryAct('/api/collect/samples', { SampleIds, ...body })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
