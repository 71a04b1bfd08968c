// What a request about results may touch: its own sale and worksheet, reasons of the list, notes before approval, rows
// no one else holds.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  approveAll,
  aReason,
  benchOf,
  enter,
  enterAll,
  releaseAll,
  rowOf,
  rowsOf,
  type Bench,
} from '../testresults.fixture.ts'

let app: TestApp
let bench: Bench
let patient: number
const other = 40 // Cash, of list 103
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  patient = await aPatient(bench.desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
const aSale = (): Promise<Json> =>
  accessioned(bench.desk, {
    PatientId: patient,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: 40, Amount: 450 }],
  })
const put = (body: Json, person = bench.technologist) => person.put('/api/testresults/', body)
const approved = async (): Promise<Json> => {
  const sale = await aSale()
  await enterAll(bench.technologist, sale['SaleId'])
  await approveAll(bench.pathologist, sale['SaleId'])
  return sale
}

test('a work item of another sale than the body names is not written', async () => {
  const [one, two] = [await aSale(), await aSale()]
  const { WorkItemId } = await rowOf(bench.technologist, two['SaleId'], 'Sodium')
  const answer = await put({ SaleId: one['SaleId'], WorkItems: [{ WorkItemId, Result: '140' }] })
  expect([answer.status, answer.body['message'], Object.keys(answer.body['errors'] as Json)]).toEqual([
    422,
    `Sodium is not of sale ${one['SaleId']}`,
    [`WorkItems.${WorkItemId}`],
  ])
  expect((await rowOf(bench.technologist, two['SaleId'], 'Sodium'))['Result']).toBeNull()
})

test('a work item of another worksheet than the body names is not written', async () => {
  const sale = await aSale()
  const first = ((await bench.technologist.put('/api/generate/worksheets')).body['WorkSheetIds'] as number[])[0]
  const later = await aSale()
  await bench.technologist.put('/api/generate/worksheets')
  const { WorkItemId, WorkSheetId } = await rowOf(bench.technologist, later['SaleId'], 'Sodium')
  expect(WorkSheetId).not.toBe(first)
  const wrong = await put({ WorkSheetId: first, SaleId: later['SaleId'], WorkItems: [{ WorkItemId, Result: '140' }] })
  expect([wrong.status, wrong.body['message']]).toEqual([422, `Sodium is not on worksheet ${first}`])
  expect((await rowOf(bench.technologist, later['SaleId'], 'Sodium'))['Result']).toBeNull()
  expect((await put({ WorkSheetId, SaleId: later['SaleId'], WorkItems: [{ WorkItemId, Result: '140' }] })).status).toBe(
    200,
  )
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Sodium'))['WorkSheetId']).toBe(first)
})

test('a sale or a worksheet that is not on the bench does not exist for a save', async () => {
  const sale = await aSale()
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Sodium')
  const WorkItems = [{ WorkItemId, Result: '140' }]
  for (const named of [
    { SaleId: 999_999 },
    { WorkSheetId: 999_999 },
    { SaleId: sale['SaleId'], WorkSheetId: 999_999 },
  ]) {
    expect([named, (await put({ ...named, WorkItems })).status]).toEqual([named, 404])
    expect([named, (await put({ ...named, WorkItems: [] })).status]).toEqual([named, 404])
  }
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect((await put({ SaleId: sale['SaleId'], WorkItems: [] }, nashik)).status).toBe(404)
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Sodium'))['Result']).toBeNull()
})

test('a reason is one of list 122 on every route of results', async () => {
  const sale = await approved()
  const rows = await rowsOf(bench.pathologist, sale['SaleId'])
  const WorkItemIds = [rows[0]?.['WorkItemId']]
  for (const ReasonId of [other, 999_999]) {
    const entry = await put({
      SaleId: sale['SaleId'],
      WorkItems: [{ WorkItemId: WorkItemIds[0], StatusId: 156, ReasonId }],
    })
    expect([entry.status, entry.body['errors']]).toEqual([
      400,
      { 'WorkItems.0.ReasonId': ['Reason is not one of its choices'] },
    ])
    for (const name of ['review', 'approve', 'repeat', 'release', 'withdraw']) {
      const answer = await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds, ReasonId })
      expect([name, answer.status, answer.body['errors']]).toEqual([
        name,
        400,
        { ReasonId: ['Reason is not one of its choices'] },
      ])
    }
    const amended = await amend(bench.pathologist, sale['SaleId'], { Sodium: '130' }, { ReasonId })
    expect([amended.status, amended.body['errors']]).toEqual([400, { ReasonId: ['Reason is not one of its choices'] }])
  }
})

test('after approval a comment or a reason is changed by an amendment only; internal remarks stay open', async () => {
  const sale = await approved()
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Sodium')
  const note = (item: Json) => put({ SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, ...item }] })
  const refusal = 'Sodium: after approval comments and reasons are changed by an amendment only'
  const stays = async () => {
    const written = await note({ Comments: 'Blasts seen, suggestive of acute leukaemia.' })
    expect([written.status, written.body['message']]).toEqual([422, refusal])
    expect((await note({ ReasonId: await aReason(bench.technologist) })).status).toBe(422)
    expect(await rowOf(bench.technologist, sale['SaleId'], 'Sodium')).toMatchObject({ Comments: null, ReasonId: null })
  }
  await stays()
  expect((await note({ Remarks: 'tube kept' })).status).toBe(200)
  expect((await releaseAll(bench.pathologist, sale['SaleId'])).status).toBe(200)
  await stays()
})

test('the history of results holds comments, remarks and reasons before and after', async () => {
  const sale = await aSale()
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Sodium')
  const reason = await aReason(bench.technologist)
  await put({
    SaleId: sale['SaleId'],
    WorkItems: [{ WorkItemId, Result: '140', Comments: 'first', Remarks: 'inside' }],
  })
  await put({ SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, Comments: 'second', ReasonId: reason }] })
  const changes = await app.db.read.rows<{ changes: Json }>(sql`
    select
      changes
    from
      audit
    where
      module_id = 'testresults'
      and form_id = ${sale['SaleId']}
      and action = 'enter'
    order by
      audit_id
  `)
  expect(changes.map((row) => row.changes['Sodium'])).toEqual([
    [
      { Result: null, StatusId: 150, Flag: null, Remarks: null, Comments: null },
      { Result: '140', StatusId: 151, Flag: 'N', Remarks: 'inside', Comments: 'first' },
    ],
    [
      { Result: '140', StatusId: 151, Comments: 'first', ReasonId: null },
      { Result: '140', StatusId: 151, Comments: 'second', ReasonId: reason },
    ],
  ])
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
  const sale = await aSale()
  await enter(above, sale['SaleId'], { Sodium: '140' })
  const { WorkItemId } = await rowOf(above, sale['SaleId'], 'Sodium')
  const own = await above.put('/api/approve/testresults', { WorkItemIds: [WorkItemId] })
  expect([own.status, own.body['message']]).toEqual([
    422,
    'Sodium: entered by you, to be approved by another signatory',
  ])
  expect((await put({ SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, StatusId: 153 }] }, above)).status).toBe(422)
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds: [WorkItemId] })).status).toBe(200)
})

test('a save answers the versions that the next save sends, of calculated rows too', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [3017] })
  const { WorkItemId, RowVersion } = await rowOf(bench.technologist, sale['SaleId'], 'HbA1c')
  const save = (Result: string, version: unknown) =>
    put({ SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, Result, RowVersion: version }] })
  const first = await save('6.1', RowVersion)
  const versions = (await rowsOf(bench.technologist, sale['SaleId'])).map((row) => ({
    WorkItemId: row['WorkItemId'],
    RowVersion: row['RowVersion'],
  }))
  expect(first.body['WorkItems']).toEqual(versions)
  expect(first.body['RowVersion']).toBe(Math.max(...versions.map((row) => Number(row.RowVersion))))
  const own = (first.body['WorkItems'] as Json[]).find((row) => row['WorkItemId'] === WorkItemId)
  expect((await save('6.2', own?.['RowVersion'])).status).toBe(200)
  expect((await save('6.3', own?.['RowVersion'])).status).toBe(409)
})

test('OPS-200 a save says what was no result and stays as it was, and what was rounded', async () => {
  const sale = await aSale()
  const ids = Object.fromEntries(
    (await rowsOf(bench.technologist, sale['SaleId'])).map((row) => [row['Element'], row['WorkItemId']]),
  )
  const answer = await put({
    SaleId: sale['SaleId'],
    WorkItems: [
      { WorkItemId: ids['Sodium'], Result: 'abc' },
      { WorkItemId: ids['Potassium'], Result: '4.25' },
    ],
  })
  expect([answer.status, answer.body['Refused'], answer.body['Rounded']]).toEqual([
    200,
    [{ WorkItemId: ids['Sodium'], Text: 'abc', Reason: '"abc" is not a number' }],
    [{ WorkItemId: ids['Potassium'], From: '4.25', To: '4.3' }],
  ])
  expect(answer.body['message']).toBe('1 result is saved; "abc" is not a number; 4.25 is rounded to 4.3')
})

test('`.5` is kept as 0.5 with its number and its flag', async () => {
  const sale = await aSale()
  await enter(bench.technologist, sale['SaleId'], { Potassium: '.5', Chloride: '+101' })
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Potassium')).toMatchObject({ Result: '0.5', Flag: 'LL' })
  const kept = await app.db.read.rows(sql`
    select
      r.result,
      r.numeric_value
    from
      results r
      join work_items w on w.result_id = r.result_id
    where
      w.sale_id = ${sale['SaleId']}
    order by
      r.result
  `)
  expect(kept).toEqual([
    { result: '0.5', numeric_value: 0.5 },
    { result: '101', numeric_value: 101 },
  ])
})

test('a newborn drawn on the day of birth has the interval of days, and its flag', async () => {
  const today = (
    await app.db.read.one<{ day: string }>(sql`
      select
        network_day (now())::text as day
    `)
  ).day
  const newborn = await aPatient(bench.desk, { Name: 'Baby of Asha', Age: undefined, BirthDate: today })
  const sale = await accessioned(bench.desk, {
    PatientId: newborn,
    products: [product.electrolytes],
    CollectionDate: new Date().toISOString(),
    SaleDate: new Date().toISOString(),
  })
  await enter(bench.technologist, sale['SaleId'], { Potassium: '5.5' })
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Potassium')).toMatchObject({
    AgeDays: 0,
    PatientAge: 0,
    Flag: 'N',
    LowValue: 3.9,
    HighValue: 5.9,
  })
  const grown = await aSale()
  await enter(bench.technologist, grown['SaleId'], { Potassium: '5.5' })
  expect((await rowOf(bench.technologist, grown['SaleId'], 'Potassium'))['Flag']).toBe('H')
})

test('while somebody edits the results of a sale nobody reviews, approves, repeats or releases them', async () => {
  const sale = await aSale()
  await enterAll(bench.technologist, sale['SaleId'])
  const WorkItemIds = (await rowsOf(bench.pathologist, sale['SaleId']))
    .filter((row) => !row['Formula'])
    .map((row) => row['WorkItemId'])
  const act = (name: string) => bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds, ReasonId: 160 })
  const lock = { ModuleId: 'testresults', FormId: sale['SaleId'] as unknown }
  await bench.technologist.post('/api/locks/', lock)
  for (const name of ['review', 'approve', 'repeat']) expect([name, (await act(name)).status]).toEqual([name, 423])
  expect((await rowOf(bench.pathologist, sale['SaleId'], 'Sodium'))['StatusId']).toBe(151)
  await bench.technologist.call('DELETE', '/api/locks/', lock)
  expect((await act('approve')).status).toBe(200)
})

test('criteria of a permit hold for each work item on every route of results', async () => {
  const sale = await approved()
  const spare = await aSale()
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')
  const pending = await rowOf(bench.pathologist, spare['SaleId'], 'Sodium')
  const only = (criteria: string | null) =>
    app.db.transaction(async (tx) => {
      await tx.run(sql`
        update permissions
        set
          criteria = ${criteria}
        where
          role_id = 3
          and module_id = 'testresults'
          and permit <> 'list'
      `)
      await bumpVersion(tx, 'permissions')
    })
  const WorkItemIds = [row['WorkItemId']]
  const asked: ['GET' | 'PUT' | 'POST', string, Json][] = [
    ['PUT', '/api/testresults/', { WorkItems: [{ WorkItemId: row['WorkItemId'], Remarks: 'x' }] }],
    ['PUT', '/api/review/testresults', { WorkItemIds }],
    ['PUT', '/api/approve/testresults', { WorkItemIds }],
    ['PUT', '/api/repeat/testresults', { WorkItemIds, ReasonId: await aReason(bench.pathologist) }],
    ['PUT', '/api/release/testresults', { WorkItemIds }],
    ['PUT', '/api/withdraw/testresults', { WorkItemIds }],
    [
      'PUT',
      '/api/amend/testresults',
      {
        WorkItems: [{ WorkItemId: row['WorkItemId'], Result: '1' }],
        ReasonId: await aReason(bench.pathologist),
        Remarks: 'x',
      },
    ],
    ['POST', '/api/criticalcalls/', { WorkItemId: row['WorkItemId'], CalledTo: 'x', ReadBack: true }],
    ['GET', `/api/testresults?SaleId=${sale['SaleId']}`, {}],
  ]
  try {
    await only(`SaleId == ${spare['SaleId']}`)
    const fresh = await signedIn(app, 'pathologist', 3, 2)
    for (const [method, path, body] of asked)
      expect([path, (await fresh.call(method, path, method === 'GET' ? undefined : body)).status]).toEqual([path, 403])
    const own = { SaleId: spare['SaleId'], WorkItems: [{ WorkItemId: pending['WorkItemId'], Result: '140' }] }
    expect((await fresh.put('/api/testresults/', own)).status).toBe(200)
    await only('StatusId < 153')
    const again = await signedIn(app, 'pathologist', 3, 2)
    expect((await again.put('/api/release/testresults', { WorkItemIds })).status).toBe(403)
  } finally {
    await only(null)
  }
})

test('who enters but may not sign signs nothing in the status cell either', async () => {
  const sale = await aSale()
  await enter(bench.technologist, sale['SaleId'], { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')
  const signing = (criteria: string | null) =>
    app.db.transaction(async (tx) => {
      await tx.run(sql`
        update permissions
        set
          criteria = ${criteria}
        where
          role_id = 3
          and module_id = 'testresults'
          and permit in ('review', 'approve')
      `)
      await bumpVersion(tx, 'permissions')
    })
  const pick = async (StatusId: number) => {
    const fresh = await signedIn(app, 'pathologist', 3, 2)
    return (await fresh.put('/api/testresults/', { SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, StatusId }] }))
      .status
  }
  try {
    await signing('StatusId > 900')
    expect([await pick(152), await pick(153)]).toEqual([403, 403])
  } finally {
    await signing(null)
  }
  expect([await pick(152), await pick(153)]).toEqual([200, 200])
})
