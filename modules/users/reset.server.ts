// What a manager of users revokes: a forgotten password, a lost second factor, open sessions.
import { allOf, must } from '../../core/refusal.ts'
import { sql } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { actionOf } from '../../server/module.ts'
import { endSessionsOf } from '../../server/session/ending.ts'
import { hashPassword, temporaryPassword } from '../../server/session/passwords.ts'
import { endFactor } from '../../server/session/second-factor.ts'
import { users } from './users.model.ts'
import { mayReset } from './users.rules.ts'
import { factorReset, passwordReset, sessionsEnded } from './answers.model.ts'

/** Sets a temporary password, shown once: the old one and all sessions end at once. */
export const resetPassword = actionOf(users, {
  name: 'reset',
  permit: 'reset',
  ...passwordReset,
  summary: 'Replace a forgotten password by a temporary one',
  decide: (record, user) => mayReset(record, user),
  run: async ({ tx, user, key, before }) => {
    const password = temporaryPassword()
    await tx.run(sql`
      update users
      set
        password_hash = ${await hashPassword(password)},
        must_change_password = true,
        failed_sign_ins = 0,
        next_sign_in_at = null
      where
        user_id = ${key}
    `)
    await endSessionsOf(tx, key, 'password-reset')
    await notifyUsers(tx, [key], {
      creater: user.FullName,
      subject: 'Password reset',
      content: 'Your password was reset: you signed in with a temporary one.',
    })
    return { message: `${before.UserName ?? ''} signs in with the temporary password`, TemporaryPassword: password }
  },
})

/** A user without authenticator and recovery codes signs in with the password alone, until another one is set up. */
export const resetFactor = actionOf(users, {
  name: 'resetfactor',
  permit: 'reset',
  ...factorReset,
  summary: 'Remove a lost second factor from a user',
  decide: (record, user) =>
    allOf(mayReset(record, user), must(record.SecondFactor === true, 'This user has no second factor')),
  run: async ({ tx, user, key, before }) => {
    await endFactor(tx, key)
    await endSessionsOf(tx, key, 'factor-changed')
    await notifyUsers(tx, [key], {
      creater: user.FullName,
      subject: 'Second factor taken off',
      content: 'Set up another one in your profile.',
    })
    return { message: `${before.UserName ?? ''} signs in with the password alone` }
  },
})

/** For a machine left signed in: ends all sessions of the user. */
export const endSessions = actionOf(users, {
  name: 'endsessions',
  permit: 'reset',
  ...sessionsEnded,
  summary: 'End all sessions of a user',
  decide: (record, user) =>
    allOf(mayReset(record, user), must((record.OpenSessions ?? 0) > 0, 'This user is not signed in anywhere')),
  run: async ({ tx, key, before }) => {
    await endSessionsOf(tx, key, 'ended')
    return { message: `${before.UserName ?? ''} is signed out everywhere` }
  },
})
