// What look-ups of users answer.
import { doesAt, rowsAt } from '../../core/answer/answer.ts'

/** Users who handle money nearby. */
export const handlersOfMoney = rowsAt(108, {
  UserId: 'integer',
  UserName: 'text',
  FullName: 'text',
})

/** Sales managers of the employer. */
export const salesManagers = rowsAt(120, {
  UserId: 'integer',
  UserName: 'text',
  FullName: 'text',
})

/** A temporary password for a user. */
export const passwordReset = doesAt('reset/users/{key}', { TemporaryPassword: 'text' })
/** A lost second factor removed. */
export const factorReset = doesAt('resetfactor/users/{key}', {})
/** All sessions of a user ended. */
export const sessionsEnded = doesAt('endsessions/users/{key}', {})
