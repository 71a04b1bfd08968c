// Elements that two instruments of a lab measure: which one did is chosen, judged by and printed.
import { expect, test } from 'vitest'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { signedIn, type Answered, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { role } from '../../../core/user.ts'
import { savedByTwo } from '../../requests/requests.fixture.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import {
  approveAll,
  enter,
  enterAll,
  labForTests,
  paidSale,
  releaseAll,
  rowOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const [cobas, architect] = ['Roche cobas e 601', 'Abbott ARCHITECT i1000SR']

const thyroid = async (): Promise<Read<'sales'>> =>
  paidSale(bench.desk, await aPatient(bench.desk), [product.thyroid], 0.01)
const named = (row: Result, name: string): number =>
  Number(row.InService.find((one) => one.Name === name)?.LabInstrumentId)
const measureOn = async (person: Person, rows: readonly Result[], instrument: number, more: Json = {}) =>
  person.put('/api/measureon/testresults', {
    WorkItemIds: rows.map((row) => row.WorkItemId),
    LabInstrumentId: instrument,
    ...more,
  })
const printed = async (sale: Read<'sales'>): Promise<string> =>
  (await readRow<{ Content: string }>(app, 'reports', { SaleId: sale.SaleId }, 'content::text as content')).Content

test('the sheet knows the instruments that measure an element; the report prints the chosen one and no other', async () => {
  const sale = await thyroid()
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  const [row] = rows
  if (!row) throw new Error('No rows')
  expect(row.InService.map((one) => one.Name)).toEqual([cobas, architect])
  expect(row.Instrument).toBe(cobas)
  const moved = await measureOn(bench.technologist, rows, named(row, architect), { Remarks: 'e 601 is down' })
  expect([moved.status, moved.body.message]).toEqual([200, `3 results are on ${architect}`])
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
  const content = await printed(sale)
  expect(content).toContain(architect)
  expect(content).not.toContain(cobas)
})

test('the history of the sale says from which instrument to which, by whom and why', async () => {
  const sale = await thyroid()
  const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  await measureOn(bench.technologist, [tsh], named(tsh, architect), { Remarks: 'e 601 is down' })
  const history = await bench.technologist.get(`/api/actions?ModuleId=testresults&FormId=${String(sale.SaleId)}`)
  const [entry] = history.body
  expect(entry).toMatchObject({ Action: 'measure on', Remarks: 'e 601 is down' })
  expect(entry?.Changes.TSH).toEqual([
    expect.objectContaining({ Instrument: cobas }),
    expect.objectContaining({ Instrument: architect }),
  ])
})

test('a measured value is judged by the interval of the other instrument, and reviewed again', async () => {
  const admin = await signedIn(app, 'admin', role.Administrator, 1)
  const sale = await thyroid()
  const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  const other = tsh.InService.find((one) => one.Name === architect)
  const { body: element } = await admin.get(`/api/elements/${String(tsh.ElementId)}`)
  const saved = await savedByTwo(admin, bench.pathologist, `elements/${String(tsh.ElementId)}`, {
    ElementMeasurements: [
      ...element.ElementMeasurements,
      { InstrumentId: other?.InstrumentId, MinAge: 0, MaxAge: 120, LowValue: 2.5, HighValue: 9 },
    ],
    RowVersion: element.RowVersion,
  })
  expect(saved.status).toBe(200)
  await enter(bench.technologist, sale.SaleId, { TSH: '2.1' })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [tsh.WorkItemId] })
  expect((await rowOf(bench.pathologist, sale.SaleId, 'TSH')).Flag).toBe('N')
  expect((await measureOn(bench.technologist, [tsh], named(tsh, architect))).status).toBe(200)
  expect(await rowOf(bench.pathologist, sale.SaleId, 'TSH')).toMatchObject({
    Result: '2.1',
    Flag: 'L',
    Instrument: architect,
    StatusId: workItemStatus.Entered,
  })
})

test('what waits leaves the worksheet of the other instrument and comes on one of its own; what was measured stays', async () => {
  for (const name of [cobas, architect]) await setRows(app, 'instruments', { Name: name }, { PrintWorksheet: true })
  try {
    const sale = await thyroid()
    await bench.technologist.put('/api/generate/worksheets')
    const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
    const sheet = tsh.WorkSheetId
    expect(sheet).toEqual(expect.any(Number))
    await enter(bench.technologist, sale.SaleId, { 'T3, total': '1.1' })
    const moving = (await rowsOf(bench.technologist, sale.SaleId)).filter((row) => row.Element !== 'T4, total')
    expect((await measureOn(bench.technologist, moving, named(tsh, architect))).status).toBe(200)
    const sheetOf = async (element: string): Promise<unknown> =>
      (await rowOf(bench.technologist, sale.SaleId, element)).WorkSheetId
    expect([await sheetOf('TSH'), await sheetOf('T3, total'), await sheetOf('T4, total')]).toEqual([null, sheet, sheet])
    await bench.technologist.put('/api/generate/worksheets')
    const own = await sheetOf('TSH')
    expect([own === sheet, own]).toEqual([false, expect.any(Number)])
  } finally {
    for (const name of [cobas, architect]) await setRows(app, 'instruments', { Name: name }, { PrintWorksheet: false })
  }
})

test('an instrument of a laboratory that the user does not work for does not exist', async () => {
  const sale = await thyroid()
  const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  const [foreign] = await readRows<{ LabInstrumentId: number }>(
    app,
    'lab_instruments',
    { LabId: 3 },
    'lab_instrument_id',
  )
  const refused = await measureOn(bench.technologist, [tsh], Number(foreign?.LabInstrumentId))
  expect([refused.status, refused.body.message]).toEqual([404, 'An instrument does not exist'])
  const none = await measureOn(bench.technologist, [tsh], 99_999_999)
  expect([none.status, none.body.message]).toEqual([404, 'An instrument does not exist'])
  expect((await rowOf(bench.technologist, sale.SaleId, 'TSH')).Instrument).toBe(tsh.Instrument)
})

test('refused: an instrument that does not measure it here, the present one, a row of another sheet, an approved value', async () => {
  const sale = await thyroid()
  const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  const other = named(tsh, architect)
  const said = async (answer: Promise<Answered>) => {
    const { status, body } = await answer
    return [status, body.message]
  }
  expect(await said(measureOn(bench.technologist, [tsh], 1))).toEqual([
    422,
    'TSH: this instrument does not measure it at this laboratory',
  ])
  expect(await said(measureOn(bench.technologist, [tsh], named(tsh, cobas)))).toEqual([
    422,
    `TSH: it is on ${cobas} already`,
  ])
  const elsewhere = await thyroid()
  expect(await said(measureOn(bench.technologist, [tsh], other, { SaleId: elsewhere.SaleId }))).toEqual([
    422,
    `TSH is not of sale ${String(elsewhere.SaleId)}`,
  ])
  await bench.technologist.put('/api/generate/worksheets')
  const { WorkSheetId } = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  const cbc = await paidSale(bench.desk, await aPatient(bench.desk), [product.electrolytes])
  await bench.technologist.put('/api/generate/worksheets')
  const { WorkSheetId: unlike } = await rowOf(bench.technologist, cbc.SaleId, 'Potassium')
  expect(unlike).not.toBe(WorkSheetId)
  expect(await said(measureOn(bench.technologist, [tsh], other, { WorkSheetId: unlike }))).toEqual([
    422,
    `TSH is not on worksheet ${String(unlike)}`,
  ])
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  expect(await said(measureOn(bench.technologist, [tsh], other))).toEqual([
    422,
    'TSH: after approval its instrument does not change; request a repeat',
  ])
  expect((await measureOn(bench.desk, [tsh], other)).status).toBe(403)
})

/** Changes how a lab has an instrument. */
const change = async (labInstrument: number, changes: Json): Promise<void> => {
  const admin = await signedIn(app, 'admin', role.Administrator, 1)
  const path = `/api/labinstruments/${labInstrument}` as const
  const { body } = await admin.get(path)
  const saved = await admin.put(path, { ...changes, RowVersion: body.RowVersion })
  if (saved.status !== 200) throw new Error(saved.text)
}

test('an instrument that is out of service is not offered, and refuses with its reason', async () => {
  const sale = await thyroid()
  const tsh = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  const [own, other] = [named(tsh, cobas), named(tsh, architect)]
  const answers = async (): Promise<unknown[]> => {
    const { status, body } = await measureOn(bench.technologist, [tsh], other)
    return [status, body.message]
  }
  await change(other, { OutOfService: 'Lamp broken' })
  const now = await rowOf(bench.technologist, sale.SaleId, 'TSH')
  expect(now.InService.map((one) => one.Name)).toEqual([cobas])
  expect(now.OutOfService).toEqual([{ LabInstrumentId: other, Name: architect, Reason: 'Lamp broken' }])
  expect(await answers()).toEqual([422, `TSH: ${architect} is out of service: Lamp broken`])
  await change(other, { OutOfService: null, IsActive: false })
  expect(await answers()).toEqual([422, `TSH: ${architect} is out of service: it is not active`])
  await change(other, { IsActive: true })
  // the planned one: it takes no value, and new sales are planned on the other
  await enter(bench.technologist, sale.SaleId, { 'T3, total': '1.1' })
  await change(own, { OutOfService: 'Calibration failed' })
  try {
    const refused = await enter(bench.technologist, sale.SaleId, { TSH: '2.1' })
    const reason = `TSH: ${cobas} is out of service: Calibration failed; choose another instrument`
    expect([refused.status, refused.body.message]).toEqual([422, reason])
    expect((await rowOf(bench.technologist, sale.SaleId, 'TSH')).Actions).toMatchObject({ update: reason })
    // what was measured before is corrected as ever
    expect((await enter(bench.technologist, sale.SaleId, { 'T3, total': '1.2' })).status).toBe(200)
    expect((await measureOn(bench.technologist, [tsh], other)).status).toBe(200)
    expect((await enter(bench.technologist, sale.SaleId, { TSH: '2.1' })).status).toBe(200)
    const next = await thyroid()
    expect((await rowOf(bench.technologist, next.SaleId, 'TSH')).Instrument).toBe(architect)
    await change(other, { OutOfService: 'Serviced' })
    expect((await enter(bench.technologist, next.SaleId, { TSH: '2.1' })).body.message).toBe(
      `TSH: ${architect} is out of service: Serviced; no other instrument here measures it`,
    )
  } finally {
    await change(own, { OutOfService: null })
    await change(other, { OutOfService: null })
  }
})

test("the patient's value of another analyser names it beside the delta", async () => {
  const patient = await aPatient(bench.desk, { Name: 'Two Analysers' })
  const sold = async (): Promise<Read<'sales'>> => paidSale(bench.desk, patient, [product.thyroid], 0.01)
  const [first, second] = [await sold(), await sold()]
  const one = await rowOf(bench.technologist, first.SaleId, 'TSH')
  expect((await enter(bench.technologist, first.SaleId, { TSH: '1.0' })).status).toBe(200)
  const other = await rowOf(bench.technologist, second.SaleId, 'TSH')
  expect((await measureOn(bench.technologist, [other], named(other, architect))).status).toBe(200)
  expect((await enter(bench.technologist, second.SaleId, { TSH: '4.1' })).status).toBe(200)
  expect(await rowOf(bench.technologist, second.SaleId, 'TSH')).toMatchObject({
    IsDelta: true,
    Neighbours: [{ Result: '1.0', Instrument: cobas, InstrumentId: one.InstrumentId }],
  })
})

test('the method is that of the instrument at this lab, kept with the value, and printed with it', async () => {
  const manager = await signedIn(app, 'admin', role.Administrator, 2)
  const [first, second] = [await thyroid(), await thyroid()]
  const tsh = await rowOf(bench.technologist, first.SaleId, 'TSH')
  const instrument = named(tsh, architect)
  const ofElement = tsh.Method
  const path = `/api/labinstruments/${instrument}` as const
  const say = async (Method: string | null) => {
    const { body } = await manager.get(path)
    const Elements = body.Elements.map((one) => (one.ElementId === tsh.ElementId ? { ...one, Method } : one))
    return manager.put(path, { Elements, RowVersion: body.RowVersion })
  }
  expect((await say('x'.repeat(121))).status).toBe(400)
  expect((await say('CMIA')).status).toBe(200)
  const history = await manager.get(`/api/actions?ModuleId=labinstruments&FormId=${instrument}`)
  expect(JSON.stringify(history.body[0]?.Changes)).toContain('CMIA')
  // on the planned instrument it is the element's, until the bench chooses the other one
  expect((await rowOf(bench.technologist, first.SaleId, 'TSH')).Method).toBe(ofElement)
  const release = async (sale: Read<'sales'>) => {
    await enterAll(bench.technologist, sale.SaleId)
    const rows = (await rowsOf(bench.technologist, sale.SaleId)).filter((row) => row.Element === 'TSH')
    expect((await measureOn(bench.technologist, rows, instrument)).status).toBe(200)
    expect((await rowOf(bench.technologist, sale.SaleId, 'TSH')).Method).toBe('CMIA')
    await approveAll(bench.pathologist, sale.SaleId)
  }
  const methodsOf = async (sale: Read<'sales'>) => {
    expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
    const content: ReportData = JSON.parse(await printed(sale))
    const rows = content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    return rows.flatMap(({ Element, Method }) => (Element === 'TSH' ? [Method] : []))
  }
  await release(first)
  // what is measured keeps the method by which it was
  expect((await say('CMIA, second generation')).status).toBe(200)
  expect(await methodsOf(first)).toEqual(['CMIA'])
  await enterAll(bench.technologist, second.SaleId)
  await approveAll(bench.pathologist, second.SaleId)
  expect(await methodsOf(second)).toEqual([ofElement])
  expect((await say(null)).status).toBe(200)
  expect((await rowOf(bench.technologist, first.SaleId, 'TSH')).Method).toBe('CMIA')
})
