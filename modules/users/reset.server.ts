// A new temporary password, shown once to whoever keeps the user: the old one stops at once, and so do all sessions.
import { sql } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { actionOf } from '../../server/module.ts'
import { endSessionsOf } from '../../server/session/ending.ts'
import { hashPassword, temporaryPassword } from '../../server/session/passwords.ts'
import { users } from './users.model.ts'
import { mayReset } from './users.rules.ts'

export const resetPassword = actionOf(users, {
  name: 'reset',
  permit: 'reset',
  path: 'reset/users/{key}',
  summary: 'A temporary password instead of the forgotten one',
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
    await endSessionsOf(tx, key)
    await notifyUsers(tx, [key], {
      creater: user.FullName,
      subject: 'Password reset',
      content: 'Your password was reset: you signed in with a temporary one.',
    })
    return { message: `${before.UserName ?? ''} signs in with the temporary password`, TemporaryPassword: password }
  },
})
