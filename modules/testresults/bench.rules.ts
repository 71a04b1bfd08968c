// What the bench may do with a result (enter, note, repeat, hold, refer), and the reasons of its refusals.
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import {
  hasReason,
  isBench,
  maySign,
  notHeld,
  notUnlocked,
  onWorkedSale,
  statusIn,
  type Reason,
  type ResultUser,
  type WorkItem,
} from './work-item.rules.ts'
import type { InService, OutOfService, ResultRun } from './beside.model.ts'
import { instrumentStands } from './gate.rules.ts'
import { isSameUnit } from './judging/formulas.rules.ts'

const { Pending, Entered, Reviewed, Approved, Repeat, OnHold, NotPerformed, ReferredOut } = workItemStatus

/** A result may be entered, or corrected until it is approved. */
export function mayEnter(item: WorkItem, user: ResultUser): Decision {
  return allOf(
    isBench(user),
    onWorkedSale(item),
    must(!item.Formula, `${item.Element}: the result is calculated by its formula`),
    must(!item.InstrumentOut, `${item.Element}: ${item.InstrumentOut ?? ''}`, { code: 'out-of-service' }),
    must(item.TubeAwaited !== true, `${item.Element}: waiting for the recollected tube`, { code: 'no-tube' }),
    must(!item.PaperAwaited, `${item.Element}: add the report of ${item.PaperAwaited ?? ''} as a file first`, {
      code: 'no-paper',
    }),
    statusIn(
      item,
      [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut],
      'the result can no longer be changed; request a repeat or amend it',
    ),
  )
}

/** An element that was reported as not performed cannot be started again. */
export const notGone = (item: WorkItem, reason: string): Decision =>
  must(
    item.StatusId !== NotPerformed || !(item.TestIsOut || item.GivenOut),
    `${item.Element}: it was reported as not performed; ${reason}`,
  )

/** Comments, remarks and reasons can be written until the result is approved. */
export function mayNote(item: WorkItem, user: ResultUser): Decision {
  const open = [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut, NotPerformed]
  return allOf(
    isBench(user),
    notUnlocked(item),
    statusIn(item, open, 'after approval, comments and reasons can only be amended'),
    notGone(item, 'amend another result of the report instead'),
  )
}
/** Remarks are internal and never printed: the bench writes them at any time. */
export const mayRemark = (user: ResultUser): Decision => isBench(user)

/**
 * Back to pending with the old value stored as a run. Only a pathologist repeats an approved result; a released one is
 * amended instead.
 */
export function mayRepeat(item: WorkItem, user: ResultUser, reasonId?: Reason): Decision {
  return allOf(
    isBench(user),
    onWorkedSale(item),
    statusIn(item, [Entered, Reviewed, Approved], 'only a result that is not released can be repeated'),
    must(!item.Formula, `${item.Element}: this result is calculated; repeat its inputs instead`),
    item.StatusId === Approved ? maySign(item, user) : yes,
    hasReason(reasonId),
  )
}

/** Uses the value of an earlier run in place of the present one, until the result is approved. */
export function mayChooseRun(
  item: WorkItem,
  run: ResultRun | undefined,
  user: ResultUser,
  reasonId?: Reason,
): Decision {
  return allOf(
    isBench(user),
    onWorkedSale(item),
    notHeld(item),
    must(!item.Formula, `${item.Element}: this result is calculated; choose a run of its inputs instead`),
    statusIn(item, [Entered, Reviewed, Repeat], 'an approved result cannot be replaced by an earlier run'),
    must(run !== undefined, `${item.Element}: that run has no value`),
    must(run?.IsCounting !== true, `${item.Element}: run ${run?.Run ?? ''} is in use already`),
    must(
      run?.IsOfTube !== false,
      `${item.Element}: run ${run?.Run ?? ''} was measured in a tube that has since been rejected`,
      { code: 'other-tube' },
    ),
    must(
      item.UnitOfMeasure === undefined || isSameUnit(run?.UnitOfMeasure, item.UnitOfMeasure),
      `${item.Element}: run ${run?.Run ?? ''} was measured in ${run?.UnitOfMeasure ?? 'no unit'}, and the element ` +
        `is in ${item.UnitOfMeasure ?? 'no unit'} now; enter the value again`,
      { code: 'other-unit' },
    ),
    hasReason(reasonId),
  )
}

type Instruments = {
  readonly there: InService | undefined
  /** It measures the element, and is out of service. */
  readonly out?: OutOfService | undefined
  readonly present: number | null
}
/** What may be measured on another instrument: which it is counts until the result is approved. */
export function mayMeasureOn(item: WorkItem, { there, out, present }: Instruments, user: ResultUser): Decision {
  return allOf(
    isBench(user),
    onWorkedSale(item),
    must(!item.Formula, `${item.Element}: it is calculated, no instrument measures it`),
    // what was measured there is not moved away from its breakdown
    instrumentStands(item),
    must(!out, `${item.Element}: ${out?.Name ?? ''} is out of service: ${out?.Reason ?? ''}`, {
      code: 'out-of-service',
    }),
    must(there !== undefined, `${item.Element}: this instrument does not measure it at this laboratory`),
    must(there?.LabInstrumentId !== present, `${item.Element}: it is on ${there?.Name ?? ''} already`),
    statusIn(
      item,
      [Pending, Entered, Reviewed, Repeat, OnHold],
      'after approval its instrument does not change; request a repeat',
    ),
  )
}

export function mayHold(item: WorkItem, user: ResultUser, reasonId?: Reason): Decision {
  return allOf(
    isBench(user),
    notUnlocked(item),
    statusIn(item, [Pending, Entered, Reviewed, Repeat], 'work on it is finished'),
    hasReason(reasonId),
  )
}

export function mayNotPerform(item: WorkItem, user: ResultUser, reasonId?: Reason): Decision {
  const open = [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut]
  return allOf(
    isBench(user),
    notUnlocked(item),
    statusIn(item, open, 'an approved result cannot become not performed'),
    hasReason(reasonId),
  )
}

export function mayReferOut(item: WorkItem, user: ResultUser): Decision {
  return allOf(isBench(user), onWorkedSale(item), statusIn(item, [Pending, Repeat, OnHold], 'work on it has begun'))
}
