// Collecting a tube elsewhere: on a home visit, or at a place that is named, at the time of the draw. A wrong place is
// corrected.
import { IconMapPin, IconMapPinCog } from '@tabler/icons-react'
import { useState } from 'react'
import { network } from '../../../core/network.ts'
import type { DraftOf } from '../../../core/model.ts'
import { ApiError } from '../../../web/api/api.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { ask } from '../../../web/dialog/ask.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { identityFields } from '../identity/identity.model.ts'
import { samples } from '../samples.model.ts'
import { tooEarly } from '../samples.rules.ts'
import { correctPlaceFields, placeFields } from './place.model.ts'
import { mayCorrectPlace } from './place.rules.ts'

const { useDetail, useValue } = screenOf(samples)

/** Whether the draw is of this minute. */
const isNow = (time: string): boolean => Math.abs(Date.parse(time) - Date.now()) < 60_000

export const CollectElsewhere = () => {
  const record = useDetail()
  const [open, setOpen] = useState(false)
  const [Barcode, DueDate] = [useValue('Barcode') ?? null, useValue('DueDate') ?? null]
  const collect = async (body: DraftOf<typeof placeFields>): Promise<unknown> => {
    const at = body.CollectionDate ?? new Date().toISOString()
    const early = tooEarly({ Barcode, DueDate }, at)
    if (early !== undefined && !(await ask({ text: `${early}. Is it right ?` })))
      return new ApiError(0, early, { CollectionDate: [early] })
    // now is the server's, whatever the clock of the browser says
    const CollectionDate = isNow(at) ? null : at
    return record.tryAct('/api/collect/samples', { SampleIds: [Number(record.key)], ...body, CollectionDate })
  }
  return (
    <>
      <ActionButton permit="update" label="Collect elsewhere…" icon={IconMapPin} onClick={() => setOpen(true)} />
      {open && (
        <AskFields
          title="Collect elsewhere"
          label="Collect"
          text="The report says where and when the tube was drawn."
          fields={network.identifyAtDraw ? { ...placeFields, ...identityFields } : placeFields}
          start={{ Place: 'home', PlaceName: null, CollectionDate: new Date().toISOString() }}
          onDo={collect}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export const CorrectPlace = () => {
  const record = useDetail()
  const [open, setOpen] = useState(false)
  const [place, statusId] = [useValue('CollectedPlace'), useValue('StatusId')]
  if (!mayCorrectPlace({ StatusId: statusId ?? null }).ok) return null
  return (
    <>
      <ActionButton permit="update" label="Correct place…" icon={IconMapPinCog} onClick={() => setOpen(true)} />
      {open && (
        <AskFields
          title="Correct place"
          label="Correct"
          text={`It states: ${place ?? 'no place'}. Say where the tube was drawn; the history says why.`}
          fields={correctPlaceFields}
          start={{ Place: null, PlaceName: null, reason: null }}
          onDo={(body) => record.tryAct('/api/correctplace/samples', { formId: Number(record.key), ...body })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
