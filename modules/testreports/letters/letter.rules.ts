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
    must(letter.isParty, 'The sale is of somebody else now'),
    must(letter.isActive, 'Not active any more'),
    must(letter.isWanted, 'Reports by e-mail are not wanted any more'),
    must(letter.hasAddress, 'There is no e-mail address any more'),
    must(letter.hours <= longestWait, 'The mail server was away for three days'),
  )

/** Minutes until a letter is tried again: longer each time, an hour at most. */
export const waitAfter = (attempts: number): number => Math.min(60, 2 ** Math.min(attempts, 6))

/**
 * Whether a try that failed may have gone out all the same: the letter was handed over and no answer came. It is not
 * sent again by itself.
 */
export const mayHaveGone = ({
  isHandedOver,
  responseCode,
}: {
  readonly isHandedOver?: boolean
  readonly responseCode?: unknown
}): boolean => isHandedOver === true && responseCode === undefined
