// What a signatory may do with results (review, approve, release, amend, correct their patient), and the refusals.
import { formatMoney } from '../../core/money.ts'
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { amendmentGoesOut, goesOut } from './gate.rules.ts'
import {
  hasReason,
  hasResult,
  heldText,
  isCritical,
  isOut,
  isSignatory,
  isUnsaid,
  maySign,
  notHeld,
  notUnlocked,
  onLiveSale,
  reviewReasons,
  signed,
  statusIn,
  type Reason,
  type ResultUser,
  type Signatories,
  type WaitingAmendment,
  type WorkItem,
} from './work-item.rules.ts'

const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus

/** An amendment is reviewed once, and again where the patient's other value was entered after that. */
const mayReviewAmendment = (item: WorkItem, amendment: WaitingAmendment, user: ResultUser): Decision =>
  allOf(
    maySign(item, user),
    onLiveSale(item),
    must(!amendment.IsWithdrawal, `${item.Element}: a withdrawal gives no value to review`),
    must(!amendment.IsReviewed || !!item.DiffersFrom, `${item.Element}: its amendment is reviewed already`),
  )

export function mayReview(item: WorkItem, user: ResultUser): Decision {
  if (item.Amendment) return mayReviewAmendment(item, item.Amendment, user)
  return allOf(
    maySign(item, user),
    notUnlocked(item),
    notHeld(item),
    // one that was signed before the patient's other value was entered is reviewed again
    statusIn(
      item,
      item.DiffersFrom ? [Entered, Reviewed, Approved] : [Entered],
      'only an entered result can be reviewed',
    ),
    hasResult(item),
  )
}

/** Another user signs than entered, where the lab has another signatory. */
const isOther = (done: string, enteredById: number | null, user: ResultUser, signatories: Signatories): Decision =>
  must(
    enteredById !== user.UserId || signatories === 1,
    signatories === 'unknown'
      ? `${done} by you; cannot tell whether another signatory must approve it`
      : `${done} by you; another signatory must approve it`,
  )

/** The only signatory of a lab may approve their own entries. */
export function mayApprove(
  item: WorkItem,
  user: ResultUser,
  { signatories }: { readonly signatories: Signatories },
): Decision {
  if (item.Amendment) return mayApproveAmendment(item, item.Amendment, user, { signatories })
  const needed = reviewReasons(item)
  return allOf(
    maySign(item, user),
    notUnlocked(item),
    must(!item.NotCalculated, `${item.Element}: a result that is not calculated needs no approval`),
    notHeld(item),
    statusIn(item, [Entered, Reviewed], 'only an entered or reviewed result can be approved'),
    hasResult(item),
    must(!item.OpenInputs?.length, `${item.Element}: approve its inputs first: ${(item.OpenInputs ?? []).join(', ')}`),
    goesOut(item),
    must(
      item.StatusId === Reviewed || needed.length === 0,
      `${item.Element}: to be reviewed first (${needed.join(', ').toLowerCase()})`,
    ),
    must(!isCritical(item) || item.CriticalCalled, `${item.Element}: log the call about the critical value first`),
    isOther(`${item.Element}: entered`, item.EnteredById, user, signatories),
  )
}

/** An amendment goes out by the gate, and by another signatory than its author where the lab has one. */
export function mayApproveAmendment(
  item: WorkItem,
  amendment: WaitingAmendment,
  user: ResultUser,
  { signatories }: { readonly signatories: Signatories },
): Decision {
  return allOf(
    maySign(item, user),
    amendmentGoesOut(item, amendment),
    isOther(
      `${item.Element}: ${amendment.IsWithdrawal ? 'withdrawn' : 'amended'}`,
      amendment.EnteredById,
      user,
      signatories,
    ),
  )
}

/** A signatory keeps, with a reason, the value of a doubtful tube or of an instrument that went out of service. */
export const mayKeep = (item: WorkItem, user: ResultUser): Decision =>
  allOf(
    maySign(item, user),
    onLiveSale(item),
    must(
      !!item.TubeFaults?.length || !!item.InstrumentFault,
      `${item.Element}: nothing speaks against its tube or its instrument`,
    ),
    item.Amendment && !item.Amendment.IsWithdrawal
      ? yes
      : statusIn(item, [Entered, Reviewed, Approved], 'it is not measured, or it is released'),
  )

/** A signatory withdraws a waiting amendment; not one whose value in force was judged for another patient or draw. */
export const mayWithdraw = (item: WorkItem, user: ResultUser): Decision =>
  allOf(
    maySign(item, user),
    must(!!item.Amendment, `${item.Element}: no amendment waits`),
    must(
      !item.Amendment?.IsJudgedAnew,
      `${item.Element}: it is judged for what was corrected; approve it, or withdraw the result`,
    ),
  )

export type Correction = {
  /** All results of the sale. */
  readonly items: readonly WorkItem[]
  /** What is requested is already so. */
  readonly isSame: boolean
  readonly ReasonId: Reason
  /** The number of signatories at the lab of an item. */
  readonly signatories: (item: WorkItem) => Signatories
}
type CorrectionWords = { readonly before: string; readonly same: string; readonly what: string }
/**
 * A signatory corrects a sale whose report is released, and signs the report again. Before a report the sale itself is
 * changed.
 */
function mayCorrect(
  { items, isSame, ReasonId, signatories }: Correction,
  user: ResultUser,
  { before, same, what }: CorrectionWords,
): Decision {
  const out = items.filter((item) => isOut(item) || item.GivenOut)
  const own = out.find((item) => !item.Formula && item.EnteredById === user.UserId && signatories(item) !== 1)
  const asked = items.find((item) => item.Amendment && !item.Amendment.IsJudgedAnew)
  return allOf(
    isSignatory(user),
    ...out.map((item) => maySign(item, user)),
    ...items.map(onLiveSale),
    must(out.length > 0, before),
    must(!isSame, same),
    hasReason(ReasonId),
    must(!asked, `${asked?.Element}: an amendment waits; approve or withdraw it first`),
    must(!own, `${own?.Element}: entered by you; another signatory must correct the ${what}`),
  )
}
export const mayCorrectPatient = (correction: Correction, user: ResultUser): Decision =>
  mayCorrect(correction, user, {
    before: 'No report is out; change the patient in the sale',
    same: 'The sale is in the name of this patient already',
    what: 'patient',
  })
/** Doctor, LRN, when the first tubes were drawn, and pregnancy. */
export const mayCorrectDetails = (correction: Correction, user: ResultUser): Decision =>
  mayCorrect(correction, user, {
    before: 'No report is out; change the details in the sale',
    same: 'The report states these details already',
    what: 'details',
  })

export type ReleaseCheck = {
  /** Buyer is the patient. */
  readonly walkIn: boolean
  readonly Outstanding: number
  /** Why a walk-in report is released with money outstanding. */
  readonly overrideReason?: string | null
}

/** No result of a test is awaited. */
const areSettled = (items: readonly WorkItem[]): Decision => {
  const waiting = items.filter(
    (item) => item.PrintOnReport !== false && item.NotCalculated !== true && !signed.includes(item.StatusId),
  )
  return must(
    waiting.length === 0,
    `Not yet approved: ${waiting.map((item) => [item.Element, heldText(item)].filter(Boolean).join(' ')).join(', ')}`,
  )
}

/**
 * Whether a test may be released, given all its items: every printed one approved or not performed, and nothing
 * outstanding from a walk-in patient. A test that is not performed at all is reported, too.
 */
export function mayRelease(
  items: readonly WorkItem[],
  user: ResultUser,
  { walkIn, Outstanding, overrideReason }: ReleaseCheck,
): Decision {
  return allOf(
    isSignatory(user),
    ...items.filter((item) => item.StatusId === Approved || isUnsaid(item)).map((item) => maySign(item, user)),
    ...items.map(onLiveSale),
    areSettled(items),
    ...items.filter((item) => item.StatusId === Approved).map(goesOut),
    must(
      items.some((item) => item.StatusId === Approved || isUnsaid(item)),
      'There is nothing to release',
      { code: 'nothing' },
    ),
    must(
      !walkIn || Outstanding <= 0 || !!overrideReason?.trim(),
      `${formatMoney(Outstanding, { symbol: true })} is outstanding; give a reason to release all the same`,
      { code: 'outstanding' },
    ),
  )
}

/** Whether an item offers a release: it is approved, or not performed, and no result of its test is awaited. */
export const mayOffer = (item: WorkItem, ofTest: readonly WorkItem[], user: ResultUser): Decision =>
  allOf(
    onLiveSale(item),
    isUnsaid(item) ? yes : statusIn(item, [Approved], 'only an approved result can be released'),
    areSettled(ofTest),
    ...[item, ...ofTest.filter((one) => one.StatusId === Approved)].map((one) => maySign(one, user)),
    ...ofTest.filter((one) => one.StatusId === Approved).map(goesOut),
  )

export function mayAmend(item: WorkItem, user: ResultUser, reasonId?: Reason): Decision {
  return allOf(
    maySign(item, user),
    onLiveSale(item),
    statusIn(item, [Released, Amended], 'only a released result can be amended'),
    hasReason(reasonId),
  )
}

/** A released result is taken back without a new value, on a cancelled sale too. */
export function mayWithdrawResult(item: WorkItem, user: ResultUser, reasonId?: Reason): Decision {
  return allOf(
    maySign(item, user),
    statusIn(item, [Released, Amended], 'only a released result can be withdrawn'),
    must(item.IsWithdrawn !== true, `${item.Element}: it is withdrawn already`, { code: 'withdrawn' }),
    must(!item.Amendment?.IsWithdrawal, `${item.Element}: its withdrawal waits for approval`, { code: 'waits' }),
    hasReason(reasonId),
  )
}
