// Whether a version of a report may still go to somebody by e-mail, and when it is tried again.
import { allOf, must, type Decision } from '../../../core/refusal.ts'

/** What is known when the letter's turn comes. */
export type Standing = {
  readonly isSuperseded: boolean
  readonly isCancelled: boolean
  readonly isWanted: boolean
  readonly isActive: boolean
  /** Of the party, or one of the sale's no more: another patient, another doctor. */
  readonly isParty: boolean
  readonly hasAddress: boolean
  readonly hours: number
}
/** Hours that a letter waits for a mail server at most: who needs a result sooner has asked for it by telephone. */
export const longestWait = 72

export const maySend = (letter: Standing): Decision =>
  allOf(
    must(!letter.isSuperseded, 'A later version replaced it'),
    must(!letter.isCancelled, 'The sale is cancelled'),
    must(letter.isParty, 'The sale now belongs to another patient'),
    must(letter.isActive, 'Not active any more'),
    must(letter.isWanted, 'Reports by e-mail are not wanted any more'),
    must(letter.hasAddress, 'There is no e-mail address any more'),
    must(letter.hours <= longestWait, 'The mail server was away for three days'),
  )
