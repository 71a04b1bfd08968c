// The timeline of a tube: its recorded events, its collection, and the status of its work.
import { itemOf } from '../../core/items.ts'
import { sampleStatuses } from '../lists/items.model.ts'
import type { SampleEvent } from './samples.model.ts'

/** A place on the line; the present status has no moment. */
type WayPoint = Omit<SampleEvent, 'At'> & { readonly At: string | null }
type Tube = {
  readonly CollectionDate: string | null
  readonly Status: string | null
  /** Its status: its own, or that of the work in it. */
  readonly NowId: number | null
}

const collected = 'Collected'
export const wayOf = (events: readonly SampleEvent[], { CollectionDate, Status, NowId }: Tube): readonly WayPoint[] => {
  // a tube that arrived with its sale was collected before its first event
  const drawn = CollectionDate !== null && !events.some(({ What }) => What === collected)
  const written: readonly WayPoint[] = drawn
    ? [...events, { At: CollectionDate, What: collected, Where: null, By: null, Remarks: null }].sort(
        (one, other) => Date.parse(one.At) - Date.parse(other.At),
      )
    : events
  const atWork = Status !== null && NowId !== null && itemOf(sampleStatuses, NowId) === undefined
  const last = written.at(-1)?.What
  return atWork && Status !== last
    ? [...written, { At: null, What: Status, Where: null, By: null, Remarks: null }]
    : written
}
