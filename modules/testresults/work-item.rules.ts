// A work item as the decisions see it: how far it is, why it is reviewed, and the conditions that several of them
// share.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { isCriticalFlag } from '../elements/interval.rules.ts'
import type { Flag } from '../elements/ranges.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

/** What the decisions need to know of one work item. */
export type WorkItem = {
  readonly WorkItemId: number
  readonly Element: string
  readonly StatusId: number
  readonly Result: string | null
  readonly Flag: Flag | null
  readonly Formula?: string | null
  /** The formula has no value: needs no approval and holds nothing up. */
  readonly NotCalculated?: boolean
  /** Why it is held, while it is. */
  readonly HeldFor?: string | null
  readonly ReviewRequired: boolean
  readonly IsDelta: boolean
  /** No interval for this age and sex, or one that the result cannot be compared with. */
  readonly NoRange: boolean
  readonly EnteredById: number | null
  /** A call about the critical value is logged. */
  readonly CriticalCalled: boolean
  /** Printed on the report; what is not printed holds no release. Default true. */
  readonly PrintOnReport?: boolean
  /** Elements its formula uses whose results are not final yet. */
  readonly OpenInputs?: readonly string[]
  /** A new value or comment of a released result that waits for a signatory. */
  readonly Amendment?: WaitingAmendment | null
  readonly SaleIsCancelled?: boolean
  /** The counter took the accession back: what is on the bill is open again. */
  readonly SaleIsUnlocked?: boolean
  /** Its tube was rejected and the one instead of it is not at the lab yet. */
  readonly TubeAwaited?: boolean
  /** The outside lab whose report has to be kept before it is entered here. */
  readonly PaperAwaited?: string | null
  /** Its test went out with a report. */
  readonly TestIsOut?: boolean
  /** A report says that it is not performed. */
  readonly GivenOut?: boolean
  /** A line that is not cancelled waits for it. Default true. */
  readonly IsSold?: boolean
}
/** A new version beside the result that counts: who entered it, its flag, and whether a call about it is logged. */
export type WaitingAmendment = {
  readonly EnteredById: number
  readonly Flag: Flag | null
  readonly CriticalCalled: boolean
}
/** The lab whose people work on it. */
export const benchOf = (row: { readonly LabId: number; readonly KeeperId: number | null }): number =>
  row.KeeperId ?? row.LabId

/** How many people of the lab may approve. */
export type Signatories = number | 'unknown'
/** The reason that is given; unknown while it is still to be asked for. */
export type Reason = number | null | 'unknown'
export type ResultUser = { readonly UserId: number; readonly RoleId: number }

const { Approved, Released, Repeat, OnHold, NotPerformed, Amended } = workItemStatus

/** Statuses that need a reason of list 122. */
export const reasonNeeded: readonly number[] = [Repeat, OnHold, NotPerformed, Amended]

export const isCritical = ({ Flag: flag }: Pick<WorkItem, 'Flag'>): boolean => isCriticalFlag(flag)
/** Statuses whose result is signed: what is calculated from them may be signed too. */
export const signed: readonly number[] = [Approved, Released, Amended, NotPerformed]
/** Statuses of a result that went out on a report. */
export const isOut = (item: Pick<WorkItem, 'StatusId'>): boolean =>
  item.StatusId === Released || item.StatusId === Amended

/** Not performed, which no report says yet. */
export const isUnsaid = (item: WorkItem): boolean =>
  item.StatusId === NotPerformed && !item.GivenOut && item.IsSold !== false && item.PrintOnReport !== false

/** Why the item must be reviewed before it is approved; empty when it need not be. */
export const reviewReasons = (item: WorkItem): readonly string[] => [
  ...(item.ReviewRequired ? ['Always reviewed'] : []),
  ...(isCritical(item) ? ['Critical value'] : []),
  ...(item.IsDelta ? ['Delta check'] : []),
  ...(item.NoRange ? ['No reference interval'] : []),
]

/** Works on results. */
export const isBench = ({ RoleId }: ResultUser): Decision =>
  must(
    RoleId === role.Technologist || RoleId === role.Pathologist,
    'Only a technologist or a pathologist may work on results',
  )
/** Signs them. */
export const isSignatory = ({ RoleId }: ResultUser): Decision =>
  must(RoleId === role.Pathologist, 'Only a pathologist may sign results')
/** What is not asked for yet holds nothing up: it is asked for before anything is done. */
export const hasReason = (reasonId: Reason | undefined): Decision =>
  must(reasonId === 'unknown' || !!reasonId, 'Reason is required')
export const statusIn = (item: WorkItem, statuses: readonly number[], reason: string): Decision =>
  must(statuses.includes(item.StatusId), `${item.Element}: ${reason}`)
/** The lab works on what is on the bill: while the counter changes the bill, its work is held. */
export const notUnlocked = ({ Element, SaleIsCancelled, SaleIsUnlocked }: WorkItem): Decision =>
  must(
    !SaleIsUnlocked,
    SaleIsCancelled
      ? `${Element}: the sale was unlocked at the counter and cancelled`
      : `${Element}: the sale is unlocked at the counter; its work is held until it is accessioned again`,
    { code: 'unlocked' },
  )
/** Nothing goes out any more for a sale that was cancelled, nor while it is unlocked; what is out stays out. */
export const onLiveSale = (item: WorkItem): Decision =>
  allOf(must(!item.SaleIsCancelled, 'The sale is cancelled, so its report cannot be issued'), notUnlocked(item))

/** `on hold: Clotted`; undefined for what is not held. */
export const heldText = (item: WorkItem): string | undefined =>
  item.StatusId === OnHold ? ['on hold', item.HeldFor].filter(Boolean).join(': ') : undefined
/** What is held goes no further until the bench takes it off hold. */
export const notHeld = (item: WorkItem): Decision =>
  must(item.StatusId !== OnHold, `${item.Element}: ${heldText(item) ?? ''}; take it off hold first`, { code: 'held' })

export const hasResult = (item: WorkItem): Decision =>
  must(item.Result !== null && item.Result !== '', `${item.Element}: there is no result`)
