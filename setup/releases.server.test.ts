// Upgrades from each earlier release: the network has the initial rows of this one, and work continues in it.
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient, accessioned, mode, product } from '../modules/sales/sales.fixture.ts'
import { benchOf, letGo, reportsOf } from '../modules/testresults/testresults.fixture.ts'
import { openDatabase, raw } from '../server/db/db.ts'
import { columnOf } from '../server/db/names.ts'
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
/**
 * Money as the releases booked it: 100 on account, 150 adjusted from it as if it were money once more, 10 written off as
 * money, an opening balance without a day, and the entries of a client that was merged left with it.
 */
const moneyOfBefore = `
do $$
declare
  bill invoices;
  gone int;
  paid int;
  of_mode int;
  of_bill int;
  of_amount numeric;
  of_party int;
begin
  select * into bill from invoices where not is_cancelled and net_amount - invoices.paid >= 160 order by invoice_id limit 1;
  insert into clients (client_type_id, name, merged_into_id, is_active) values (12, 'Merged', bill.buyer_id, false)
    returning client_id into gone;
  for of_mode, of_bill, of_amount, of_party in
    select * from (values (40, null, 100, bill.buyer_id), (47, bill.invoice_id, 150, bill.buyer_id),
      (49, bill.invoice_id, 10, bill.buyer_id), (40, null, 30, gone)) money
  loop
    insert into transactions (date, giver_id, receiver_id, invoice_id, amount, payment_mode_id)
      values (now(), bill.buyer_id, bill.seller_id, of_bill, of_amount, of_mode) returning transaction_id into paid;
    insert into ledger_entries
      (posting_id, entry_date, account, voucher_type, invoice_id, transaction_id, seller_id, party_id, debit, credit)
      select - paid, now(), side.account, 'Receipt', of_bill, paid, bill.seller_id, of_party, side.debit, of_amount - side.debit
      from (values ('money', of_amount), ('party', 0)) side (account, debit);
  end loop;
  update invoices set paid = bill.paid + 160 where invoice_id = bill.invoice_id;
  update sales set paid = bill.paid + 160 where invoice_id = bill.invoice_id and bill.is_single_sale;
  update clients set opening_balance = 500 where client_id = bill.buyer_id;
end $$`
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
  (await app.db.read.rows<{ Row: string }>(raw(`select to_jsonb(x)::text as row from (${text}) x order by 1`))).map(
    ({ Row }) => Row,
  )
const onlyIn = (one: readonly string[], other: readonly string[]): unknown[] =>
  one.filter((row) => !other.includes(row)).map((row) => JSON.parse(row))

/** Queries for the initial rows of each table, and for the structure of the tables. */
const compared: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(kinds).map(([name, { table, columns }]) => [
      name,
      `select ${Object.keys(columns)
        .map((column) => `${columnOf(column)} as "${column}"`)
        .join(', ')} from ${table}`,
    ]),
  ),
  settings:
    'select time_zone, currency, locale, year_start_month, report_signatory, bill_signatory, worksheet_signatory from network_settings',
  'second factors': 'select role_id, second_factor from roles',
  columns: `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public'`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
  // PostgreSQL writes its brackets otherwise after a dump
  constraints: `
    select conrelid::regclass::text, conname, translate(pg_get_constraintdef(oid), '()', '')
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  `,
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

/** The network of a release, changed by these statements and brought to this one. */
const upgraded = async (
  commit: string,
  before: readonly string[] = [],
): Promise<{ app: TestApp; kept: readonly string[] }> => {
  const database = await releasedDatabase(commit)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  for (const text of before) await owner.query(text)
  const cheap = await hash(demoPassword, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  await owner.query('update users set password_hash = $1 where password_hash is not null', [cheap])
  await owner.end()
  await migrate(database.ownerUrl)
  await migrateJobs(database.ownerUrl)
  const db = openDatabase(database.url)
  const { kept } = await bringToRelease(db)
  // a second start changes no rows
  expect(await bringToRelease(db)).toEqual({ changed: 0, kept: [] })
  await db.close()
  return { app: await testApp({ database }), kept }
}
/** A patient is billed, a tube accessioned, results are entered, approved and released, money is listed. */
const worksOn = async (app: TestApp): Promise<void> => {
  const bench = await benchOf(app)
  const PatientId = await aPatient(bench.desk)
  const receipts = [{ PaymentModeId: mode.cash, Amount: 450 }]
  const sale = await accessioned(bench.desk, { PatientId, products: [product.electrolytes], receipts })
  await letGo(bench, sale.SaleId)
  expect(await reportsOf(app, sale.SaleId)).toMatchObject([{ Version: 1, State: 'FINAL', Replaced: false }])
  for (const [user, role] of [
    ['accounts', 7],
    ['labdesk', 5],
    ['admin', 1],
  ] as const) {
    const { rows } = await listed(await signedIn(app, user, role, 2), 1022)
    expect(rows.map((row) => row.Amount)).toContain(450)
  }
}
const brokenIn = async (app: TestApp): Promise<string[]> => [
  ...new Set((await app.db.read.rows<{ Invariant: string }>(raw(invariants))).map(({ Invariant }) => Invariant)),
]

test.each(['e126f2f', '2adf3c2', 'b577d68', '169f822'])(
  'release %s with three days of work of the whole network is brought to this one, and work continues in it',
  async (commit) => {
    const { app } = await upgraded(commit)
    try {
      expect(await differences(app)).toEqual({})
      expect(await brokenIn(app)).toEqual([])
      expect((await verifyAudit(app.db.read)).brokenAt).toBeNull()
      await worksOn(app)
      expect(await brokenIn(app)).toEqual([])
    } finally {
      await app.close()
    }
  },
)

describe.each(Object.keys(knownToBreak))('a network of release %s', (commit) => {
  let app: TestApp
  let kept: readonly string[] = []
  beforeAll(async () => {
    ;({ app, kept } = await upgraded(commit, [...byAdministrator, moneyOfBefore]))
  })
  afterAll(() => app.close())

  test('has the initial rows of a new one, except those that its administrator changed', async () => {
    const permit = { RoleId: 6, ModuleId: 'sales', Permit: 'print', Criteria: null, StatementId: null }
    expect(await differences(app)).toEqual({
      items: {
        more: [expect.objectContaining({ ListItemId: 40, ItemLabel: 'Cash at the counter' })],
        less: [expect.objectContaining({ ListItemId: 40 })],
      },
      permits: {
        more: [{ RoleId: 13, ModuleId: 'patients', Permit: 'list', Criteria: null, StatementId: 1005 }],
        less: [expect.objectContaining({ RoleId: 5, ModuleId: 'sales', Permit: 'cancel' }), permit],
      },
      widgets: {
        more: [expect.objectContaining({ RoleId: 7, EntityTypeId: 10, Target: 'B1', Label: 'Mine' })],
        less: [expect.objectContaining({ RoleId: 7, EntityTypeId: 10, Target: 'B1' })],
      },
    })
    expect(kept).toEqual(commit === '743bbcc' ? ['permits 5 sales cancel', 'widgets 7 10 B1'] : [])
  })

  test('satisfies every invariant, and the chain of its history is valid', async () => {
    expect(await brokenIn(app)).toEqual(knownToBreak[commit])
    expect((await verifyAudit(app.db.read)).brokenAt).toBeNull()
  })

  test('books what stood: draws are allocated, settlements are no money, and whose an opening balance is', async () => {
    const booked = await app.db.read.rows<{ Row: string }>(
      raw(`select concat_ws(' ', voucher_type, account, sum(debit - credit)) as row from ledger_entries
        where voucher_type in ('Correction', 'Opening balance', 'Transfer') group by voucher_type, account order by 1`),
    )
    expect(booked.map(({ Row }) => Row)).toEqual([
      'Correction money -160.00',
      'Correction opening 20.00',
      'Correction party 130.00',
      'Correction write-off 10.00',
      'Opening balance opening -500.00',
      'Opening balance party 500.00',
      'Transfer party 0.00',
    ])
    const used = await app.db.read.rows<{ Amount: number }>(
      raw('select amount from allocations order by allocation_id'),
    )
    expect(used.map(({ Amount }) => Amount)).toEqual([100, 30])
  })

  test('continues to work: a patient is billed, a tube accessioned, results are entered, approved and released, money is listed', async () => {
    await worksOn(app)
  })
})
