// How far a letter that is sent by e-mail is, in words.

/** A letter: its recipient, its state and the reason. */
export type SentLetter = {
  To: string
  State: 'waiting' | 'sending' | 'sent' | 'unknown' | 'dropped'
  At: string
  Reason: string | null
}
export const letterWords: Readonly<Record<SentLetter['State'], string>> = {
  waiting: 'waits to be sent',
  sending: 'is being sent',
  sent: 'sent',
  unknown: 'not known',
  dropped: 'not sent',
}
