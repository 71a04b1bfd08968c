// The one gate: what holds a result back by whatever way it would go out. Approving one or many, a verification rule, a
// release, the approval of an amendment: each asks here.
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import {
  isCritical,
  notHeld,
  onLiveSale,
  reviewReasonsOf,
  type WaitingAmendment,
  type WorkItem,
} from './work-item.rules.ts'

/** Its tube was not rejected, too old or too warm, or a signatory keeps the value with a printed reason. */
const tubeStands = ({ Element, TubeFaults = [] }: WorkItem): Decision =>
  must(
    TubeFaults.length === 0,
    `${Element}: ${TubeFaults.join(', ')}; repeat it on a new tube, or keep it with a reason`,
    { code: 'tube' },
  )

/** The instrument that measured it is in service, or a signatory keeps the value with a printed reason. */
export const instrumentStands = ({ Element, InstrumentFault }: WorkItem): Decision =>
  must(!InstrumentFault, `${Element}: ${InstrumentFault ?? ''}; repeat it on another one, or keep it with a reason`, {
    code: 'out-of-service',
  })

/** For amendments by two persons, of whom none may approve both. */
const together = '. Approve these amendments together, or withdraw one and let one person ask for both'
/** No input waits for an amendment or for a decision about its tube. */
const inputsStand = ({ Element, HeldInputs = [], Amendment }: WorkItem): Decision =>
  must(
    HeldInputs.length === 0,
    `${Element}: decide about its inputs first: ${HeldInputs.join(', ')}${Amendment ? together : ''}`,
    { code: 'inputs' },
  )

/** A signature counts where the signatory could see the patient's other value. */
const seenBesideOther = ({ Element, DiffersFrom }: WorkItem): Decision =>
  must(
    !DiffersFrom,
    `${Element}: ${DiffersFrom ?? ''} has another value of this patient that came after the signature; review it again`,
    { code: 'differs' },
  )

/** Whether a result may go out, as far as its facts go; who signs it is a matter of each act. */
export const goesOut = (item: WorkItem): Decision =>
  allOf(
    onLiveSale(item),
    notHeld(item),
    tubeStands(item),
    instrumentStands(item),
    inputsStand(item),
    seenBesideOther(item),
  )

/**
 * An amendment goes out by the gate, after the call about a critical value, and reviewed for what an entered value is.
 * What is wrong is taken back whatever holds it.
 */
export const amendmentGoesOut = (item: WorkItem, amendment: WaitingAmendment): Decision => {
  const needed = reviewReasonsOf(item, amendment)
  return allOf(
    amendment.IsWithdrawal ? yes : goesOut(item),
    must(
      !isCritical(amendment) || amendment.CriticalCalled,
      `${item.Element}: log the call about the amended critical value first`,
    ),
    must(
      amendment.IsReviewed === true || needed.length === 0,
      `${item.Element}: its amendment is to be reviewed first (${needed.join(', ').toLowerCase()})`,
    ),
  )
}

/**
 * Of a cancelled sale no signatory can approve what would wait. A value in force is signed again for the right patient
 * by the same gate; the call about it and the review that it had are not asked for before, but a delta beside the
 * values of the right patient is.
 */
export const goesOutOfCancelled = (item: WorkItem, amendment: WaitingAmendment): Decision =>
  amendmentGoesOut(
    { ...item, SaleIsCancelled: false, SaleIsUnlocked: false },
    { ...amendment, CriticalCalled: true, IsReviewed: amendment.IsDelta !== true },
  )
