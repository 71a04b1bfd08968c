// Review and approval: who signs what, four eyes, the status cell, and the rest of an approved value.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { aPatient, saleOf } from '../../sales/sales.fixture.ts'
import { aReason, enter, itemsOf, labForTests, letGo, paidSale, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
let reason: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
  reason = await aReason(bench.technologist)
})

const put = (body: Json, person = bench.technologist) => person.put('/api/testresults/', body)
const approve = (person: typeof bench.pathologist, ...rows: Result[]) =>
  person.put('/api/approve/testresults', { WorkItemIds: rows.map((row) => row.WorkItemId) })
const releasedSale = async (): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, patient)
  await letGo(bench, sale.SaleId)
  return saleOf(bench.desk, sale.SaleId)
}

test('the user who entered a result cannot approve it where two sign; the other signatory can', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.pathologist, sale.SaleId, { Sodium: '140' })
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const own = await approve(bench.pathologist, row)
  expect([own.status, own.body.message]).toEqual([422, 'Sodium: entered by you; another signatory must approve it'])
  expect((await approve(bench.other, row)).status).toBe(200)
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).toMatchObject({ StatusId: 153 })
})

test('only a pathologist signs', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const row = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  for (const action of ['review', 'approve', 'release', 'amend'])
    expect((await bench.technologist.put(`/api/${action}/testresults`, { WorkItemIds: [row.WorkItemId] })).status).toBe(
      403,
    )
})

test('a status picked in the cell follows the same rules', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const pick = (person: typeof bench.pathologist, StatusId: number) =>
    person.put('/api/testresults/', { SaleId: sale.SaleId, WorkItems: [{ WorkItemId, StatusId }] })
  for (const status of [152, 153, 154, 159])
    expect([status, (await pick(bench.technologist, status)).status]).toEqual([status, 422])
  expect((await pick(bench.pathologist, 154)).status).toBe(422)
  expect((await pick(bench.pathologist, 153)).status).toBe(200)
  expect(
    await app.db.read.one(sql`
      select
        approved_by_id as by
      from
        results r
        join work_items w using (result_id)
      where
        w.work_item_id = ${WorkItemId}
    `),
  ).toEqual({ By: bench.pathologist.userId })
})

test('a status sent together with a value is checked against that value: entering never signs', async () => {
  const sale = await paidSale(bench.desk, patient)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Potassium')
  const both = (person: typeof bench.pathologist, Result: string, StatusId: number) =>
    person.put('/api/testresults/', { SaleId: sale.SaleId, WorkItems: [{ WorkItemId, Result, StatusId }] })
  for (const status of [152, 153, 154, 159])
    expect([status, (await both(bench.technologist, '4.1', status)).status]).toEqual([status, 422])
  // four eyes, and the call about a critical value, apply to a signatory as well
  expect((await both(bench.pathologist, '4.1', 153)).body.message).toBe(
    'Potassium: entered by you; another signatory must approve it',
  )
  expect((await both(bench.pathologist, '6.9', 153)).status).toBe(422)
  expect(await rowOf(bench.technologist, sale.SaleId, 'Potassium')).toMatchObject({ StatusId: 150, Result: null })
  expect((await both(bench.technologist, '4.1', 151)).status).toBe(200)
  expect((await both(bench.technologist, '4.2', 157)).status).toBe(422)
  expect(await rowOf(bench.technologist, sale.SaleId, 'Potassium')).toMatchObject({ StatusId: 151, Result: '4.1' })
})

test('all or nothing: one result that may not be approved blocks the others, and is named', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Sodium: '140', Potassium: '6.9' })
  const rows = await rowsOf(bench.pathologist, sale.SaleId)
  const answer = await approve(
    bench.pathologist,
    ...rows.filter((row) => ['Sodium', 'Potassium'].includes(row.Element)),
  )
  const critical = rows.find((row) => row.Element === 'Potassium')?.WorkItemId
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [`WorkItems.${critical}`]])
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).StatusId).toBe(151)
})

test('an approved result cannot be overwritten', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  await approve(bench.pathologist, await rowOf(bench.pathologist, sale.SaleId, 'Sodium'))
  expect((await enter(bench.technologist, sale.SaleId, { Sodium: '141' })).status).toBe(422)
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).Result).toBe('140')
})

test('a released result cannot be amended in the status cell', async () => {
  const sale = await releasedSale()
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const answer = await bench.pathologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: 159, ReasonId: reason }],
  })
  expect([answer.status, answer.body.message]).toEqual([422, 'Use the Amend button to amend a result'])
})

test('each step is in the history of the results', async () => {
  const sale = await releasedSale()
  const actions = (await bench.pathologist.get(`/api/actions?ModuleId=testresults&FormId=${sale.SaleId}`)).body.map(
    (entry) => entry.Action,
  )
  expect(actions).toEqual(expect.arrayContaining(['enter', 'approve', 'release']))
})

test('signatories are counted at the lab that performs, not where the session works', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      values
        (${bench.pathologist.userId}, 1)
      on conflict do nothing
    `),
  )
  const above = await signedIn(app, 'pathologist', 3, 1)
  const sale = await paidSale(bench.desk, patient)
  await enter(above, sale.SaleId, { Sodium: '140' })
  const { WorkItemId } = await rowOf(above, sale.SaleId, 'Sodium')
  const own = await above.put('/api/approve/testresults', { WorkItemIds: [WorkItemId] })
  expect([own.status, own.body.message]).toEqual([422, 'Sodium: entered by you; another signatory must approve it'])
  expect((await put({ SaleId: sale.SaleId, WorkItems: [{ WorkItemId, StatusId: 153 }] }, above)).status).toBe(422)
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds: [WorkItemId] })).status).toBe(200)
})

test('a former user is no signatory: the remaining one may approve their own entries', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enter(bench.pathologist, saleId, { Sodium: '140' })
  const mayApprove = async () => (await rowOf(bench.pathologist, saleId, 'Sodium')).Actions.approve
  const others = (isActive: boolean) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update users
        set
          is_active = ${isActive}
        where
          user_id <> ${bench.pathologist.userId}
          and user_id in (
            select
              user_id
            from
              user_roles
            where
              role_id = 3
          )
      `),
    )
  expect(await mayApprove()).toBe('Sodium: entered by you; another signatory must approve it')
  await others(false)
  expect(await mayApprove()).toBe(true)
  await others(true)
})

test('versions that fit no result are refused, and so are more results than may be signed at once', async () => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  const WorkItemIds = itemsOf(await rowsOf(bench.technologist, SaleId))
  for (const RowVersions of ['x', [1], [...WorkItemIds, 1], WorkItemIds.map(() => 'a')]) {
    const answer = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds, RowVersions })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { RowVersions: ['RowVersions must have one version for each work item'] },
    ])
  }
  const many = await bench.pathologist.put('/api/approve/testresults', {
    WorkItemIds: Array.from({ length: 2001 }, (_, at) => at + 1),
  })
  expect([many.status, many.body.message]).toEqual([400, 'No more than 2000 results at once'])
  expect((await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [2 ** 31] })).status).toBe(400)
})
