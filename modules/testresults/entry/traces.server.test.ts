// What signing leaves behind: who was called and told, what stood on the report before, and that nobody amends what
// they did not see.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  amended,
  approveAll,
  aReason,
  benchOf,
  enter,
  enterAll,
  itemsOf,
  releaseAll,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'
import type { Bench } from '../testresults.fixture.ts'

let app: TestApp
let bench: Bench
let patient: number
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  patient = await aPatient(bench.desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())

const sold = async (): Promise<unknown> =>
  (
    await accessioned(bench.desk, {
      PatientId: patient,
      products: [product.electrolytes],
      receipts: [{ PaymentModeId: 40, Amount: 450 }],
    })
  )['SaleId']
const letGo = async (saleId: unknown): Promise<void> => {
  await enterAll(bench.technologist, saleId)
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
}
const call = (body: Json) => bench.pathologist.post('/api/criticalcalls/', { CalledTo: 'Dr Sawant', ...body })

test('a call of which nobody says that it was read back is none; one that was stands in the history of the sale', async () => {
  const saleId = await sold()
  await enter(bench.technologist, saleId, { Potassium: '6.9' })
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  for (const body of [{}, { ReadBack: false }]) {
    const answer = await call({ WorkItemId, ...body })
    expect([answer.status, answer.body['errors']]).toEqual([400, { ReadBack: ['The value must be read back'] }])
  }
  expect((await rowOf(bench.pathologist, saleId, 'Potassium'))['CriticalCall']).toBeNull()
  expect((await call({ WorkItemId, ReadBack: true })).status).toBe(201)
  expect(
    await app.db.read.rows(sql`
      select
        user_id,
        remarks,
        changes
      from
        audit
      where
        module_id = 'testresults'
        and form_id = ${saleId}
        and action = 'critical call'
    `),
  ).toMatchObject([
    {
      user_id: bench.pathologist.userId,
      remarks: 'Told to Dr Sawant',
      changes: { Potassium: [{ Result: '6.9' }, {}] },
    },
  ])
})

test('nobody amends a result that somebody else amended since they saw it', async () => {
  const saleId = await sold()
  await letGo(saleId)
  const seen = await rowOf(bench.pathologist, saleId, 'Sodium')
  expect((await amend(bench.other, saleId, { Sodium: '132' })).status).toBe(200)
  const ask = (RowVersion: unknown) =>
    aReason(bench.pathologist).then((ReasonId) =>
      bench.pathologist.put('/api/amend/testresults', {
        WorkItems: [{ WorkItemId: seen['WorkItemId'] as unknown, RowVersion, Result: '133' }],
        ReasonId,
        Remarks: 'Wrong tube',
      }),
    )
  expect((await ask(seen['RowVersion'])).status).toBe(409)
  expect((await rowOf(bench.other, saleId, 'Sodium'))['Amendment']).toMatchObject({ Result: '132' })
  expect((await ask((await rowOf(bench.pathologist, saleId, 'Sodium'))['RowVersion'])).status).toBe(200)
})

test('an amendment to a critical value is told to the other pathologists of the lab', async () => {
  const saleId = await sold()
  await letGo(saleId)
  expect((await amend(bench.pathologist, saleId, { Potassium: '6.9' })).status).toBe(200)
  const told = (await bench.other.get<Json[]>('/api/getdata/9')).body.map((note) => note['Subject'] as string)
  expect(told.slice(0, 2).sort()).toEqual(['Amendment to approve', 'Critical value: Potassium'])
})

test('a printed comment that an amendment changes stands beside the new one as it went out', async () => {
  const saleId = await sold()
  await enterAll(bench.technologist, saleId)
  const { WorkItemId } = await rowOf(bench.technologist, saleId, 'Sodium')
  const noted = await bench.technologist.put('/api/testresults/', {
    SaleId: saleId,
    WorkItems: [{ WorkItemId, Comments: 'Slightly haemolysed' }],
  })
  expect(noted.status).toBe(200)
  await letGo(saleId)
  const asked = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Clear serum' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Another tube was meant',
  })
  expect(asked.status).toBe(200)
  await bench.other.put('/api/approve/testresults', { WorkItemIds: itemsOf(await waiting(bench.other, saleId)) })
  const { changes } = await app.db.read.one<{ changes: Json[] }>(sql`
    select
      content -> 'Amendment' -> 'Changes' as changes
    from
      reports
    where
      sale_id = ${saleId}
    order by
      version desc
    limit
      1
  `)
  expect(changes).toEqual([{ What: 'Sodium, comment', Was: 'Slightly haemolysed', Is: 'Clear serum' }])
})

test('the call about a critical value stays with it when only the comment is amended; another critical value asks for its own', async () => {
  const saleId = await sold()
  await enterAll(bench.technologist, saleId, { Potassium: '6.9' })
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  const commented = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Repeated on a second tube' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Comment was left out',
  })
  expect(commented.status).toBe(200)
  expect((await rowOf(bench.other, saleId, 'Potassium'))['Amendment']).toMatchObject({
    CriticalCall: { CalledTo: 'Dr Sawant' },
  })
  expect((await amended(bench, saleId, { Potassium: '7.4' })).body['message']).toContain(
    'Potassium: log the call about the amended critical value first',
  )
  expect((await rowOf(bench.other, saleId, 'Potassium'))['Amendment']).toMatchObject({ Flag: 'HH', CriticalCall: null })
})

test('a report is not put into the name of a patient of another network, nor is anything told of them', async () => {
  const saleId = await sold()
  await letGo(saleId)
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const stranger = await app.db.transaction((tx) =>
    tx.one<{ client_id: number }>(sql`
      with
        entity as (
          insert into
            clients (client_type_id, name, is_active)
          values
            (9, 'Rival Diagnostics', true)
          returning
            client_id
        )
      insert into
        clients (client_type_id, name, parent_id, gender_id, birth_date, is_active)
      select
        12,
        'Secret Patient',
        client_id,
        2,
        ${later}::date,
        true
      from
        entity
      returning
        client_id
    `),
  )
  const correct = async (PatientId: number) =>
    bench.other.put('/api/correctpatient/sales', {
      SaleId: saleId,
      PatientId,
      ReasonId: await aReason(bench.other),
      Remarks: 'Exchanged',
    })
  const [known, nobody] = [await correct(stranger.client_id), await correct(9_999_999)]
  expect([known.status, known.body['message']]).toEqual([404, 'This patient does not exist'])
  expect([nobody.status, nobody.body['message']]).toEqual([404, 'This patient does not exist'])
})

test('the earlier result is one that was signed; the report prints one that went out', async () => {
  const own = await aPatient(bench.desk, { Name: 'Earlier Result', MobilePhone: '9822000161' })
  const drawn = async (daysAgo: number): Promise<unknown> =>
    (
      await accessioned(bench.desk, {
        PatientId: own,
        BuyerId: 21,
        products: [product.electrolytes],
        CollectionDate: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      })
    )['SaleId']
  const [first, second] = [await drawn(2), await drawn(1)]
  const previous = async () => (await rowOf(bench.pathologist, second, 'Potassium'))['PreviousResult'] as string | null
  await enterAll(bench.technologist, first, { Potassium: '4.0' })
  expect(await previous()).toBeNull()
  await approveAll(bench.pathologist, first)
  expect(await previous()).toBe('4.0')
  const printed = async () => {
    const { departments } = await app.db.read.one<{ departments: Json[] }>(sql`
      select
        content -> 'Departments' as departments
      from
        reports
      where
        sale_id = ${second}
      order by
        version desc
      limit
        1
    `)
    const rows = departments.flatMap((one) => (one['Tests'] as Json[]).flatMap((test) => test['Rows'] as Json[]))
    return rows.find((one) => one['Element'] === 'Potassium')?.['PreviousResult'] as string | null
  }
  await enterAll(bench.technologist, second, { Potassium: '4.1' })
  await approveAll(bench.pathologist, second)
  expect((await releaseAll(bench.pathologist, second)).status).toBe(200)
  expect(await printed()).toBeNull()
  expect((await releaseAll(bench.pathologist, first)).status).toBe(200)
  expect((await amended(bench, second, { Potassium: '4.2' })).status).toBe(200)
  expect(await printed()).toBe('4.0')
})

test('an interval that has ended, or is to come, judges nothing', async () => {
  const saleId = await sold()
  await enter(bench.technologist, saleId, { Sodium: '140' })
  const { ElementId } = await rowOf(bench.technologist, saleId, 'Sodium')
  const inForce = (from: string, till: string) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update element_measurements
        set
          effective_from = ${from}::timestamptz,
          effective_till = ${till}::timestamptz
        where
          element_id = ${ElementId}
      `),
    )
  const judged = async (Result: string) => {
    expect((await enter(bench.technologist, saleId, { Sodium: Result })).status).toBe(200)
    return rowOf(bench.technologist, saleId, 'Sodium')
  }
  try {
    await inForce('2000-01-01', 'yesterday')
    expect(await judged('170')).toMatchObject({ Flag: null, NoRange: true, ElementMeasurementId: null })
    await inForce('tomorrow', 'infinity')
    expect(await judged('171')).toMatchObject({ Flag: null, NoRange: true })
  } finally {
    await inForce('2000-01-01', 'infinity')
  }
  expect(await judged('172')).toMatchObject({ Flag: expect.stringMatching(/^HH?$/), NoRange: false })
})

test('an amendment tells what went out before, not what was asked for and taken back; each report keeps the moment it was replaced', async () => {
  const saleId = await sold()
  await enterAll(bench.technologist, saleId, { Sodium: '140' })
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
  expect((await amend(bench.pathologist, saleId, { Sodium: '132' })).status).toBe(200)
  const taken = { WorkItemIds: itemsOf(await waiting(bench.other, saleId)), Remarks: 'Tube was right' }
  expect((await bench.other.put('/api/withdraw/testresults', taken)).status).toBe(200)
  const versions = () =>
    app.db.read.rows<{ replaced: string | null; was: string | null }>(sql`
      select
        superseded_at as replaced,
        content -> 'Amendment' -> 'Changes' -> 0 ->> 'Was' as was
      from
        reports
      where
        sale_id = ${saleId}
      order by
        version
    `)
  expect((await amended(bench, saleId, { Sodium: '135' })).status).toBe(200)
  const second = await versions()
  expect(second).toMatchObject([{ replaced: expect.any(String) }, { replaced: null, was: '140 mmol/L' }])
  expect((await amended(bench, saleId, { Sodium: '136' })).status).toBe(200)
  expect(await versions()).toMatchObject([
    { replaced: second[0]?.replaced },
    { replaced: expect.any(String) },
    { replaced: null, was: '135 mmol/L' },
  ])
})

test('a test whose item was cancelled is not on the report, also where it shares an element with one that is', async () => {
  const { SaleId, SaleProducts } = await accessioned(bench.desk, {
    PatientId: patient,
    BuyerId: 21,
    products: [product.haemoglobin, product.cbc],
  })
  const [, blood] = SaleProducts as Json[]
  expect(
    (await bench.desk.put('/api/cancel/saleProduct', { SaleProductId: blood?.['SaleProductId'] as unknown })).status,
  ).toBe(200)
  await enter(bench.technologist, SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, SaleId)
  expect((await releaseAll(bench.pathologist, SaleId)).status).toBe(200)
  const { tests } = await app.db.read.one<{ tests: string[] }>(sql`
    select
      jsonb_path_query_array(content::jsonb, '$.Departments[*].Tests[*].Rows[*].Element') as tests
    from
      reports
    where
      sale_id = ${SaleId}
  `)
  expect(tests).toEqual(['Haemoglobin'])
})

test('who works here no more is no signatory: the one who is left may approve what they entered', async () => {
  const saleId = await sold()
  await enter(bench.pathologist, saleId, { Sodium: '140' })
  const mayApprove = async () =>
    ((await rowOf(bench.pathologist, saleId, 'Sodium'))['Actions'] as Json)['approve'] as unknown
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
  expect(await mayApprove()).toBe('Sodium: entered by you, to be approved by another signatory')
  await others(false)
  expect(await mayApprove()).toBe(true)
  await others(true)
})
