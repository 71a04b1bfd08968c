// Patients of a generator through the laboratory, each result compared with the specification told a second time
// (law.ts): interval, flag, rounding, what is calculated, and what is approved without a look at it.
import { expect, test } from 'vitest'
import { atTime, dayOf } from '../../core/dates.ts'
import { seeded, type Dice } from '../../demo/people.ts'
import { workItemStatus } from '../../modules/lists/items.model.ts'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import { approveNormal, labForTests, rowsOf } from '../../modules/testresults/testresults.fixture.ts'
import type { Result } from '../../server/testing/answers.ts'
import { calculate } from './formula.ts'
import {
  elementById,
  flagOfChoice,
  flagOfNumber,
  intervalFor,
  isImpossible,
  rounded,
  type Element,
  type Flag,
} from './law.ts'
import { aPatientOf, aValueOf, type Patient } from './people.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const many = setting('PATIENTS', 20)
const seed = setting('PATIENTS_SEED', 19)
const { bench } = labForTests()

const genderIds = { M: 1, F: 2, O: 3, U: 4 }
const bookFor = async (patient: Patient, serial: number, drawnAt: string): Promise<number> => {
  const PatientId = await aPatient(bench.desk, {
    Name: `Patient ${serial}`,
    GenderId: genderIds[patient.sex],
    Age: undefined,
    BirthDate: patient.birthDate,
    BirthTime: patient.birthTime,
    MobilePhone: String(9_700_000_000 + serial),
  })
  const { weeks, daysBefore } = patient.stated
  const PregnancyWeeks = patient.pregnancy === 'yes' ? weeks : null
  const isMoved = PregnancyWeeks !== null && daysBefore > 0
  const sale = await accessioned(bench.desk, {
    PatientId,
    products: patient.products,
    Pregnancy: patient.pregnancy,
    // of a pregnant patient no phase is stated
    CyclePhase: patient.pregnancy === 'yes' ? null : patient.phase,
    PregnancyWeeks,
    SaleDate: drawnAt,
    CollectionDate: isMoved ? new Date(Date.parse(drawnAt) - daysBefore * 86_400_000).toISOString() : drawnAt,
    EarlyCollection: true,
  })
  // the weeks are of the day for which they were stated, and not of the draw
  const moved = isMoved ? await bench.desk.put(`/api/sales/${Number(sale.SaleId)}`, { CollectionDate: drawnAt }) : null
  expect(moved?.status ?? 200).toBe(200)
  return Number(sale.SaleId)
}
const elementOf = (row: Result): Element => {
  const found = elementById.get(Number(row.ElementId))
  if (!found) throw new Error(`No element ${String(row.ElementId)} in the catalogue`)
  return found
}

type Told = {
  readonly Element: unknown
  readonly Result: unknown
  readonly Flag: unknown
  readonly Interval: unknown
}
const isChoice = ({ ResultTypeId }: Element) => ResultTypeId === 33
/** What the laboratory says of a row. */
const said = (row: Result): Told => ({
  Element: row.Element,
  Result: row.Result,
  Flag: row.Flag,
  Interval: row.ElementMeasurementId,
})
/** What the law says of it: of a typed text, or of a formula over all typed ones. */
const told = (row: Result, patient: Patient, typed: ReadonlyMap<number, string>): Told | undefined => {
  const element = elementOf(row)
  const sex = patient.sex === 'M' || patient.sex === 'F' ? patient.sex : null
  const valueOf = (id: number): number | null => {
    const asked = elementById.get(id)
    if (asked?.Formula) {
      const value = calculate(asked.Formula, { of: valueOf, age: patient.years, sex })
      return value === null || isImpossible(asked, value) ? null : value
    }
    const text = typed.get(id)
    // entered is what is kept; what is calculated on the way is not rounded
    return text === undefined ? null : Number(rounded(text, elementById.get(id)?.DecimalPlaces ?? 0))
  }
  const interval = intervalFor(element, patient)
  const known = interval?.ElementMeasurementId == null ? null : interval
  const as = (Result: string | null, flag: Flag): Told => ({
    Element: row.Element,
    Result,
    Flag: flag,
    Interval: Result === null ? row.ElementMeasurementId : (known?.ElementMeasurementId ?? null),
  })
  if (!element.Formula) {
    const text = typed.get(element.ElementId)
    if (text === undefined) return undefined
    return isChoice(element)
      ? as(text, flagOfChoice(text, element, known))
      : as(rounded(text, element.DecimalPlaces ?? 0), flagOfNumber(text, element, interval))
  }
  const value = valueOf(element.ElementId)
  if (value === null) return as(null, null)
  const places = element.DecimalPlaces ?? 0
  // a half of the last place after a division is a matter of the calculator
  if (Math.abs(Math.abs((value * 10 ** places) % 1) - 0.5) < 1e-6) return undefined
  const text = rounded(value.toFixed(12), places)
  return as(text, flagOfNumber(text, element, interval))
}

const measure = async (dice: Dice, serial: number) => {
  const drawnAt = new Date().toISOString()
  const today = dayOf(drawnAt)
  const minutes = Math.floor((Date.parse(drawnAt) - Date.parse(atTime(today, 0, 0))) / 60_000)
  const patient = aPatientOf(dice, today, minutes)
  const sale = await bookFor(patient, serial, drawnAt)
  await bench.technologist.put('/api/generate/worksheets')
  const typed = new Map<number, string>()
  const rows = await rowsOf(bench.technologist, sale)
  for (const row of rows.filter((one) => !one.Formula)) {
    const value = aValueOf(dice, elementOf(row), patient)
    if (value !== undefined) typed.set(Number(row.ElementId), value)
  }
  const WorkItems = rows.flatMap((row) => {
    const Result = typed.get(Number(row.ElementId))
    return Result === undefined ? [] : [{ WorkItemId: Number(row.WorkItemId), Result }]
  })
  const entered = await bench.technologist.put('/api/testresults/', { SaleId: sale, WorkItems })
  expect([entered.status, entered.body.errors]).toEqual([200, undefined])
  return { patient, sale, typed }
}

test(`${many} patients are judged as the law says`, { timeout: 60_000 + many * 3_000 }, async () => {
  const dice = seeded(seed)
  const flags = new Map<unknown, number>()
  for (let serial = 1; serial <= many; serial += 1) {
    const { patient, sale, typed } = await measure(dice, serial)
    const rows = await rowsOf(bench.technologist, sale)
    const compared = rows.flatMap((row) => {
      const one = told(row, patient, typed)
      return one ? [{ is: said(row), law: one }] : []
    })
    expect({ patient, rows: compared.map(({ is }) => is) }).toEqual({ patient, rows: compared.map(({ law }) => law) })
    for (const { is } of compared) flags.set(is.Flag, (flags.get(is.Flag) ?? 0) + 1)
    const normal = await approveNormal(
      bench.pathologist,
      [...new Set(rows.map((row) => row.WorkSheetId))].map((WorkSheetId) => ({ WorkSheetId, SaleId: sale })),
    )
    expect([normal.status, normal.body.errors]).toEqual([200, undefined])
    const approved = (await rowsOf(bench.pathologist, sale)).filter(
      ({ StatusId }) => StatusId === workItemStatus.Approved,
    )
    const wrong = approved.filter(
      (row) => told(row, patient, typed)?.Flag !== 'N' || elementOf(row).ReviewRequired || row.NotCalculated,
    )
    expect({ patient, wrong: wrong.map(said) }).toEqual({ patient, wrong: [] })
    const left = (await rowsOf(bench.pathologist, sale)).filter(({ StatusId }) => StatusId === workItemStatus.Entered)
    // of a person of another or unknown sex the laboratory may ask for a look at more than the law does
    const isPlain = patient.sex === 'M' || patient.sex === 'F'
    const missed = left.filter(
      (row) => isPlain && !row.Formula && told(row, patient, typed)?.Flag === 'N' && !elementOf(row).ReviewRequired,
    )
    expect({ patient, missed: missed.map(said), left: missed.length > 0 ? normal.body.Left : [] }).toEqual({
      patient,
      missed: [],
      left: [],
    })
  }
  console.info(
    `${many} patients from seed ${seed}: ${[...flags].map(([flag, of]) => `${String(flag)} ${of}`).join(', ')}`,
  )
})
