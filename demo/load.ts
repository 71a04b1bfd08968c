// Fills an empty database with the demo network, its sign-ins and 60 days of work; a database with clients is left alone.
import { addDays, dayOf } from '../core/dates.ts'
import { sql, type Database, type Tx } from '../server/db.ts'
import { serverModules } from '../server/modules.ts'
import { hashPassword } from '../server/passwords.ts'
import { loadCatalogue } from './catalogue.ts'
import { loadWidgets } from './widgets.ts'
import { grants, roles, signIns } from './roles.ts'

const password = 'aliquot-demo'

const loadRoles = async (tx: Tx): Promise<void> => {
  for (const [id, name, description] of roles)
    await tx.run(sql`insert into roles (role_id, role_name, description) values (${id}, ${name}, ${description})`)
  const models = new Map(serverModules.map((module) => [module.model.id, module.model]))
  for (const [role, entries] of Object.entries(grants))
    for (const { modules, permits, criteria } of entries)
      for (const id of modules) {
        const model = models.get(id)
        if (!model) continue
        for (const permit of permits) {
          if (!model.permits.includes(permit)) continue
          await tx.run(
            sql`insert into permissions (role_id, module_id, permit, criteria, statement_id) values (${Number(role)}, ${id}, ${permit}, ${criteria ?? null}, ${permit === 'list' ? model.statementId : null}) on conflict do nothing`,
          )
        }
      }
}

const loadUsers = async (tx: Tx): Promise<void> => {
  const hash = await hashPassword(password)
  for (const [name, fullName, roleIds, entities] of signIns) {
    const { user_id } = await tx.one<{ user_id: number }>(
      sql`insert into users (user_name, full_name, email, employer_id, default_entity_id, password_hash) values (${name}, ${fullName}, ${`${name}@example.com`}, 1, ${entities[0]}, ${hash}) returning user_id`,
    )
    for (const role of roleIds) await tx.run(sql`insert into user_roles (user_id, role_id) values (${user_id}, ${role})`)
    for (const entity of entities) await tx.run(sql`insert into user_entities (user_id, client_id) values (${user_id}, ${entity})`)
  }
  await tx.run(
    sql`update clients set sales_manager_id = (select user_id from users where user_name = 'salesmanager') where client_type_id = 11`,
  )
}

const templates: readonly (readonly [string, string, string])[] = [
  ['sales', 'Bill', 'bill'],
  ['sales', 'Tube labels', 'label'],
  ['samples', 'Tube label', 'label'],
  ['worksheets', 'Worksheet', 'worksheet'],
  ['testreports', 'Report', 'report'],
]
const loadTemplates = async (tx: Tx): Promise<void> => {
  for (const [index, [module, name, layout]] of templates.entries())
    await tx.run(sql`insert into print_templates (module_id, name, layout, sequence) values (${module}, ${name}, ${layout}, ${index})`)
}

/** The network without work: catalogue, roles, sign-ins, templates. False when the database already has clients. */
export const loadNetwork = (db: Database, today: string = dayOf(new Date())): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(720473)`)
    if (await tx.maybe(sql`select 1 from clients limit 1`)) return false
    await loadCatalogue(tx, addDays(today, -75))
    await loadRoles(tx)
    await loadUsers(tx)
    await loadTemplates(tx)
    await loadWidgets(tx)
    return true
  })

/** What `npm start` loads in demo mode. */
export const loadDemo = async (db: Database, { log }: { log: (line: string) => void }): Promise<void> => {
  if (!(await loadNetwork(db))) return
  log('Loading the demo network and 60 days of work ...')
  const { loadWork } = await import('./work.ts')
  await loadWork(db, { log })
}
