// Why a session ended: the word that the server stores and answers, and the sentence on the sign-in screen. Only the
// holder of the session's token gets it.

/** Why a session ended, in the words of the sign-in screen. */
export const signedOut = {
  idle: 'You were signed out after 15 minutes without activity.',
  aged: 'You were signed out because you signed in more than 12 hours ago.',
  'signed-out': 'You signed out in another tab or window.',
  replaced: 'You are signed in at too many places. The session used longest ago was signed out.',
  'password-changed': 'Your password was changed. Sign in with the new one.',
  'password-reset': 'Your password was reset. Ask your administrator for the temporary one.',
  'factor-changed': 'Your second factor was changed. Sign in again.',
  ended: 'An administrator signed you out everywhere. Sign in again.',
  'switched-off': 'Your account was switched off. Ask your administrator.',
  'role-changed': 'Your role or entity was taken from you. Sign in again to choose another.',
  gone: 'Your session has ended. Sign in again.',
} as const
export type SignedOut = keyof typeof signedOut
export const isSignedOut = (code: string): code is SignedOut => Object.hasOwn(signedOut, code)
/** The reasons stored with an ended session; the others are derived when the session is read. */
export type Ended = Extract<
  SignedOut,
  'signed-out' | 'replaced' | 'password-changed' | 'password-reset' | 'factor-changed' | 'ended' | 'switched-off'
>
