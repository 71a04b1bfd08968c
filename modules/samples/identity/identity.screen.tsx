// Who is drawn: the bill is scanned, or a second identifier typed as the patient states it.
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { samples } from '../samples.model.ts'
import { identityFields } from './identity.model.ts'

const { useDetail } = screenOf(samples)
const how =
  'Scan the bill of the patient. Without a bill ask for name and birth date, and type the date as it is stated; ' +
  'the phone will do, too.'

export const Identify = ({ onClose }: { readonly onClose: () => void }) => {
  const record = useDetail()
  return (
    <AskFields
      title="Who is drawn ?"
      label="Collect"
      text={how}
      fields={identityFields}
      isScanned
      onDo={(body) => record.tryAct('/api/collect/samples', { SampleIds: [Number(record.key)], ...body })}
      onClose={onClose}
    />
  )
}
