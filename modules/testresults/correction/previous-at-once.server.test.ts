// A report that is issued in the same moment in which a value is withdrawn, or turns out to be another patient's: it
// prints what is in force, or gets its next version.
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Answered } from '../../../server/testing/signed-in.ts'
import { deadlocksOf, waitersOf } from '../../../server/testing/waits.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import {
  approveAll,
  aReason,
  enterAll,
  itemsOf,
  releaseAll,
  reportsOf,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'
import { issued, previousOf } from './previous.fixture.ts'
import { mergesBy } from './undo-merge.fixture.ts'

const { app, ...people } = networkForTests('manager', 'desk', 'technologist', 'pathologist', 'other')
const { manager, desk, technologist, pathologist, other } = people
const { twoOf, merge, undo } = mergesBy(people)
afterEach(() => expectInvariants(app.db))

const gate = 4713
const wait = { timeout: 20_000, interval: 20 }
/** Starts `first`, which waits with its report of this sale written, then `second`, until it waits as well. */
const meeting = async (
  { SaleId }: Read<'sales'>,
  first: () => Promise<Answered>,
  second: () => Promise<Answered>,
): Promise<readonly Answered[]> => {
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  try {
    await holder.query(`
      create function wait_at_report() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(${gate}); return new; end';
      create trigger report_waits after insert on reports for each row when (new.sale_id = ${String(SaleId)})
        execute function wait_at_report();
    `)
    await holder.query(`select pg_advisory_lock(${gate})`)
    const one = first()
    await vi.waitUntil(async () => (await waitersOf(app)) === 1, wait)
    const two = second()
    await vi.waitUntil(async () => (await waitersOf(app)) === 2, wait)
    await holder.query(`select pg_advisory_unlock(${gate})`)
    return await Promise.all([one, two])
  } finally {
    await holder.query(`select pg_advisory_unlock_all()`)
    await holder.query('drop trigger report_waits on reports; drop function wait_at_report()')
    await holder.end()
  }
}

/** A sale whose results are approved, and not released. */
const approved = async (PatientId: number): Promise<Read<'sales'>> => {
  const sale = { PatientId, BuyerId: 21, products: [product.electrolytes], CollectionDate: daysAgo(0.1) }
  const booked = await accessioned(desk, { ...sale, EarlyCollection: true })
  await enterAll(technologist, booked.SaleId, { Sodium: '141' })
  await approveAll(pathologist, booked.SaleId)
  return booked
}
/** A withdrawal of the sodium that waits for the other signatory. */
const asked = async (sale: Read<'sales'>): Promise<readonly number[]> => {
  const { WorkItemId, RowVersion } = await rowOf(pathologist, sale.SaleId, 'Sodium')
  const why = { ReasonId: await aReason(pathologist), Remarks: 'Haemolysed' }
  const answer = await pathologist.put('/api/withdrawresults/testresults', {
    WorkItems: [{ WorkItemId, RowVersion }],
    ...why,
  })
  expect(answer.status).toBe(200)
  return itemsOf(await waiting(other, sale.SaleId))
}
const agree = (WorkItemIds: readonly number[]) => other.put('/api/approve/testresults', { WorkItemIds })
const release = (sale: Read<'sales'>) => releaseAll(pathologist, sale.SaleId)
const cancelled = ({ SaleId }: Read<'sales'>) =>
  manager.put('/api/cancel/sales', { formId: SaleId, reason: 'Blood was of another patient', Report: 'withdraw' })

const acts: readonly (readonly [string, (wrong: Read<'sales'>) => Promise<() => Promise<Answered>>])[] = [
  [
    'a withdrawal is approved',
    async (wrong) => {
      const ids = await asked(wrong)
      return () => agree(ids)
    },
  ],
  ['its sale is cancelled and its report withdrawn', (wrong) => Promise.resolve(() => cancelled(wrong))],
  [
    'the patient of its sale is corrected',
    async (wrong) => {
      const right = await aPatient(desk, { Name: 'Right Person' })
      return () => correctPatient(pathologist, wrong, right)
    },
  ],
]

test.each(acts)(
  'a report that is being issued with a previous result while %s gets its next version',
  async (_, act) => {
    const patient = await aPatient(desk)
    const wrong = await issued(people, patient, 3, { Sodium: '138' })
    const later = await approved(patient)
    const before = await deadlocksOf(app)
    const answers = await meeting(later, () => release(later), await act(wrong))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await deadlocksOf(app)).toBe(before)
    expect(await previousOf(app, later, 'Sodium')).toBeNull()
    expect((await reportsOf(app, later.SaleId)).map(({ State }) => State)).toEqual(['FINAL', 'AMENDED'])
  },
)

test.each(acts)('a report that is issued once %s prints what is in force then', async (_, act) => {
  const patient = await aPatient(desk)
  const wrong = await issued(people, patient, 3, { Sodium: '138' })
  const later = await approved(patient)
  const before = await deadlocksOf(app)
  const answers = await meeting(wrong, await act(wrong), () => release(later))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await deadlocksOf(app)).toBe(before)
  expect(await previousOf(app, later, 'Sodium')).toBeNull()
  expect(await reportsOf(app, later.SaleId)).toHaveLength(1)
})

test('a report that is being issued with a previous result while a merge is undone gets its next version', async () => {
  const [source, target] = await twoOf('Kavita More')
  await issued(people, source, 3, { Sodium: '138' })
  await merge(source, target)
  const later = await approved(target)
  const answers = await meeting(
    later,
    () => release(later),
    () => undo(source),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await previousOf(app, later, 'Sodium')).toBeNull()
})

test('a report whose release began before that of its previous result loses it when that is withdrawn', async () => {
  const patient = await aPatient(desk)
  const wrong = await issued(people, patient, 3, { Sodium: '138' })
  const later = await issued(people, patient, 0.1, { Sodium: '141' })
  const { At } = await readRow<{ At: string }>(
    app,
    'reports',
    { SaleId: wrong.SaleId },
    "(created_at - interval '2 seconds')::text as at",
  )
  await setRows(app, 'reports', { SaleId: later.SaleId }, { createdAt: At })
  expect((await agree(await asked(wrong))).status).toBe(200)
  expect(await previousOf(app, later, 'Sodium')).toBeNull()
})
