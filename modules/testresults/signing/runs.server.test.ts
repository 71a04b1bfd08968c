// The runs of a repeated result: each is shown, and an earlier one can be used again with a reason, as it was measured.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Result } from '../../../server/testing/answers.ts'
import type { Answered, Json } from '../../../server/testing/signed-in.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { aReason, enter, labForTests, paidSale, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Repeat } = workItemStatus
let ReasonId: number
beforeAll(async () => {
  ReasonId = await aReason(bench.technologist)
})

const sodium = (sale: unknown): Promise<Result> => rowOf(bench.technologist, sale, 'Sodium')
const runsOf = (row: Result) => row.Runs
const repeat = async (sale: unknown): Promise<void> => {
  const { WorkItemId } = await sodium(sale)
  const answer = await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId })
  expect(answer.status).toBe(200)
}
/** Measured by the technologist at 140, put back, and at 150 by a pathologist. */
const twice = async (first = '140'): Promise<unknown> => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  await enter(bench.technologist, SaleId, { Sodium: first })
  await repeat(SaleId)
  await enter(bench.pathologist, SaleId, { Sodium: '150' })
  return SaleId
}
const choose = async (sale: unknown, run: number, more: Json = {}, person = bench.technologist) => {
  const row = await sodium(sale)
  const ResultId = runsOf(row).find((one) => one.Run === run)?.ResultId
  return person.put('/api/chooserun/testresults', { WorkItemId: row.WorkItemId, ResultId, ReasonId, ...more })
}

test('each run is shown with its value, its author and time, and the reason of the repeat', async () => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  expect(runsOf(await sodium(SaleId))).toEqual([])
  await enter(bench.technologist, SaleId, { Sodium: '141' })
  await enter(bench.technologist, SaleId, { Sodium: '140' })
  expect(runsOf(await sodium(SaleId))).toMatchObject([{ Run: 1, Result: '140', IsCounting: true }])
  await repeat(SaleId)
  await enter(bench.pathologist, SaleId, { Sodium: '150' })
  const row = await sodium(SaleId)
  expect(runsOf(row)).toMatchObject([
    { Run: 1, Result: '140', Flag: 'N', IsCounting: false, IsOfTube: true, Reason: expect.any(String) },
    { Run: 2, Result: '150', Flag: 'H', IsCounting: true, Reason: null },
  ])
  expect(new Set(runsOf(row).map((run) => run.EnteredBy)).size).toBe(2)
})

test('an earlier run is used again with a reason: judged, with its author and time; it needs approval again', async () => {
  const sale = await twice()
  const first = runsOf(await sodium(sale))[0]
  const answer = await choose(sale, 1, { Remarks: 'QC of the second was out' })
  expect([answer.status, answer.body.message]).toEqual([200, 'Sodium: run 1 is used, 140'])
  const row = await sodium(sale)
  expect(row).toMatchObject({
    Result: '140',
    Flag: 'N',
    StatusId: Entered,
    ReasonId,
    EnteredById: bench.technologist.userId,
    Source: 'person',
  })
  expect(Date.parse(String(row.MeasuredAt))).toBe(Math.floor(Date.parse(String(first?.MeasuredAt))))
  expect(runsOf(row).map((run) => [run.Run, run.Result, run.IsCounting])).toEqual([
    [1, '140', true],
    [2, '150', false],
  ])
  const history = await app.db.read.rows<{ Changes: Json; Remarks: string }>(sql`
    select
      changes,
      remarks
    from
      audit
    where
      module_id = 'testresults'
      and form_id = ${sale}
      and action = 'choose run'
  `)
  expect(history).toMatchObject([
    {
      Remarks: 'Run 1: QC of the second was out',
      Changes: {
        Sodium: [
          { Result: '150', StatusId: Entered },
          { Result: '140', StatusId: Entered },
        ],
      },
    },
  ])
  // and the next repeat is the third run, whichever run was used before
  await repeat(sale)
  await enter(bench.technologist, sale, { Sodium: '145' })
  expect(runsOf(await sodium(sale)).map((run) => [run.Run, run.Result])).toEqual([
    [1, '140'],
    [2, '150'],
    [3, '145'],
  ])
})

test('while a repeat is awaited, the run before it can be used after all', async () => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  await enter(bench.technologist, SaleId, { Sodium: '140' })
  await repeat(SaleId)
  expect((await sodium(SaleId)).StatusId).toBe(Repeat)
  expect((await choose(SaleId, 1)).status).toBe(200)
  expect(await sodium(SaleId)).toMatchObject({ Result: '140', StatusId: Entered })
})

test('a critical run waits for its call, even when it is chosen', async () => {
  const sale = await twice('175')
  expect((await choose(sale, 1)).status).toBe(200)
  const row = await rowOf(bench.pathologist, sale, 'Sodium')
  expect(row.Flag).toBe('HH')
  const review = await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [row.WorkItemId] })
  expect(review.status).toBe(200)
  const approve = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [row.WorkItemId] })
  expect([approve.status, approve.body.message]).toEqual([422, 'Sodium: log the call about the critical value first'])
})

test('a run cannot be chosen without a reason, nor the current one, one of another item, of an approved result, or unseen', async () => {
  const sale = await twice()
  const row = await sodium(sale)
  const refused = async (answer: Promise<Answered>) => [(await answer).status, (await answer).body.message]
  expect(await refused(choose(sale, 1, { ReasonId: null }))).toEqual([422, 'Reason is required'])
  expect(await refused(choose(sale, 2))).toEqual([422, 'Sodium: run 2 is in use already'])
  expect((await choose(sale, 1, { RowVersion: Number(row.RowVersion) - 1 })).status).toBe(409)
  const other = await rowOf(bench.technologist, await twice(), 'Sodium')
  expect((await choose(sale, 1, { ResultId: runsOf(other)[0]?.ResultId })).status).toBe(404)
  expect((await choose(sale, 1, {}, bench.desk)).status).toBe(403)
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds: [row.WorkItemId] })).status).toBe(200)
  expect(await refused(choose(sale, 1))).toEqual([
    422,
    'Sodium: an approved result cannot be replaced by an earlier run',
  ])
})

test('a run of a tube that has since been rejected cannot be used again', async () => {
  const sale = await twice()
  const { SampleId } = await sodium(sale)
  // as if the tube were a recollected one that came after the first run
  await app.db.transaction((tx) =>
    tx.run(sql`
      with
        unfit as (
          insert into
            samples (sale_id, specimen_id, time_point, barcode, owner_id, performing_lab_id, route, status_id)
          select
            sale_id,
            specimen_id,
            time_point,
            barcode || '-unfit',
            owner_id,
            performing_lab_id,
            route,
            122
          from
            samples
          where
            sample_id = ${SampleId}
          returning
            sample_id
        )
      update samples
      set
        received_date = now(),
        replaces_sample_id = (
          select
            sample_id
          from
            unfit
        )
      where
        sample_id = ${SampleId}
    `),
  )
  expect(runsOf(await sodium(sale))[0]).toMatchObject({ Run: 1, IsOfTube: false })
  const answer = await choose(sale, 1)
  expect([answer.status, answer.body.code]).toEqual([422, 'other-tube'])
  await setRows(app, 'samples', { SampleId }, { ReplacesSampleId: null })
})
