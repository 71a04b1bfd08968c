// Reports that print what was withdrawn in an earlier release get their next version once, by a job.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { raw } from '../../../server/db/db.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { runScheduled } from '../../../server/testing/scheduled.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import { aReason, itemsOf, labForTests, letGo, reportsOf, rowOf, waiting } from '../testresults.fixture.ts'
import { followWithdrawn } from './follow-withdrawn.server.ts'
import { issued, newestOf, previousOf } from './previous.fixture.ts'

const { app, bench } = labForTests()
const { pathologist, other } = bench

const createdAt = async (sale: Read<'sales'>): Promise<string> =>
  (await readRow<{ At: string }>(app, 'reports', { SaleId: sale.SaleId }, 'created_at::text as at')).At
/** Withdraws results as an earlier release did: the later reports stay as they are. */
const withdrawnBefore = async (
  sale: Read<'sales'>,
  elements: readonly string[],
  later: readonly Read<'sales'>[],
): Promise<void> => {
  const made = await Promise.all(later.map(createdAt))
  for (const { SaleId } of later) await setRows(app, 'reports', { SaleId }, { createdAt: '2020-01-01' })
  const rows = await Promise.all(elements.map((element) => rowOf(pathologist, sale.SaleId, element)))
  const asked = await pathologist.put('/api/withdrawresults/testresults', {
    WorkItems: rows.map(({ WorkItemId, RowVersion }) => ({ WorkItemId, RowVersion })),
    ReasonId: await aReason(pathologist),
    Remarks: 'Haemolysed',
  })
  expect(asked.status).toBe(200)
  const ids = itemsOf(await waiting(other, sale.SaleId))
  expect((await other.put('/api/approve/testresults', { WorkItemIds: ids })).status).toBe(200)
  for (const [at, { SaleId }] of later.entries()) await setRows(app, 'reports', { SaleId }, { createdAt: made[at] })
  const migration = readFileSync(path.join('migrations', '0262_withdrawn_before.sql'), 'utf8')
  const found = /insert into[^;]*/.exec(migration)?.[0] ?? ''
  await app.db.transaction((tx) => tx.run(raw(`${found} on conflict do nothing`)))
}
const versionsOf = (sales: readonly Read<'sales'>[]) =>
  Promise.all(sales.map(async ({ SaleId }) => (await reportsOf(app, SaleId)).map(({ State }) => State)))
const left = () => readRows(app, 'withdrawals_to_follow', { true: true }, 'work_item_id')

test('each report that prints them gets one next version, by the person who withdrew them; others and cancelled ones none', async () => {
  const patient = await aPatient(bench.desk)
  const oldest = await issued(bench, patient, 9, { Sodium: '137', Potassium: '4.0' })
  const wrong = await issued(bench, patient, 3, { Sodium: '138', Potassium: '5.9' })
  const both = await issued(bench, patient, 0.3, { Sodium: '141', Potassium: '4.2' })
  const after = await issued(bench, patient, 0.2, { Sodium: '142', Potassium: '4.3' })
  const over = await issued(bench, patient, 2, { Sodium: '143', Potassium: '4.4' })
  const all = [oldest, both, after, over]
  const manager = await signedIn(app, 'manager', 2, 2)
  const kept = { formId: over.SaleId, reason: 'Booked twice', Report: 'keep' }
  expect((await manager.put('/api/cancel/sales', kept)).status).toBe(200)
  await withdrawnBefore(wrong, ['Sodium', 'Potassium'], all)
  expect([await previousOf(app, both, 'Sodium'), await previousOf(app, over, 'Sodium')]).toEqual(['138', '138'])
  expect(await left()).toHaveLength(2)
  await runScheduled(app, followWithdrawn)
  expect([await previousOf(app, both, 'Sodium'), await previousOf(app, both, 'Potassium')]).toEqual(['143', '4.4'])
  const { Amendment } = await newestOf(app, both)
  expect(Amendment).toMatchObject({ Reason: 'A previous result that it printed is withdrawn', By: 'Dr Arjun Mehta' })
  expect(Amendment?.Changes).toEqual([
    { What: 'Sodium, previous result', Was: 'withdrawn', Is: '143' },
    { What: 'Potassium, previous result', Was: 'withdrawn', Is: '4.4' },
  ])
  const once = [['FINAL'], ['FINAL', 'AMENDED'], ['FINAL'], ['FINAL']]
  expect(await versionsOf(all)).toEqual(once)
  // done: there is no more to look for
  expect(await left()).toEqual([])
  await runScheduled(app, followWithdrawn)
  expect(await versionsOf(all)).toEqual(once)
})

test('the report of one patient that cannot be made leaves the others to be made, and is made later', async () => {
  const [one, two] = [await aPatient(bench.desk), await aPatient(bench.desk)]
  const wrong = [
    await issued(bench, one, 3, { Sodium: '138' }),
    await issued(bench, two, 3, { Sodium: '138' }),
  ] as const
  const later = [await issued(bench, one, 0.2, { Sodium: '141' }), await issued(bench, two, 0.2, {})] as const
  await withdrawnBefore(wrong[0], ['Sodium'], [later[0]])
  await withdrawnBefore(wrong[1], ['Sodium'], [later[1]])
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query(`alter table reports add constraint broken check (sale_id <> ${String(later[0].SaleId)}) not valid`)
  await expect(runScheduled(app, followWithdrawn)).rejects.toThrow('broken')
  expect([await previousOf(app, later[0], 'Sodium'), await previousOf(app, later[1], 'Sodium')]).toEqual(['138', null])
  await owner.query('alter table reports drop constraint broken')
  await owner.end()
  await runScheduled(app, followWithdrawn)
  expect(await previousOf(app, later[0], 'Sodium')).toBeNull()
})

test('what was calculated of a withdrawn value is taken off with it', async () => {
  const patient = await aPatient(bench.desk)
  const measured = async (days: number, Creatinine: string): Promise<Read<'sales'>> => {
    const sale = { PatientId: patient, BuyerId: 21, products: [product.creatinine], CollectionDate: daysAgo(days) }
    const booked = await accessioned(bench.desk, { ...sale, EarlyCollection: true })
    await letGo(bench, booked.SaleId, { Creatinine })
    return booked
  }
  const [wrong, later] = [await measured(2, '1.1'), await measured(0.1, '0.9')]
  const calculated = 'eGFR (CKD-EPI 2021)'
  expect(await previousOf(app, later, calculated)).not.toBeNull()
  await withdrawnBefore(wrong, ['Creatinine'], [later])
  await runScheduled(app, followWithdrawn)
  expect([await previousOf(app, later, 'Creatinine'), await previousOf(app, later, calculated)]).toEqual([null, null])
  expect(await versionsOf([later])).toEqual([['FINAL', 'AMENDED']])
})
