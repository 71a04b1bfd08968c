// A work item as the decisions see it: its status, why it needs review, and the conditions that several decisions
// share.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { isCriticalFlag } from '../elements/interval.rules.ts'
import type { Flag } from '../elements/ranges.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

/** The facts of one work item for the decisions. */
export type WorkItem = {
  readonly WorkItemId: number
  readonly Element: string
  readonly StatusId: number
  readonly Result: string | null
  /** Of the result, or of one that is entered now. */
  readonly UnitOfMeasure?: string | null
  readonly Flag: Flag | null
  readonly Formula?: string | null
  /** The formula has no value: it needs no approval and blocks no release. */
  readonly NotCalculated?: boolean
  /** The reason of its hold, while it is held. */
  readonly HeldFor?: string | null
  readonly ReviewRequired: boolean
  readonly IsDelta: boolean
  /** No interval for this age and sex, or one that the result cannot be compared with. */
  readonly NoRange: boolean
  /** Its limits did not judge it fully: `<` or `>` across one, or no bound to compare with. */
  readonly ReviewNeeded?: boolean
  /** The sale whose value of the same patient differs and was entered after the last signature on this one. */
  readonly DiffersFrom?: string | null
  /** What speaks against the tube it was measured in; none once a signatory has kept the value. */
  readonly TubeFaults?: readonly string[]
  /** Why the instrument that measured it is out of service; none once a signatory has kept the value. */
  readonly InstrumentFault?: string | null
  /** Elements it is calculated from that may not go out: an amendment waits, or their tube is doubtful. */
  readonly HeldInputs?: readonly string[]
  readonly EnteredById: number | null
  readonly Department?: string
  /** Users who sign for other departments only. */
  readonly NotSignedBy?: readonly number[]
  /** A call about the critical value is logged. */
  readonly CriticalCalled: boolean
  /** Printed on the report; an unprinted item blocks no release. Default true. */
  readonly PrintOnReport?: boolean
  /** Elements its formula uses whose results are not final yet. */
  readonly OpenInputs?: readonly string[]
  /** A new value or comment of a released result that waits for a signatory. */
  readonly Amendment?: WaitingAmendment | null
  readonly SaleIsCancelled?: boolean
  /** The counter has unlocked the sale: its bill is open again. */
  readonly SaleIsUnlocked?: boolean
  /** Why the instrument it is to be measured on is out of service, and what to do. */
  readonly InstrumentOut?: string | null
  /** Its tube was rejected and the replacement has not arrived at the lab yet. */
  readonly TubeAwaited?: boolean
  /** The outside lab whose report must be stored before its result is entered here. */
  readonly PaperAwaited?: string | null
  /** Its test is released. */
  readonly TestIsOut?: boolean
  /** A report lists it as not performed. */
  readonly GivenOut?: boolean
  /** A line that is not cancelled needs it. Default true. */
  readonly IsSold?: boolean
  /** Its released value is withdrawn. */
  readonly IsWithdrawn?: boolean
}
/** A new version next to the current result: who entered it, its flag, and whether a call about it is logged. */
export type WaitingAmendment = {
  readonly EnteredById: number
  readonly Flag: Flag | null
  readonly CriticalCalled: boolean
  /** It takes the released value back, and gives none. */
  readonly IsWithdrawal?: boolean
  /** The patient or the draw was corrected: the value in force was judged by what was wrong. */
  readonly IsJudgedAnew?: boolean
  /** The value in force remains, with another comment. */
  readonly KeepsValue?: boolean
  readonly IsDelta?: boolean
  readonly NoRange?: boolean
  readonly ReviewNeeded?: boolean
  /** A signatory has reviewed this version. */
  readonly IsReviewed?: boolean
}
/** The lab whose users work on it. */
export const benchOf = (row: { readonly LabId: number; readonly KeeperId: number | null }): number =>
  row.KeeperId ?? row.LabId

/** How many users of the lab may approve results of a department. */
export type Signatories = number | 'unknown'
/** The given reason; unknown while it is still to be requested. */
export type Reason = number | null | 'unknown'
export type ResultUser = { readonly UserId: number; readonly RoleId: number }

const { Approved, Released, Repeat, OnHold, NotPerformed, Amended } = workItemStatus

/** Statuses that need a reason of list 122. */
export const reasonNeeded: readonly number[] = [Repeat, OnHold, NotPerformed, Amended]

export const isCritical = ({ Flag: flag }: Pick<WorkItem, 'Flag'>): boolean => isCriticalFlag(flag)
/** Statuses of a signed result: results calculated from it may be signed too. */
export const signed: readonly number[] = [Approved, Released, Amended, NotPerformed]
/** Statuses of a released result. */
export const isOut = (item: Pick<WorkItem, 'StatusId'>): boolean =>
  item.StatusId === Released || item.StatusId === Amended

/** Not performed, and not listed on a report yet. */
export const isUnsaid = (item: WorkItem): boolean =>
  item.StatusId === NotPerformed && !item.GivenOut && item.IsSold !== false && item.PrintOnReport !== false

type Reviewed = Pick<WorkItem, 'ReviewRequired' | 'Flag' | 'IsDelta' | 'NoRange' | 'ReviewNeeded'>
/** Why the item must be reviewed before approval; empty when it need not be. */
export const reviewReasons = (item: Reviewed): readonly string[] => [
  ...(item.ReviewRequired ? ['Always reviewed'] : []),
  ...(isCritical(item) ? ['Critical value'] : []),
  ...(item.IsDelta ? ['Delta check'] : []),
  ...(item.NoRange ? ['No reference interval'] : []),
  ...(item.ReviewNeeded && !item.NoRange ? ['Not judged by its limits'] : []),
]

/** Why an amendment must be reviewed before approval: for what an entered value must. */
export const reviewReasonsOf = ({ ReviewRequired }: WorkItem, amendment: WaitingAmendment): readonly string[] =>
  amendment.IsWithdrawal || amendment.KeepsValue
    ? []
    : reviewReasons({
        ReviewRequired,
        Flag: amendment.Flag,
        IsDelta: amendment.IsDelta === true,
        NoRange: amendment.NoRange === true,
        ReviewNeeded: amendment.ReviewNeeded === true,
      })

/** Whether the user may work on results. */
export const isBench = ({ RoleId }: ResultUser): Decision =>
  must(
    RoleId === role.Technologist || RoleId === role.Pathologist,
    'Only a technologist or a pathologist may work on results',
  )
/** Whether the user may sign them. */
export const isSignatory = ({ RoleId }: ResultUser): Decision =>
  must(RoleId === role.Pathologist, 'Only a pathologist may sign results')
/** Whether the user may sign this result: one who is limited to departments signs for no other. */
export const maySign = ({ Element, Department, NotSignedBy }: WorkItem, user: ResultUser): Decision =>
  allOf(
    isSignatory(user),
    must(!NotSignedBy?.includes(user.UserId), `${Element}: you do not sign for ${Department ?? 'its department'}`, {
      code: 'department',
    }),
  )
/** A reason that is still to be requested does not refuse: the act itself will ask for it. */
export const hasReason = (reasonId: Reason | undefined): Decision =>
  must(reasonId === 'unknown' || !!reasonId, 'Reason is required')
export const statusIn = (item: WorkItem, statuses: readonly number[], reason: string): Decision =>
  must(statuses.includes(item.StatusId), `${item.Element}: ${reason}`)
/** Work is held while the counter changes the bill. */
export const notUnlocked = ({ Element, SaleIsCancelled, SaleIsUnlocked }: WorkItem): Decision =>
  must(
    !SaleIsUnlocked,
    SaleIsCancelled
      ? `${Element}: the sale was unlocked at the counter and cancelled`
      : `${Element}: the sale is unlocked at the counter; its work is held until it is accessioned again`,
    { code: 'unlocked' },
  )
/** An unlocked or cancelled sale is not measured. */
export const onWorkedSale = (item: WorkItem): Decision =>
  allOf(
    notUnlocked(item),
    must(!item.SaleIsCancelled, `${item.Element}: the sale is cancelled; no result is entered for it`, {
      code: 'cancelled',
    }),
  )
/** No report is issued for a cancelled or unlocked sale; issued ones are not withdrawn. */
export const onLiveSale = (item: WorkItem): Decision =>
  allOf(must(!item.SaleIsCancelled, 'The sale is cancelled, so its report cannot be issued'), notUnlocked(item))

/** `on hold: Clotted`; undefined for an item that is not held. */
export const heldText = (item: WorkItem): string | undefined =>
  item.StatusId === OnHold ? ['on hold', item.HeldFor].filter(Boolean).join(': ') : undefined
/** A held item goes no further until the bench takes it off hold. */
export const notHeld = (item: WorkItem): Decision =>
  must(item.StatusId !== OnHold, `${item.Element}: ${heldText(item) ?? ''}; take it off hold first`, { code: 'held' })

export const hasResult = (item: WorkItem): Decision =>
  must(item.Result !== null && item.Result !== '', `${item.Element}: there is no result`)
