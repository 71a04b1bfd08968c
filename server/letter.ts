// A letter sent as e-mail, and its errors.
export type Mail = {
  to: string
  subject: string
  text: string
  /** The same for each try: a mailbox that gets it twice shows it once. */
  messageId?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}
/** Why a letter was not sent: the mail server's answer, and whether it had been handed over. */
export type MailError = Error & {
  code?: unknown
  /** What was asked of the mail server: `RCPT TO`; `API` where it was not asked. */
  command?: unknown
  response?: unknown
  responseCode?: unknown
  isHandedOver?: boolean
}
export type SendMail = (mail: Mail) => Promise<void>

/** Minutes until a letter is tried again: longer each time, an hour at most. */
export const waitAfter = (attempts: number): number => Math.min(60, 2 ** Math.min(attempts, 6))

/**
 * Whether a failed try may have been delivered: the letter was handed over and no answer came. It is not sent again
 * automatically.
 */
export const mayHaveGone = ({
  isHandedOver,
  responseCode,
}: {
  readonly isHandedOver?: boolean
  readonly responseCode?: unknown
}): boolean => isHandedOver === true && responseCode === undefined

/** Whether the mail server refuses this letter: the next ones can be sent. */
export const isRefusedLetter = ({ code }: Pick<MailError, 'code'>): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(String(code))

/** What the server refuses of every letter: its sender, or by a policy (5.7). That is mended at the server. */
const isOfSender = ({ code, command, response, message }: MailError): boolean =>
  (code === 'EENVELOPE' && command === 'MAIL FROM') ||
  /^Invalid sender/.test(message) ||
  /\b5\.7\.\d/.test(String(response ?? ''))
/** An answer below 500 says that it may be tried again; without one the letter was not handed to the server at all. */
const isFinal = ({ command, responseCode }: MailError): boolean =>
  responseCode === undefined ? command === 'API' || command === 'MAIL FROM' : Number(responseCode) >= 500

/**
 * Why this letter is refused for good, undefined where it may be taken later: a mailbox that does not exist, or a
 * letter that is too large.
 */
export const refusedForGood = (error: MailError): string | undefined => {
  if (!isRefusedLetter(error) || isOfSender(error) || !isFinal(error)) return undefined
  const answer = error.responseCode === undefined ? '' : ` (${String(error.responseCode)})`
  return error.code === 'EENVELOPE'
    ? `The mail server refused the address for good${answer}. Correct it at the client`
    : `The mail server refused the letter for good${answer}`
}
