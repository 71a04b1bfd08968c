// Upgrades from each earlier release: the network has the initial rows of this one, and work continues in it.
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient, accessioned, mode, product } from '../modules/sales/sales.fixture.ts'
import { benchOf, letGo, reportsOf } from '../modules/testresults/testresults.fixture.ts'
import { openDatabase, raw } from '../server/db/db.ts'
import { migrate } from '../server/db/migrate.ts'
import { verifyAudit } from '../server/door/seal.ts'
import { migrateJobs } from '../server/jobs/jobs.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { releasedDatabase } from '../server/testing/database.ts'
import { invariants } from '../server/testing/invariants.ts'
import { listed } from '../server/testing/listed.ts'
import { demoPassword, signedIn } from '../server/testing/signed-in.ts'
import { kinds } from './beginning.ts'
import { bringToRelease } from './fill.ts'

/** Changes by an administrator before the upgrade, to rows that this release changes or does not. */
const byAdministrator = [
  `delete from permissions where role_id = 5 and module_id = 'sales' and permit = 'cancel'`,
  `insert into permissions (role_id, module_id, permit, statement_id) values (13, 'patients', 'list', 1005)`,
  `delete from permissions where role_id = 6 and module_id = 'sales' and permit = 'print'`,
  `update widgets set statement_id = 2004, label = 'Mine' where role_id = 7 and entity_type_id = 10 and target = 'B1'`,
  `update list_items set item_label = 'Cash at the counter' where list_item_id = 40`,
]
/** Invariants that records of the first release break, since it wrote them before the history had such entries. */
const knownToBreak: Readonly<Record<string, readonly string[]>> = {
  '743bbcc': ['a record that was changed has its entry in the audit'],
  '53feb49': [],
}

let fresh: TestApp
beforeAll(async () => {
  fresh = await testApp()
})
afterAll(() => fresh.close())

const rowsOf = async (app: Pick<TestApp, 'db'>, text: string): Promise<string[]> =>
  (await app.db.read.rows<{ row: string }>(raw(`select to_jsonb(x)::text as row from (${text}) x order by 1`))).map(
    ({ row }) => row,
  )
const onlyIn = (one: readonly string[], other: readonly string[]): unknown[] =>
  one.filter((row) => !other.includes(row)).map((row) => JSON.parse(row) as unknown)

/** Queries for the initial rows of each table, and for the structure of the tables. */
const compared: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(kinds).map(({ table, columns }) => [
      table,
      `select ${Object.keys(columns).join(', ')} from ${table}`,
    ]),
  ),
  settings:
    'select time_zone, currency, locale, year_start_month, report_signatory, bill_signatory, worksheet_signatory from network_settings',
  'second factors': 'select role_id, second_factor from roles',
  columns: `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public'`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
  constraints: `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  triggers: `select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal`,
  rights: `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'aliquot_app' and table_schema = 'public'`,
}

/** Extra and missing rows of an upgraded network, by table; equal tables are left out. */
const differences = async (app: Pick<TestApp, 'db'>): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(compared)) {
    const [here, there] = [await rowsOf(app, text), await rowsOf(fresh, text)]
    const [more, less] = [onlyIn(here, there), onlyIn(there, here)]
    if (more.length + less.length > 0) found[name] = { more, less }
  }
  return found
}

describe.each(Object.keys(knownToBreak))('a network of release %s', (commit) => {
  let app: TestApp
  let kept: readonly string[] = []
  beforeAll(async () => {
    const database = await releasedDatabase(commit)
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    for (const text of byAdministrator) await owner.query(text)
    const cheap = await hash(demoPassword, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await owner.query('update users set password_hash = $1 where password_hash is not null', [cheap])
    await owner.end()
    await migrate(database.ownerUrl)
    await migrateJobs(database.ownerUrl)
    const db = openDatabase(database.url)
    kept = (await bringToRelease(db)).kept
    // a second start changes no rows
    expect(await bringToRelease(db)).toEqual({ changed: 0, kept: [] })
    await db.close()
    app = await testApp({ database })
  })
  afterAll(() => app.close())

  test('has the initial rows of a new one, except those that its administrator changed', async () => {
    const permit = { role_id: 6, module_id: 'sales', permit: 'print', criteria: null, statement_id: null }
    expect(await differences(app)).toEqual({
      list_items: {
        more: [expect.objectContaining({ list_item_id: 40, item_label: 'Cash at the counter' })],
        less: [expect.objectContaining({ list_item_id: 40 })],
      },
      permissions: {
        more: [{ role_id: 13, module_id: 'patients', permit: 'list', criteria: null, statement_id: 1005 }],
        less: [expect.objectContaining({ role_id: 5, module_id: 'sales', permit: 'cancel' }), permit],
      },
      widgets: {
        more: [expect.objectContaining({ role_id: 7, entity_type_id: 10, target: 'B1', label: 'Mine' })],
        less: [expect.objectContaining({ role_id: 7, entity_type_id: 10, target: 'B1' })],
      },
    })
    expect(kept).toEqual(commit === '743bbcc' ? ['permits 5 sales cancel', 'widgets 7 10 B1'] : [])
  })

  test('satisfies every invariant, and the chain of its history is valid', async () => {
    const broken = await app.db.read.rows<{ invariant: string }>(raw(invariants))
    expect([...new Set(broken.map((row) => row.invariant))]).toEqual(knownToBreak[commit])
    expect((await verifyAudit(app.db.read)).brokenAt).toBeNull()
  })

  test('continues to work: a patient is billed, a tube accessioned, results are entered, approved and released, money is listed', async () => {
    const bench = await benchOf(app)
    const PatientId = await aPatient(bench.desk)
    const receipts = [{ PaymentModeId: mode.cash, Amount: 450 }]
    const sale = await accessioned(bench.desk, { PatientId, products: [product.electrolytes], receipts })
    await letGo(bench, sale['SaleId'])
    expect(await reportsOf(app, sale['SaleId'])).toMatchObject([{ version: 1, state: 'FINAL', replaced: false }])
    for (const [user, role] of [
      ['accounts', 7],
      ['labdesk', 5],
      ['admin', 1],
    ] as const) {
      const { rows } = await listed(await signedIn(app, user, role, 2), 1022)
      expect(rows.map((row) => row['Amount'] as number)).toContain(450)
    }
  })
})
