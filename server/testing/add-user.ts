// A user in addition to those of the demo network, with the same password.
import { sql, type Tx } from '../db/db.ts'

/** User, role and entity. */
type Added = {
  readonly user: string
  readonly name: string
  readonly role: number
  readonly entity: number
  readonly employer?: number
}
/** Answers the key. */
export const addUser = async (tx: Tx, { user, name, role, entity, employer = 1 }: Added): Promise<number> => {
  const { Id } = await tx.one<{ Id: number }>(sql`
    insert into
      users (user_name, full_name, employer_id, default_entity_id, password_hash)
    select
      ${user},
      ${name},
      ${employer},
      ${entity},
      password_hash
    from
      users
    where
      user_name = 'admin'
    returning
      user_id as id
  `)
  await tx.run(sql`
    insert into
      user_roles (user_id, role_id)
    values
      (${Id}, ${role})
  `)
  await tx.run(sql`
    insert into
      user_entities (user_id, client_id)
    values
      (${Id}, ${entity})
  `)
  return Id
}
