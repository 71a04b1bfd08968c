// Whether a tube may be rejected where it is, so that it is drawn again, and whether a call about that may be noted.
import { itemOf } from '../../../core/items.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sampleStatus, sampleStatuses, workItemStatus } from '../../lists/items.model.ts'

/** What a tube may be found to be: unfit, not there, or in pieces. Each needs a reason and makes a new tube. */
export const exceptions: readonly number[] = [sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged]
export const isException = (StatusId: number | null): boolean => StatusId !== null && exceptions.includes(StatusId)

/** Drawn, and lying at whoever holds it. */
export const isHeld = (StatusId: number | null): boolean =>
  StatusId === sampleStatus.Collected || StatusId === sampleStatus.Delivered

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

/** Whoever holds a tube that was drawn may reject it while nothing of it is approved and something is still to do. */
export const mayReject = (tube: RejectedTube, user: { readonly EntityId: number }): Decision => {
  const called = tube.Barcode ?? 'The tube'
  const status = itemOf(sampleStatuses, tube.StatusId)?.label
  const out = tube.SampleElements.filter((one) => signed.includes(one.StatusId))
  return allOf(
    must(tube.StatusId !== sampleStatus.ToBeCollected, `${called} is not collected yet`),
    must(isHeld(tube.StatusId), `${called}: a tube can be rejected only where it lies, not while it is "${status}"`),
    must(tube.OwnerId === user.EntityId, `${called} is not here: only who holds a tube may reject it`),
    must(out.length === 0, `${called}: ${namesOf(out)} is approved already; amend the result instead`, {
      code: 'approved',
    }),
    must(
      tube.SampleElements.some((one) => open.includes(one.StatusId)),
      `${called}: everything is entered; ask for a repeat of what is to be measured again`,
    ),
  )
}

/** A tube that waits to be drawn again. */
export type Recollected = { readonly StatusId: number | null; readonly ReplacesSampleId: number | null }
/** A call is noted while the tube that replaces another is still to be drawn. */
export const mayNoteCall = (tube: Recollected): Decision =>
  allOf(
    must(tube.ReplacesSampleId !== null, 'This tube does not replace another: there is nobody to call'),
    must(tube.StatusId === sampleStatus.ToBeCollected, 'This tube is drawn already'),
  )

// clocks differ by a minute
const minute = 60_000
/** A call is made after the tube before was found unfit, and before it is noted. */
export const mayHaveCalled = (at: string, asked: string, now: Date): Decision =>
  allOf(
    must(Date.parse(at) <= now.getTime() + minute, 'The time of the call cannot be in the future', { at: 'CalledAt' }),
    must(Date.parse(at) >= Date.parse(asked) - minute, 'The time of the call cannot be before the tube was asked for', {
      at: 'CalledAt',
    }),
  )
