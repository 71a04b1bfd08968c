// The user's own profile: what a user changes about themselves, with the current password.
import { namesOf, email, image, integer, password, text, type DraftOf, type Fields } from '../../core/model.ts'
import { fieldError } from '../../core/validate.ts'
import type { Loaded } from '../../server/caller.ts'
import { role } from '../../core/user.ts'
import { literal, sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { changesBetween, writeAudit } from '../../server/door/audit.ts'
import { sessionOf } from '../../server/http/http.ts'
import { conflict, invalid, notPermitted } from '../../server/refusal.ts'
import type { Call } from '../../server/route.ts'
import { endSessionsOf } from '../../server/session/ending.ts'
import { provenUser } from '../../server/session/guesses.ts'
import { hashPassword, passwordProblem } from '../../server/session/passwords.ts'
import { checkPicture } from '../../server/session/picture.ts'
import { mayRename, userNameErrors } from './users.rules.ts'

const profileFields = {
  UserId: integer('User Id'),
  UserName: text('User Name', { required: 'User Name is required', maxLength: 60 }),
  FullName: text('Full Name', { required: 'Full Name is required', maxLength: 120 }),
  Email: email('Email', { patternMessage: 'Invalid email address' }),
  Picture: image('Picture'),
  CurrentPassword: password('Current Password', { required: 'Current Password is required' }),
  Password: password('New Password', { required: 'New Password is required' }),
  Password2: password('Retype Password', { required: 'Retype Password is required' }),
}
export const isProfileSave = (body: Loaded): boolean => 'CurrentPassword' in body || 'Password2' in body

/** What a profile may change; reports read their signatory's name from it. */
type Profile = {
  UserName: string
  FullName: string
  Email: string | null
  Phone: string | null
  Picture: string | null
}
const profileOf = sql`
  select
    ${shown('users', ['UserName', 'FullName', 'Email', 'Phone', 'Picture'])}
  from
    users
`

type Sent = DraftOf<typeof profileFields>
const newPassword = (body: Sent): string => {
  const word = body.Password ?? ''
  if (word !== body.Password2) throw invalid({ Password2: ["Passwords don't match"] })
  const problem = passwordProblem(word, body.UserName ?? '', body.FullName ?? '')
  if (problem) throw invalid({ Password: [problem] })
  return word
}

/** Saves the own profile: checks the current password, sets the new one, ends all sessions of the user. */
export const saveProfile = async (
  call: Call<Fields, typeof profileFields>,
  userId: number,
): Promise<{ message: string; UserId: number }> => {
  const { body } = call
  const session = sessionOf(call)
  if (session.row.UserId !== userId) throw notPermitted()
  const errors: Record<string, string[]> = {}
  for (const name of namesOf(profileFields)) {
    const error = name === 'UserId' ? undefined : fieldError(profileFields[name], body[name])
    if (error) errors[name] = [error]
  }
  const wrong = { ...userNameErrors(body.UserName), ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const word = newPassword(body)
  const picture = body.Picture ? await checkPicture(body.Picture) : null
  // counted like a sign-in, so that the password cannot be guessed here
  if ((await provenUser(call.db, session.row.UserName, body.CurrentPassword ?? '', call)) !== userId)
    throw invalid({ CurrentPassword: ['This is not your current password'] })
  const hash = await hashPassword(word)
  await call.db.transaction(async (tx) => {
    const name = (body.UserName ?? '').trim()
    const taken = await tx.maybe(sql`
      select
        1
      from
        users
      where
        lower(user_name) = ${name.toLowerCase()}
        and user_id <> ${userId}
    `)
    if (taken) throw conflict('This user name is taken')
    const before = await tx.one<Profile>(sql`
      ${profileOf}
      where
        user_id = ${userId}
      for update
    `)
    const { Staff } = await tx.one<{ Staff: boolean }>(sql`
      select
        exists (
          select
            1
          from
            user_roles
          where
            user_id = ${userId}
            and role_id < ${literal(role.Doctor)}
        ) as staff
    `)
    const renamed = mayRename(before.FullName, body.FullName ?? '', Staff)
    if (!renamed.ok) throw notPermitted(renamed.reason)
    await tx.run(sql`
      update users
      set
        user_name = ${name},
        full_name = ${body.FullName},
        email = ${body.Email || null},
        picture = ${picture},
        password_hash = ${hash},
        must_change_password = false,
        row_version = row_version + 1
      where
        user_id = ${userId}
    `)
    const after = await tx.one<Profile>(sql`
      ${profileOf}
      where
        user_id = ${userId}
    `)
    const who = session.user ?? { UserId: userId, RoleId: null, EntityId: null, requestId: call.requestId }
    await writeAudit(tx, who, {
      module: 'users',
      formId: userId,
      action: 'profile',
      changes: {
        ...changesBetween(before, after),
        ...(before.Picture === after.Picture ? {} : { Picture: ['…', 'changed'] }),
        Password: ['…', 'changed'],
      },
    })
    await endSessionsOf(tx, userId, 'password-changed')
  })
  return { message: 'Changes saved', UserId: userId }
}
