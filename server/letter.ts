// A letter that goes out as e-mail, and what became of it.
export type Mail = {
  to: string
  subject: string
  text: string
  /** The same for each try: a mailbox that got it twice after all shows it once. */
  messageId?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}
/** Why a letter did not go: what the mail server answered, and whether it had the letter in its hands by then. */
export type MailError = Error & { code?: unknown; responseCode?: unknown; isHandedOver?: boolean }
export type SendMail = (mail: Mail) => Promise<void>

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
