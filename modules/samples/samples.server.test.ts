// Samples: the list and its filters, one tube with its history, and who sees it.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { addUser } from '../../server/testing/add-user.ts'
import type { Read } from '../../server/testing/answers.ts'
import { Person, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { readRows, setPermits, setRows, valueOf } from '../../server/testing/rows.ts'
import { cancelItem } from '../sales/cancel/cancel.fixture.ts'
import { role } from '../../core/user.ts'
import { party } from '../shipments/shipments.fixture.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'

const { app, desk, front } = networkForTests('desk', 'front')
let atLab: Read<'sales'>
let atCentre: Read<'sales'>
beforeAll(async () => {
  atLab = await accessioned(desk, {
    PatientId: await aPatient(desk, { Name: 'Lab Patient' }),
    LRN: '551001',
    ReferringDoctorId: 101,
  })
  atCentre = await accessioned(front, {
    PatientId: await aPatient(front, { Name: 'Centre Patient' }),
    SellerId: 12,
    LRN: '552002',
    products: [product.cbc, product.antiCcp],
  })
})
const list = async (filter: Json, person = desk): Promise<unknown[]> => {
  const answer = await person.get(`/api/getdata/1002?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)
  expect(answer.status).toBe(200)
  return [...new Set(answer.body.map((row) => row.SaleId))].sort()
}

test.each<[string, () => Json, () => Read<'sales'>[]]>([
  ['patient', () => ({ Patient: 'centre' }), () => [atCentre]],
  ['doctor', () => ({ Doctor: 'deshmukh' }), () => [atLab]],
  ['performing lab', () => ({ PerformingLabId: 4 }), () => [atCentre]],
  ['sale id', () => ({ SaleId: atLab.SaleId }), () => [atLab]],
  ['LRN', () => ({ LRN: '5200' }), () => [atCentre]],
  ['accession number', () => ({ AccessionNo: String(atLab.AccessionNo).toLowerCase() }), () => [atLab]],
  ['seller', () => ({ SellerId: 12 }), () => [atCentre]],
  ['dates', () => ({ FromDate: '2020-01-01', ToDate: '2020-01-02' }), () => []],
])('FND-134 OPS-030 samples are filtered by %s', async (_name, filter, expected) => {
  expect(await list(filter())).toEqual(expected().map((sale) => sale.SaleId))
})

test('FND-134 OPS-030 samples are filtered by the first and by the last day of their sale, each alone', async () => {
  const move = (days: string) =>
    setRows(app, 'sales', { SaleId: atLab.SaleId }, { SaleDate: sql`sale_date + ${days}::interval` })
  await move('-10 days')
  const day = addDays(dayOf(new Date()), -5)
  expect([await list({ FromDate: day }), await list({ ToDate: day })]).toEqual([[atCentre.SaleId], [atLab.SaleId]])
  await move('10 days')
})

test('OPS-126 OPS-256 a sample has its fields: sale, specimen, temperature, owner, performing lab, products, elements and its way', async () => {
  const id = atLab.Samples[0]?.SampleId
  const { status, body } = await desk.get(`/api/samples/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    SampleId: id,
    Sale: { SaleId: atLab.SaleId },
    Specimen: { Name: expect.stringMatching(/./) },
    Temperature: { ItemLabel: expect.stringMatching(/./) },
    Owner: { ClientId: 2 },
    PerformingLab: { ClientId: 2 },
    ShipmentSamples: [],
    SaleProductSamples: [{ Code: 'P001' }],
  })
  expect(body.SampleElements).toHaveLength(20)
})

test('a centre sees its own tubes, the lab those of its centres, another lab no tubes', async () => {
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect(await list({}, front)).toEqual([atCentre.SaleId])
  expect(await list({})).toEqual([atLab.SaleId, atCentre.SaleId].sort())
  expect(await list({}, nashik)).toEqual([])
  const id = atLab.Samples[0]?.SampleId
  expect((await front.get(`/api/samples/${id}`)).status).toBe(404)
  expect((await nashik.put('/api/collect/samples', { SampleIds: [id] })).status).toBe(404)
})

test('a collected tube, or an empty list of tubes, cannot be collected', async () => {
  const id = atLab.Samples[0]?.SampleId
  expect((await desk.put('/api/collect/samples', { SampleIds: [id] })).status).toBe(422)
  for (const [SampleIds, status] of [
    [[], 400],
    [['x'], 400],
    [null, 400],
    [[9_999_999], 404],
  ] as const)
    expect([SampleIds, (await desk.put('/api/collect/samples', { SampleIds })).status]).toEqual([SampleIds, status])
})

test('a tube label is printed with its barcode', async () => {
  const [tube] = atLab.Samples
  const page = await desk.post('/api/print/samples/', { templateId: 3, formId: tube?.SampleId, device: 'printer' })
  expect([page.status, page.text.includes(tube?.Barcode)]).toEqual([200, true])
})

const toCollect = async (): Promise<{ sale: Read<'sales'>; SampleIds: unknown[] }> => {
  const sale = await accessioned(desk, {
    PatientId: await aPatient(desk),
    CollectionDate: new Date(Date.now() + 3_600_000).toISOString(),
  })
  return { sale, SampleIds: sale.Samples.map((tube) => tube.SampleId) }
}

test('a tube is collected at its owner for an active line; the lab that waits for it cannot record its collection', async () => {
  const sale = await accessioned(front, {
    SellerId: party.hadapsar,
    products: [product.cbc, product.antiCcp],
    CollectionDate: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const tubeFor = async (lab: number): Promise<number> =>
    valueOf(app, 'samples', { SaleId: sale.SaleId, PerformingLabId: lab }, 'sample_id')
  const [here, outside] = [await tubeFor(party.central), await tubeFor(party.reference)]
  const late = { user: 'outsidedraws', name: 'Outside draws', role: role.Technologist, entity: party.reference }
  await app.db.transaction((tx) => addUser(tx, late))
  const person = new Person(app)
  await person.signIn(late.user, late.role, late.entity)
  const collect = (by: Person, id: unknown) => by.put('/api/collect/samples', { SampleIds: [id] })
  expect((await collect(person, here)).status).toBe(404)
  const elsewhere = await collect(person, outside)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'elsewhere'])
  expect((await cancelItem(front, sale, 0)).status).toBe(200)
  const unneeded = await collect(front, here)
  expect([unneeded.status, unneeded.body.code]).toEqual([422, 'cancelled'])
  expect((await collect(front, outside)).status).toBe(200)
})

test('a collection in the future, before the day of the sale or before birth is refused with its reason', async () => {
  const { SampleIds } = await toCollect()
  const collect = async (CollectionDate: string) => {
    const answer = await desk.put('/api/collect/samples', { SampleIds, CollectionDate })
    return [answer.status, answer.body.message]
  }
  expect(await collect(new Date(Date.now() + 3_600_000).toISOString())).toEqual([
    422,
    'A collection cannot be in the future',
  ])
  expect(await collect('1901-01-01T00:00:00Z')).toEqual([422, expect.stringMatching(/before the patient was born/)])
  expect(await collect('2015-01-01T00:00:00Z')).toEqual([422, expect.stringMatching(/before the day of the sale/)])
  expect((await collect(new Date().toISOString()))[0]).toBe(200)
})

test('a tube that is drawn elsewhere without a time is dated by the server; with one, by that', async () => {
  const clock = async () =>
    (
      await app.db.read.one<{ At: string }>(sql`
        select
          now()::text as at
      `)
    ).At
  const [now, typed] = [await toCollect(), await toCollect()]
  const drawn = ({ SampleIds }: typeof now, CollectionDate: string | null) =>
    desk.put('/api/collect/samples', { SampleIds, Place: 'home', CollectionDate })
  const [before, answer, after] = [await clock(), await drawn(now, null), await clock()]
  expect(answer.status).toBe(200)
  const dated = { SaleId: now.sale.SaleId }
  expect(
    await readRows(app, 'samples', dated, `distinct collection_date between '${before}' and '${after}' as is_now`),
  ).toEqual([{ IsNow: true }])
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  expect((await drawn(typed, minute)).status).toBe(200)
  expect(await readRows(app, 'samples', { SaleId: typed.sale.SaleId }, 'distinct collection_date as at')).toEqual([
    { At: minute },
  ])
})

test('no tube is received before it was collected, also where the clock of the desk is ahead', async () => {
  const ahead = await toCollect()
  const CollectionDate = new Date(Date.now() + 50_000).toISOString()
  const { sale, SampleIds } = await toCollect()
  expect((await desk.put('/api/collect/samples', { SampleIds: ahead.SampleIds, CollectionDate })).status).toBe(200)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
  for (const one of [ahead.sale, sale])
    expect(
      await readRows(
        app,
        'samples',
        { SaleId: one.SaleId },
        'distinct received_date >= collection_date as in_order, received_by_id is not null as is_received',
      ),
    ).toEqual([{ InOrder: true, IsReceived: true }])
})

test('a sale cannot record a collection before birth, or after its tubes were received', async () => {
  const received = await accessioned(desk, { PatientId: await aPatient(desk) })
  const change = async (CollectionDate: string) => {
    const answer = await desk.put(`/api/sales/${received.SaleId}`, { CollectionDate })
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect((await change('1901-01-01T00:00:00Z'))[0]).toBe(400)
  expect((await change(new Date(Date.now() + 300_000).toISOString()))[0]).toBe(400)
  expect((await change(new Date(Date.now() - 600_000).toISOString()))[0]).toBe(200)
})

test('a tube that another user edits cannot be collected, and the criteria of the permit apply to each tube', async () => {
  const { SampleIds } = await toCollect()
  const [FormId] = SampleIds
  const logistics = await signedIn(app, 'technologist', 4, 2)
  await logistics.post('/api/locks/', { ModuleId: 'samples', FormId })
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(423)
  await logistics.call('DELETE', '/api/locks/', { ModuleId: 'samples', FormId })
  const only = (criteria: string | null) => setPermits(app, 5, 'samples', ['update'], { Criteria: criteria })
  await only('OwnerId == 12')
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(403)
  await only(null)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
})

test('a collection is in the history of its tube, and no birth date can be after it', async () => {
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
  const manager = await signedIn(app, 'manager', 2, 2)
  const sale = await accessioned(manager, {
    PatientId: await aPatient(desk),
    SaleDate: daysAgo(3),
    CollectionDate: daysAgo(-2),
    ReportDate: daysAgo(-3),
  })
  const SampleIds = sale.Samples.map((tube) => tube.SampleId)
  const CollectionDate = daysAgo(2)
  expect((await desk.put('/api/collect/samples', { SampleIds, CollectionDate })).status).toBe(200)
  expect(
    await readRows(app, 'audit', { ModuleId: 'samples', FormId: SampleIds[0], Action: 'collect' }, 'user_id, changes'),
  ).toEqual([{ UserId: desk.userId, Changes: { StatusId: [115, 116], CollectionDate: [null, CollectionDate] } }])
  // the collection date of the sale is still the day after tomorrow
  const born = (days: number) =>
    desk.put(`/api/clients/${sale.PatientId}`, {
      BirthDate: addDays(dayOf(CollectionDate), days),
      IsActualBirthDay: true,
    })
  const late = await born(1)
  expect([late.status, late.body.errors]).toEqual([
    422,
    { BirthDate: [expect.stringMatching(/before the patient was born/)] },
  ])
  expect((await born(0)).status).toBe(200)
})
