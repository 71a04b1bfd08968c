// Whether a version of a report may still be sent by e-mail, and when it is tried again.
import { allOf, must, type Decision } from '../../../core/refusal.ts'

/** The facts when the letter is about to be sent. */
export type Standing = {
  readonly isSuperseded: boolean
  readonly isCancelled: boolean
  readonly isWanted: boolean
  readonly isActive: boolean
  /** Still a party of the sale that may have its report: it may have another patient or doctor now. */
  readonly isParty: boolean
  readonly hasAddress: boolean
  readonly Hours: number
}
/** Hours that a letter waits for a mail server at most; urgent results are asked for by telephone. */
export const longestWait = 72

export const maySend = (letter: Standing): Decision =>
  allOf(
    must(!letter.isSuperseded, 'A later version replaced it'),
    must(!letter.isCancelled, 'The sale is cancelled'),
    must(letter.isParty, 'The recipient is no longer the patient, doctor or another party of the sale'),
    must(letter.isActive, 'The recipient is no longer active'),
    must(letter.isWanted, 'Reports by e-mail are no longer wanted'),
    must(letter.hasAddress, 'The e-mail address was removed'),
    must(letter.Hours <= longestWait, 'The mail server was unreachable for three days'),
  )
