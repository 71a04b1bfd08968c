// Pregnancy is a state of the patient at the draw: intervals ask for it, and while it is not stated they judge no result.
import { expect, test } from 'vitest'
import { readRow, readRows, setRows } from '../../server/testing/rows.ts'
import type { Read, Result } from '../../server/testing/answers.ts'
import type { Answered, Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, saleOf } from '../sales/sales.fixture.ts'
import { gender } from '../lists/items.model.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import {
  approveAll,
  approveNormal,
  aReason,
  enter,
  enterAll,
  labForTests,
  releaseAll,
  rowOf,
} from './testresults.fixture.ts'

const { app, bench } = labForTests()
const curve = 3016
const twoHours = 'OGTT 2 h glucose (75 g)'

const drawn = async (
  Pregnancy: string | null,
  person: Json = { GenderId: gender.Female, Age: 30 },
): Promise<Read<'sales'>> => {
  const CollectionDate = new Date(Date.now() - 150 * 60_000).toISOString()
  const PatientId = await aPatient(bench.desk, { Name: 'Asha Curve', ...person })
  const sale = await accessioned(bench.desk, {
    PatientId,
    BuyerId: 21,
    products: [curve],
    SaleDate: CollectionDate,
    CollectionDate,
    ...(Pregnancy && { Pregnancy }),
  })
  const tubes = await readRows<{ SampleId: number }>(
    app,
    'samples',
    { SaleId: sale.SaleId, StatusId: 115 },
    'sample_id',
  )
  const collected = await bench.desk.put('/api/collect/samples', { SampleIds: tubes.map((tube) => tube.SampleId) })
  if (collected.status !== 200) throw new Error(collected.text)
  return sale
}
const flagOf = async (sale: Read<'sales'>, value: string): Promise<unknown> => {
  const entered = await enter(bench.technologist, sale.SaleId, { [twoHours]: value })
  if (entered.status !== 200) throw new Error(entered.text)
  return (await rowOf(bench.pathologist, sale.SaleId, twoHours)).Flag
}
const approveSale = async (sale: Read<'sales'>) => {
  const { WorkSheetId } = await rowOf(bench.pathologist, sale.SaleId, twoHours)
  const sheet = { WorkSheetId: WorkSheetId ?? null, SaleId: sale.SaleId }
  return approveNormal(bench.pathologist, [sheet])
}

const issued = async (Pregnancy: string | null, person?: Json): Promise<Read<'sales'>> => {
  const sale = await drawn(Pregnancy, person)
  await enterAll(bench.technologist, sale.SaleId, { [twoHours]: '150' })
  await approveAll(bench.pathologist, sale.SaleId)
  const released = await releaseAll(bench.pathologist, sale.SaleId)
  if (released.status !== 200) throw new Error(released.text)
  return sale
}
const newest = (sale: Read<'sales'>): Promise<{ Content: ReportData }> =>
  readRow(app, 'reports', { SaleId: sale.SaleId }, 'content', 'version desc')

test('150 mg/dL after two hours is normal in pregnancy and high outside it, for women and men', async () => {
  expect(await flagOf(await drawn('yes'), '150')).toBe('N')
  expect(await flagOf(await drawn('no'), '150')).toBe('H')
  expect(await flagOf(await drawn(null, { GenderId: gender.Male, Age: 50 }), '150')).toBe('H')
  expect(await flagOf(await drawn(null, { GenderId: gender.Female, Age: 70 }), '150')).toBe('H')
})

test('where it is not stated there is no flag, no approval in bulk, and a signatory must review it', async () => {
  const sale = await drawn(null)
  await bench.technologist.put('/api/generate/worksheets')
  expect(await flagOf(sale, '100')).toBeNull()
  const row = await rowOf(bench.pathologist, sale.SaleId, twoHours)
  expect([row.NoRange, row.Pregnancy]).toEqual([true, null])
  const many = await approveSale(sale)
  expect(many.body.message).toBe('0 results would be approved; 3 are left')
  expect(many.text).toContain(`${twoHours}: no reference interval shows that it is normal`)
  const refused = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [row.WorkItemId] })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    `${twoHours}: to be reviewed first (no reference interval)`,
  ])
})

test('a report says that its interval depends on pregnancy only of a patient who may be pregnant', async () => {
  const intervalOf = async (person: Json): Promise<unknown> => {
    const sale = await issued(null, person)
    const rows = (await newest(sale)).Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows]))
    return rows.find(({ Element }) => Element === twoHours)?.IntervalText
  }
  expect(await intervalOf({ GenderId: gender.Female, Age: 30 })).toBe('Depends on pregnancy, not stated')
  // of these ages there is no interval outside pregnancy
  const { ElementId } = await readRow<{ ElementId: number }>(app, 'elements', { Name: twoHours }, 'element_id')
  const upTo = (MaxAge: number) => setRows(app, 'element_measurements', { ElementId, Pregnancy: 'no' }, { MaxAge })
  await upTo(60)
  try {
    expect(await intervalOf({ GenderId: gender.Female, Age: 70 })).toBeNull()
    expect(await intervalOf({ GenderId: gender.Male, Age: 70 })).toBeNull()
  } finally {
    await upTo(120)
  }
})

test('stated later at the counter, what is not out is judged again; the sale shows it', async () => {
  const sale = await drawn(null)
  expect(await flagOf(sale, '150')).toBeNull()
  const state = await saleOf(bench.desk, sale.SaleId)
  const saved = await bench.desk.put(`/api/sales/${String(sale.SaleId)}`, {
    Pregnancy: 'no',
    RowVersion: state.RowVersion,
  })
  expect([saved.status, saved.text]).toEqual([200, saved.text])
  expect((await saleOf(bench.desk, sale.SaleId)).Pregnancy).toBe('no')
  expect((await rowOf(bench.pathologist, sale.SaleId, twoHours)).Flag).toBe('H')
})

test('once a report is out the counter is refused, and Correct details judges again and says so in the next version', async () => {
  const sale = await issued('yes')
  const refused = await bench.desk.put(`/api/sales/${String(sale.SaleId)}`, { Pregnancy: 'no' })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Pregnancy cannot be changed: A report is out: "Correct details" changes it and amends the report',
  ])
  const corrected = await bench.pathologist.put('/api/correctdetails/sales', {
    SaleId: sale.SaleId,
    Pregnancy: 'no',
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Stated by mistake',
  })
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  const row = await rowOf(bench.pathologist, sale.SaleId, twoHours)
  expect([row.Flag, row.StatusId, row.Pregnancy]).toEqual(['H', 159, 'no'])
  // without a limit it waits for a review
  expect(corrected.body.message).toContain(
    'OGTT 1 h glucose (75 g): its amendment is to be reviewed first (not judged by its limits)',
  )
  const changes = (await newest(sale)).Content.Amendment?.Changes ?? []
  expect(changes.map(({ What, Was, Is }) => `${What}: ${Was} -> ${Is}`.replaceAll(/\s/g, ' '))).toEqual([
    'Pregnancy: Pregnant -> Not pregnant',
    'OGTT fasting glucose, judged by: < 92, N -> 70–99, N',
    `${twoHours}, judged by: < 153, N -> < 140, H`,
  ])
})

test('what was stated of another patient is gone with them, at the counter and by Correct patient', async () => {
  const other = await aPatient(bench.desk, { Name: 'Meera Other', GenderId: gender.Female, Age: 35 })
  const open = await drawn('yes')
  expect((await bench.desk.put(`/api/sales/${String(open.SaleId)}`, { PatientId: other })).status).toBe(200)
  expect((await saleOf(bench.desk, open.SaleId)).Pregnancy).toBeNull()
  const correct = async (more: Json): Promise<Result> => {
    const sale = await issued('yes')
    const corrected = await bench.pathologist.put('/api/correctpatient/sales', {
      SaleId: sale.SaleId,
      PatientId: other,
      ReasonId: await aReason(bench.pathologist),
      Remarks: 'Forms were exchanged',
      ...more,
    })
    expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
    return rowOf(bench.pathologist, sale.SaleId, twoHours)
  }
  expect(await correct({})).toMatchObject({ Pregnancy: null, Amendment: { Flag: null } })
  expect(await correct({ Pregnancy: 'no' })).toMatchObject({ Pregnancy: 'no', Flag: 'H' })
})

test('what was corrected of one patient is not printed in the name of another', async () => {
  const sale = await issued('yes')
  const said = { SaleId: sale.SaleId, ReasonId: await aReason(bench.pathologist) }
  const act = async (path: string, asked: Json): Promise<void> => {
    const { status, text } = await bench.pathologist.put(`/api/${path}/sales`, { ...said, ...asked })
    expect([path, status, text]).toEqual([path, 200, text])
  }
  const earlier = async () => (await newest(sale)).Content.EarlierAmendments
  await act('correctdetails', { Pregnancy: 'no', LRN: '4711', Remarks: 'Stated by mistake' })
  await act('correctdetails', { LRN: '4712', Remarks: 'Another form' })
  expect((await earlier())?.[0]?.Changes.map(({ What }) => What)).toContain('Pregnancy')
  const PatientId = await aPatient(bench.desk, { Name: 'Meera Right', GenderId: gender.Female, Age: 35 })
  await act('correctpatient', { PatientId, Remarks: 'Forms were exchanged' })
  expect((await earlier())?.map(({ Changes, Reason }) => [Reason, Changes.map(({ What }) => What)])).toEqual([
    ['Stated by mistake', ['LRN']],
    ['Another form', ['LRN']],
  ])
})

test('of a man and of a child no pregnancy is stated, neither in a sale nor by a correction', async () => {
  const ruledOut = 'Gender or age of this patient rules a pregnancy out. Check the patient, or leave Pregnancy empty'
  const refusal = ({ status, body }: Answered): unknown[] => [status, body.errors]
  const asked = [400, { Pregnancy: [ruledOut] }]
  const man = await aPatient(bench.desk, { Name: 'Ramesh Not', GenderId: gender.Male, Age: 30 })
  const open = await drawn('no', { GenderId: gender.Female, Age: 9 })
  const path = `/api/sales/${String(open.SaleId)}` as const
  expect(refusal(await bench.desk.put(path, { Pregnancy: 'yes' }))).toEqual(asked)
  expect(refusal(await bench.desk.put(path, { PatientId: man, Pregnancy: 'yes' }))).toEqual(asked)
  const said = { ReasonId: await aReason(bench.pathologist), Remarks: 'As the form says', Pregnancy: 'yes' }
  const ofMan = { ...said, SaleId: (await issued(null, { GenderId: gender.Male, Age: 50 })).SaleId }
  expect(refusal(await bench.pathologist.put('/api/correctdetails/sales', ofMan))).toEqual(asked)
  const ofWoman = { ...said, SaleId: (await issued('yes')).SaleId, PatientId: man }
  expect(refusal(await bench.pathologist.put('/api/correctpatient/sales', ofWoman))).toEqual(asked)
})
