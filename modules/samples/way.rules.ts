// The way of a tube as one line: what was written down of it, its collection, and how far the work in it is.
import { itemOf } from '../../core/items.ts'
import { sampleStatuses } from '../lists/items.model.ts'
import type { SampleEvent } from './samples.model.ts'

/** A place on the line; without a moment it is what the tube has come to. */
type WayPoint = Omit<SampleEvent, 'At'> & { readonly At: string | null }
type Tube = {
  readonly CollectionDate: string | null
  readonly Status: string | null
  /** What it is at: a status of its own, or of the work in it. */
  readonly NowId: number | null
}

const collected = 'Collected'
export const wayOf = (events: readonly SampleEvent[], { CollectionDate, Status, NowId }: Tube): readonly WayPoint[] => {
  // a tube that came with its sale was collected before anything was written down of it
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
