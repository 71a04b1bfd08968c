// A client's own user: a doctor, an institution, a referrer or a patient sees their own records.
import { text } from '../../../core/model.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit, type Entry } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { actionOf } from '../../../server/module.ts'
import { conflict, invalid, notPermitted } from '../../../server/refusal.ts'
import { hashPassword, temporaryPassword } from '../../../server/session/passwords.ts'
import type { Caller } from '../../../server/caller.ts'
import { users } from '../../users/users.model.ts'
import { clients, type ClientDraft } from '../clients.model.ts'
import { mayRegister, roleOfClient } from './register.rules.ts'
import { userForClient } from './answers.model.ts'

type Added = {
  readonly userName: string
  readonly key: number
  readonly client: ClientDraft
  readonly password: string
}
const addUser = async (tx: Tx, user: Caller, { userName, key, client, password }: Added): Promise<void> => {
  const { UserId } = await tx.one<{ UserId: number }>(sql`
    with
      added as (
        insert into
          users (
            user_name,
            full_name,
            email,
            phone,
            employer_id,
            default_entity_id,
            client_id,
            password_hash,
            must_change_password
          )
        values
          (
            ${userName},
            ${client.Name},
            ${client.Email ?? null},
            ${client.MobilePhone ?? null},
            ${user.EmployerId},
            ${key},
            ${key},
            ${await hashPassword(password)},
            true
          )
        returning
          user_id
      ),
      role as (
        insert into
          user_roles (user_id, role_id)
        select
          user_id,
          ${roleOfClient(client.ClientTypeId)}
        from
          added
      ),
      entity as (
        insert into
          user_entities (user_id, client_id)
        select
          user_id,
          ${key}
        from
          added
      )
    select
      user_id
    from
      added
  `)
  const changes: Entry['changes'] = { UserName: [null, userName], Client: [null, client.Name] }
  await writeAudit(tx, user, { module: users.id, formId: UserId, action: 'register', changes })
}
const isTaken = async (tx: Tx, userName: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      users
    where
      lower(user_name) = ${userName.toLowerCase()}
  `)) !== undefined

export const registerClient = actionOf(clients, {
  name: 'register',
  permit: 'update',
  ...userForClient,
  summary: 'Register a client as a user',
  body: { UserName: text('User Name', { maxLength: 60 }) },
  decide: (client) => mayRegister(client),
  run: async ({ tx, user, key, before, body }) => {
    if (!mayByPermit(user, users.id, 'create')) throw notPermitted()
    const userName = (body.UserName ?? '').trim()
    if (userName === '') throw invalid({ UserName: ['User Name is required'] })
    if (!/^[A-Za-z0-9._-]+$/.test(userName))
      throw invalid({ UserName: ['Letters, digits, dot, dash and underscore only'] })
    if (await isTaken(tx, userName)) throw conflict(`User name ${userName} is taken`)
    const password = temporaryPassword()
    await addUser(tx, user, { userName, key, client: before, password })
    return { message: `${userName} may sign in`, TemporaryPassword: password }
  },
})
