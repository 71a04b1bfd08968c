// Fills an empty database with the demo network, its sign-ins and 60 days of work; a database with clients is not
// changed.
import { readFile } from 'node:fs/promises'
import { addDays, dayOf } from '../core/dates.ts'
import { now } from '../server/clock.ts'
import { lockOf } from '../server/db/advisory.ts'
import { literal, raw, sql, type Database, type Tx } from '../server/db/db.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { fillStart } from '../setup/fill.ts'
import { markAsPart, markAsWhole } from '../setup/part.ts'
import { loadCatalogue } from './catalogue.ts'
import { signIns } from './sign-ins.ts'
import { clientType } from '../modules/lists/items.model.ts'

const password = 'aliquot-demo'

/** The short names of laboratories and centres in lists. */
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
  // a start of this database outside the demo finds here the accounts with the public password
  await tx.run(sql`
    insert into
      settings (name, value)
    values
      ('demo', ${JSON.stringify({ passwordHash: hash })}::jsonb)
  `)
  for (const [name, fullName, roleIds, entities] of signIns) {
    const { UserId } = await tx.one<{ UserId: number }>(sql`
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
          (${UserId}, ${role})
      `)
    for (const entity of entities)
      await tx.run(sql`
        insert into
          user_entities (user_id, client_id)
        values
          (${UserId}, ${entity})
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

/**
 * Loads the network without work: catalogue, roles, sign-ins, templates. False when the database already has clients.
 */
export const loadNetwork = (db: Database, { isPart = false }: { isPart?: boolean } = {}): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      select
        pg_advisory_xact_lock(${lockOf.demo})
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
    await loadCatalogue(tx, addDays(dayOf(now()), -75))
    await loadShortNames(tx)
    await loadUsers(tx)
    if (isPart) await markAsPart(tx)
    return true
  })

/** The least rows of a demo network on any day. */
const least = { sales: 1000, samples: 1000, results: 2000, reports: 100, shipments: 100, invoices: 500, referrals: 1 }
const invariants = new URL('../proof/invariants.sql', import.meta.url)

/** @throws naming what is missing or wrong in the loaded network */
const checkDemo = async (db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    // a slow machine may need longer
    await tx.run(sql`
      set
        local statement_timeout = 0
    `)
    for (const [table, count] of Object.entries(least)) {
      const { Found } = await tx.one<{ Found: number }>(sql`
        select
          count(*)::int as found
        from
          ${raw(table)}
      `)
      if (Found < count) throw new Error(`The demo network has ${Found} ${table} instead of at least ${count}`)
    }
    const [broken] = await tx.rows<{ Invariant: string; Record: string }>(raw(await readFile(invariants, 'utf8')))
    if (broken) throw new Error(`In the demo network this does not hold: ${broken.Invariant} (${broken.Record})`)
  })
}

/**
 * Fills an empty database with the demo network, checks it, and then marks it as whole. False when there are clients.
 */
export const loadDemo = async (
  db: Database,
  { onProgress }: { onProgress: (share: number) => void },
): Promise<boolean> => {
  if (!(await loadNetwork(db, { isPart: true }))) return false
  const { loadWork } = await import('./work.ts')
  await loadWork(db, { onProgress })
  await checkDemo(db)
  await markAsWhole(db)
  return true
}
