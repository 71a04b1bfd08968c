// Fills an empty database with the demo network, its sign-ins and 60 days of work; a database with clients is left
// alone.
import { addDays, dayOf } from '../core/dates.ts'
import { literal, sql, type Database, type Tx } from '../server/db/db.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { fillStart } from '../setup/fill.ts'
import { loadCatalogue } from './catalogue.ts'
import { signIns } from './sign-ins.ts'
import { clientType } from '../modules/lists/items.model.ts'

const password = 'aliquot-demo'

/** What lists call the laboratories and centres. */
const loadShortNames = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update clients
    set
      name_alias = case code
        when 'NCL' then 'Central Lab'
        when 'NSL' then 'Satellite Lab'
        when 'MRL' then 'Meridian Lab'
        else split_part(name, ' - ', 2)
      end
    where
      client_type_id in (${literal(clientType.Lab, clientType.ExternalLab)})
      or (
        client_type_id = ${literal(clientType.CollectionCentre)}
        and name like '% - %'
      )
  `)

const loadUsers = async (tx: Tx): Promise<void> => {
  const hash = await hashPassword(password)
  // whoever starts this database outside the demo learns from it which accounts have the public password
  await tx.run(sql`
    insert into
      settings (name, value)
    values
      ('demo', ${JSON.stringify({ passwordHash: hash })}::jsonb)
  `)
  for (const [name, fullName, roleIds, entities] of signIns) {
    const { user_id } = await tx.one<{ user_id: number }>(sql`
      insert into
        users (user_name, full_name, email, employer_id, default_entity_id, password_hash)
      values
        (
          ${name},
          ${fullName},
          ${`${name}@example.com`},
          1,
          ${entities[0]},
          ${hash}
        )
      returning
        user_id
    `)
    for (const role of roleIds)
      await tx.run(sql`
        insert into
          user_roles (user_id, role_id)
        values
          (${user_id}, ${role})
      `)
    for (const entity of entities)
      await tx.run(sql`
        insert into
          user_entities (user_id, client_id)
        values
          (${user_id}, ${entity})
      `)
  }
  await tx.run(sql`
    update clients
    set
      sales_manager_id = (
        select
          user_id
        from
          users
        where
          user_name = 'salesmanager'
      )
    where
      client_type_id = ${literal(clientType.Doctor)}
  `)
}

/** The network without work: catalogue, roles, sign-ins, templates. False when the database already has clients. */
export const loadNetwork = (db: Database, today: string = dayOf(new Date())): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      select
        pg_advisory_xact_lock(720473)
    `)
    if (
      await tx.maybe(sql`
        select
          1
        from
          clients
        limit
          1
      `)
    )
      return false
    await fillStart(tx)
    await loadCatalogue(tx, addDays(today, -75))
    await loadShortNames(tx)
    await loadUsers(tx)
    return true
  })

/** What `npm start` loads in demo mode. */
export const loadDemo = async (db: Database, { log }: { log: (line: string) => void }): Promise<void> => {
  if (!(await loadNetwork(db))) return
  log('Loading the demo network and 60 days of work ...')
  const { loadWork } = await import('./work.ts')
  await loadWork(db, { log })
}
