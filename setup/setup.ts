// The first start outside the demo: a one-time link creates the network and its first administrator, or gives the
// administrator of a former demo a password.
import { setUp, setupLink } from '../core/answer/account.ts'
import { password, text } from '../core/model.ts'
import { setNetwork } from '../core/network.ts'
import { role } from '../core/user.ts'
import { validate } from '../core/validate.ts'
import type { Config } from '../server/config.ts'
import { literal, sql, type Database, type Tx } from '../server/db/db.ts'
import { writeAudit } from '../server/door/audit.ts'
import { invalid } from '../server/refusal.ts'
import { json, type Route } from '../server/route.ts'
import { endSessionsOf } from '../server/session/ending.ts'
import { hashPassword, passwordProblem } from '../server/session/passwords.ts'
import { endFactor } from '../server/session/second-factor.ts'
import { checkLink } from './link.ts'
import { demandFactors, makeNetwork, networkFields, sentErrors, type Sent } from './network.ts'

/**
 * Locks the accounts that still have the demo's public password and ends their sessions. Answers how many; only a
 * former demo has any.
 */
export const lockDemoAccounts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const locked = await tx.rows<{ UserId: number }>(sql`
      update users
      set
        password_hash = null
      where
        password_hash = (
          select
            value ->> 'passwordHash'
          from
            settings
          where
            name = 'demo'
        )
      returning
        user_id
    `)
    for (const { UserId } of locked) await endSessionsOf(tx, UserId, 'ended')
    return locked.length
  })

type Administrator = { UserId: number; UserName: string; FullName: string; EntityId: number }
/** The administrator without a password in an existing network. */
const lockedAdministrator = (tx: Tx): Promise<Administrator | undefined> =>
  tx.maybe<Administrator>(sql`
    select
      person.user_id,
      person.user_name,
      person.full_name,
      coalesce(person.default_entity_id, person.employer_id) as entity_id
    from
      users person
      join user_roles held on held.user_id = person.user_id
      and held.role_id = ${literal(role.Administrator)}
    where
      person.is_active
    order by
      person.user_id
    limit
      1
  `)

const secret = { Token: text('Token', { required: 'Token is missing', maxLength: 100 }) }
const passwordField = { Password: password('Password', { required: 'Password is required' }) }
const passwordErrors = (value: unknown, ...names: string[]): Record<string, string[]> => {
  const problem = passwordProblem(String(value ?? ''), ...names)
  return problem === undefined ? {} : { Password: [problem] }
}
const refuseErrors = (errors: Record<string, string[]>): void => {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const scope = 'the holder of the one-time link, on this machine'

/** GET /api/setup answers what the link is for; POST uses it. */
export const setupRoutes = (config: Config): readonly Route[] => [
  {
    method: 'GET',
    ...setupLink,
    access: 'public',
    scope,
    summary: 'The purpose of the set-up link',
    query: secret,
    handler: (call) =>
      call.db.transaction(async (tx) => {
        await checkLink(tx, call, config, call.query['Token'])
        const administrator = await lockedAdministrator(tx)
        return json({ Fresh: administrator === undefined, UserName: administrator?.UserName ?? null })
      }),
  },
  {
    method: 'POST',
    ...setUp,
    access: 'public',
    scope,
    summary: 'Create the network and its first administrator, or give the administrator a password',
    body: { ...secret, ...passwordField, ...networkFields },
    openBody: true,
    handler: async (call) => {
      const made = await call.db.transaction(async (tx) => {
        await checkLink(tx, call, config, call.body['Token'])
        const administrator = await lockedAdministrator(tx)
        const { Password } = call.body
        if (administrator) {
          refuseErrors({
            ...validate(passwordField, call.body),
            ...passwordErrors(Password, administrator.UserName, administrator.FullName),
          })
          const hash = await hashPassword(String(Password))
          await tx.run(sql`
            update users
            set
              password_hash = ${hash},
              row_version = row_version + 1
            where
              user_id = ${administrator.UserId}
          `)
          const { UserId, EntityId } = administrator
          // the administrator at the machine has lost the authenticator's phone, or never had one here
          await endFactor(tx, UserId)
          await demandFactors(tx)
          const changes: Record<string, [unknown, unknown]> = { Password: ['…', 'changed'] }
          const author = { UserId, RoleId: role.Administrator, EntityId, requestId: call.requestId }
          await writeAudit(tx, author, {
            module: 'users',
            formId: UserId,
            action: 'profile',
            remarks: 'Set up',
            changes,
          })
        } else {
          refuseErrors(validate({ ...passwordField, ...networkFields }, call.body))
          const sent = call.body as Sent
          refuseErrors({
            ...(await sentErrors(tx, sent)),
            ...passwordErrors(Password, String(sent.UserName), String(sent.FullName)),
          })
        }
        await tx.run(sql`
          delete from settings
          where
            name = 'setup'
        `)
        return administrator ? undefined : makeNetwork(tx, call, call.body as Sent)
      })
      if (made) setNetwork(made)
      return json({ message: 'Set up. Sign in with the password just chosen.' })
    },
  },
]
