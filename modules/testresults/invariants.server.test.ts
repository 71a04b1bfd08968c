// The invariants of results find what must not be in any database.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { raw, sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { invariants } from '../../server/testing/invariants.ts'
import { readRow, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, daysAgo, product } from '../sales/sales.fixture.ts'
import { amend, letGo, rowOf } from './testresults.fixture.ts'

const { app, ...bench } = networkForTests('desk', 'technologist', 'pathologist', 'other')
const broken = async (): Promise<unknown[]> => [
  ...new Set((await app.db.read.rows<{ Invariant: string }>(raw(invariants))).map((row) => row.Invariant)),
]
const reported = async (PatientId: number, products: readonly number[], hours: number): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId,
    BuyerId: 21,
    products,
    CollectionDate: daysAgo(hours / 24),
  })
  await letGo(bench, sale.SaleId)
  return sale
}

test('a released result of a sale that is not accessioned, and a tube that nobody drew or that came before its draw', async () => {
  const sale = await reported(await aPatient(bench.desk), [product.electrolytes], 1)
  const ofSale = { SaleId: sale.SaleId }
  expect(await broken()).toEqual([])
  await setRows(app, 'sales', ofSale, { AccessionDate: null })
  expect(await broken()).toEqual(['a released result is of an accessioned sale'])
  await setRows(app, 'sales', ofSale, { AccessionDate: daysAgo(0) })
  await setRows(app, 'samples', ofSale, { CollectedById: null, ReceivedDate: daysAgo(1) })
  expect((await broken()).sort()).toEqual([
    'a collected tube has who drew it',
    'no tube is received before it was drawn',
  ])
  await setRows(app, 'samples', ofSale, { CollectedById: bench.desk.userId, ReceivedDate: daysAgo(0) })
  expect(await broken()).toEqual([])
})

test('a released result whose method was changed; what was released before the method was in its hash fits after the upgrade', async () => {
  const sale = await reported(await aPatient(bench.desk), [product.electrolytes], 1)
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const ofSodium = { WorkItemId }
  const of = (field: string) => valueOf<string | null>(app, 'results', ofSodium, field)
  const method = await of('method')
  await setRows(app, 'results', ofSodium, { Method: 'By hand' })
  expect(await broken()).toEqual(['a released result has the hash of its values'])
  await setRows(app, 'results', ofSodium, { Method: method })
  expect(await broken()).toEqual([])
  // as it was kept before: the method was not in it
  const before = sql`
    sha256(
      convert_to(
        concat_ws(
          '|',
          result_id,
          work_item_id,
          version,
          result,
          unit_of_measure,
          flag,
          low_value,
          high_value,
          approved_by_id,
          source,
          lab_instrument_id
        ),
        'utf8'
      )
    )
  `
  await setRows(app, 'results', ofSodium, { Method: 'ISE, indirect', Hash: before })
  expect(await broken()).toEqual(['a released result has the hash of its values'])
  const file = path.resolve(import.meta.dirname, '../../migrations/0278_method_in_the_hash.sql')
  await app.db.transaction((tx) => tx.run(raw(readFileSync(file, 'utf8'))))
  expect(await broken()).toEqual([])
  // one that did not fit goes on telling so
  const fits = { Hash: await of('hash'), LowValue: await of('low_value') }
  await setRows(app, 'results', ofSodium, { Hash: before })
  await setRows(app, 'results', ofSodium, { LowValue: 1 })
  await app.db.transaction((tx) => tx.run(raw(readFileSync(file, 'utf8'))))
  expect(await broken()).toEqual(['a released result has the hash of its values'])
  await setRows(app, 'results', ofSodium, fits)
  expect(await broken()).toEqual([])
  // a bound that changes sides
  const bounds = { LowValue: await of('low_value'), HighValue: await of('high_value') }
  await setRows(app, 'results', ofSodium, { LowValue: null, HighValue: 145 })
  await setRows(app, 'results', ofSodium, { Hash: before })
  await app.db.transaction((tx) => tx.run(raw(readFileSync(file, 'utf8'))))
  expect(await broken()).toEqual([])
  await setRows(app, 'results', ofSodium, { LowValue: 145, HighValue: null })
  expect(await broken()).toEqual(['a released result has the hash of its values'])
  await setRows(app, 'results', ofSodium, { ...bounds, Hash: fits.Hash })
  expect(await broken()).toEqual([])
})

test('a calculated value that went out while the amendment of its input waited', async () => {
  const sale = await reported(await aPatient(bench.desk), [product.creatinine], 1)
  expect((await amend(bench.pathologist, sale.SaleId, { Creatinine: '0.9' })).status).toBe(200)
  expect(await broken()).toEqual([])
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Creatinine')
  const amendment = { ResultId: row.Amendment.ResultId }
  await setRows(app, 'results', amendment, { EnteredAt: daysAgo(1) })
  expect(await broken()).toEqual(['no value is released that is calculated from one with an amendment that waits'])
  await setRows(app, 'results', amendment, { EnteredAt: daysAgo(0) })
})

test('a result that counts though a newer one is there, or one of other work', async () => {
  const invariant = 'the result that counts is the newest of its work item'
  const sale = await reported(await aPatient(bench.desk), [product.creatinine], 1)
  expect((await amend(bench.pathologist, sale.SaleId, { Creatinine: '0.8' })).status).toBe(200)
  const { WorkItemId, Amendment } = await rowOf(bench.pathologist, sale.SaleId, 'Creatinine')
  const key = { WorkItemId }
  const counts = { ResultId: await valueOf<number>(app, 'work_items', key, 'result_id') }
  const amended = { AmendedResultId: Amendment.ResultId }
  // an amendment that waits is newer and does not count yet; without its mark it is a newer result
  expect(await broken()).toEqual([])
  await setRows(app, 'work_items', key, { AmendedResultId: null })
  expect(await broken()).toContain(invariant)
  // one that was withdrawn does not count
  await setRows(app, 'results', { ResultId: Amendment.ResultId }, { WithdrawnAt: daysAgo(0) })
  expect(await broken()).not.toContain(invariant)
  await setRows(app, 'results', { ResultId: Amendment.ResultId }, { WithdrawnAt: null })
  await setRows(app, 'work_items', key, amended)
  const other = await reported(await aPatient(bench.desk), [product.creatinine], 1)
  const theirs = { WorkItemId: (await rowOf(bench.pathologist, other.SaleId, 'Creatinine')).WorkItemId }
  await setRows(app, 'work_items', key, {
    ResultId: await valueOf<number>(app, 'work_items', theirs, 'result_id'),
  })
  expect(await broken()).toContain(invariant)
  await setRows(app, 'work_items', key, counts)
  expect(await broken()).toEqual([])
})

test('a previous result that was not in force any more when it was printed', async () => {
  const patient = await aPatient(bench.desk, { Name: 'Printed Before' })
  const first = await reported(patient, [product.electrolytes], 3)
  await reported(patient, [product.electrolytes], 1)
  expect(await broken()).toEqual([])
  const key = { SaleId: first.SaleId }
  await setRows(app, 'sales', key, { PatientId: await aPatient(bench.desk, { Name: 'Somebody Else' }) })
  expect(await broken()).toContain('a previous result was in force when the report with it was issued')
  await setRows(app, 'sales', key, { PatientId: patient })
  expect(await broken()).toEqual([]) // a report says the name of an element, and not which of two it is
  await setRows(app, 'elements', { Name: 'Chloride' }, { Name: 'Sodium' })
  expect(await broken()).toEqual([])
})

test('a previous result that was withdrawn behind the report that prints it', async () => {
  const patient = await aPatient(bench.desk, { Name: 'Withdrawn Before' })
  const first = await reported(patient, [product.electrolytes], 3)
  await reported(patient, [product.electrolytes], 1)
  const { WorkItemId } = await rowOf(bench.pathologist, first.SaleId, 'Potassium')
  const { Result, ReleasedAt } = await readRow<Json>(app, 'results', { WorkItemId }, 'result, released_at')
  await setRows(app, 'results', { WorkItemId }, { Result: null, ReleasedAt: daysAgo(0) })
  expect(await broken()).toContain('no report in force prints a previous result that was withdrawn since')
  await setRows(app, 'results', { WorkItemId }, { Result, ReleasedAt })
  expect(await broken()).toEqual([])
})
