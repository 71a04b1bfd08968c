// Whether a tube may be rejected and recollected, what its shipment is after that, and whether a call about a
// recollection may be recorded.
import { itemOf } from '../../../core/items.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sampleStatus, sampleStatuses, shipmentStatus, workItemStatus } from '../../lists/items.model.ts'

/** Statuses of an unfit, missing or broken tube. Each needs a reason and makes a new tube. */
export const exceptions: readonly number[] = [sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged]
export const isException = (StatusId: number | null): boolean => StatusId !== null && exceptions.includes(StatusId)

/** Collected, and at its owner. */
export const isHeld = (StatusId: number | null): boolean =>
  StatusId === sampleStatus.Collected || StatusId === sampleStatus.Delivered

/** On its way: until somebody receives it, it is its sender's. */
export const isUnderWay = (StatusId: number | null): boolean => StatusId === sampleStatus.Dispatched

/** The status of a shipment by the statuses of its tubes. Lost where no tube was found. */
export const shipmentStatusOf = (statuses: readonly (number | null)[]): number => {
  const open = statuses.filter(isUnderWay).length
  if (open === statuses.length) return shipmentStatus.Dispatched
  if (open > 0) return shipmentStatus.PartlyReceived
  if (statuses.every((status) => status === sampleStatus.NotFound)) return shipmentStatus.Lost
  return statuses.some(isException) ? shipmentStatus.WithExceptions : shipmentStatus.Received
}

/** A tube with what is measured in it: the status of each work item, null where there is none yet. */
export type RejectedTube = {
  readonly Barcode: string | null
  readonly StatusId: number | null
  readonly OwnerId: number | null
  readonly SampleElements: readonly { readonly Element: string; readonly StatusId: number | null }[]
}

const { Approved, Released, Amended, Pending, Repeat, OnHold, ReferredOut } = workItemStatus
const signed: readonly (number | null)[] = [Approved, Released, Amended]
const open: readonly (number | null)[] = [null, Pending, Repeat, OnHold, ReferredOut]

const namesOf = (elements: RejectedTube['SampleElements']): string => elements.map((one) => one.Element).join(', ')

/**
 * Only the owner rejects a collected tube, or one that it dispatched and that was not received yet, while no element is
 * approved and one is still to be measured.
 */
export const mayReject = (tube: RejectedTube, user: { readonly EntityId: number }): Decision => {
  const called = tube.Barcode ?? 'The tube'
  const status = itemOf(sampleStatuses, tube.StatusId)?.label
  const out = tube.SampleElements.filter((one) => signed.includes(one.StatusId))
  return allOf(
    must(tube.StatusId !== sampleStatus.ToBeCollected, `${called} is not collected yet`),
    must(
      isHeld(tube.StatusId) || isUnderWay(tube.StatusId),
      `${called}: a tube with status "${status}" cannot be rejected`,
    ),
    must(tube.OwnerId === user.EntityId, `${called} is not here: only the owner of a tube can reject it`),
    must(out.length === 0, `${called}: ${namesOf(out)} is approved already; amend the result instead`, {
      code: 'approved',
    }),
    must(
      tube.SampleElements.some((one) => open.includes(one.StatusId)),
      `${called}: every result is entered; request a repeat instead`,
    ),
  )
}

/** A tube that waits for its recollection. */
export type Recollected = { readonly StatusId: number | null; readonly ReplacesSampleId: number | null }
/** A call is recorded while the replacement is still to be collected. */
export const mayNoteCall = (tube: Recollected): Decision =>
  allOf(
    must(tube.ReplacesSampleId !== null, 'This tube replaces no other, so no call is needed'),
    must(tube.StatusId === sampleStatus.ToBeCollected, 'This tube is collected already'),
  )

// clocks differ by a minute
const minute = 60_000
/** A call is made after the recollection was requested, and before it is recorded. */
export const mayHaveCalled = (at: string, asked: string, now: Date): Decision =>
  allOf(
    must(Date.parse(at) <= now.getTime() + minute, 'The time of the call cannot be in the future', { at: 'CalledAt' }),
    must(
      Date.parse(at) >= Date.parse(asked) - minute,
      'The time of the call cannot be before the recollection was requested',
      {
        at: 'CalledAt',
      },
    ),
  )
