// Which results would be judged differently after a correction of birth date or gender.
import { expect, test } from 'vitest'
import { asPerson, judgedOtherwise } from './person.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

const anInterval = (ElementMeasurementId: number, MinAge: number, MaxAge: number, HighValue: number) => ({
  ElementMeasurementId,
  InstrumentId: null,
  GenderId: null,
  MinAge,
  MaxAge,
  LowValue: 1,
  HighValue,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
})
const aRow = (some: Partial<ResultRow> = {}): ResultRow =>
  ({
    WorkItemId: 1,
    ElementId: 10,
    Element: 'Ferritin',
    resultTypeId: 30,
    DecimalPlaces: 0,
    Result: '50',
    Flag: 'N',
    NotCalculated: null,
    Formula: null,
    AbnormalValues: null,
    CriticalValues: null,
    InService: [],
    OutOfService: [],
    Pregnancy: null,
    StatusId: 154,
    InstrumentId: null,
    Measurements: [anInterval(1, 0, 17, 100), anInterval(2, 18, 59, 200), anInterval(3, 60, 120, 40)],
    PreviousDate: null,
    Neighbours: [],
    Sale: { CollectionDate: '2026-11-22T06:00:00Z' },
    CollectionDate: '2026-11-22T06:00:00Z',
    Amendment: null,
    ...some,
  }) as ResultRow
const born = (BirthDate: string | null) => ({ BirthDate, BirthTime: null, GenderId: 1 })
const otherwise = (row: ResultRow, was: string, is: string) =>
  judgedOtherwise([asPerson(row, born(is))], born(was)).length

test('the age is that on the day of collection, by the calendar of the network', () => {
  const at = (CollectionDate: string | null) => asPerson(aRow({ CollectionDate }), born('2016-11-23'))
  expect(at('2026-11-22T18:29:59Z')).toMatchObject({ PatientAge: 9, GenderId: 1, BirthDate: '2016-11-23' })
  expect(at('2026-11-22T18:30:00Z')).toMatchObject({ PatientAge: 10, AgeDays: 3652 })
  expect(at(null)).toMatchObject({ PatientAge: null, AgeDays: null })
  expect(asPerson(aRow(), born(null))).toMatchObject({ PatientAge: null, AgeDays: null })
})

test('hours of life begin with the time of birth', () => {
  const at = (CollectionDate: string, BirthTime: string | null) =>
    asPerson(aRow({ CollectionDate }), { ...born('2026-11-22'), BirthTime }).AgeHours
  expect(at('2026-11-22T18:29:59Z', '00:00')).toBe(23)
  expect(at('2026-11-22T18:30:00Z', '00:00')).toBe(24)
  expect(at('2026-11-22T02:00:00Z', '07:30')).toBe(0)
  expect(at('2026-11-22T01:59:00Z', '07:30')).toBeNull()
  expect(at('2026-11-22T18:30:00Z', null)).toBeNull()
})

test('another interval is another judgement, even with the same flag', () => {
  expect(otherwise(aRow(), '1990-01-01', '2016-01-01')).toBe(1)
  expect(otherwise(aRow(), '1990-01-01', '1950-01-01')).toBe(1)
  expect(otherwise(aRow(), '1990-01-01', '1985-01-01')).toBe(0)
})

test('only released results count, and their waiting amendments too', () => {
  for (const StatusId of [150, 151, 152, 153, 155, 156, 157])
    expect(otherwise(aRow({ StatusId }), '1990-01-01', '1950-01-01')).toBe(0)
  expect(otherwise(aRow({ StatusId: 159 }), '1990-01-01', '1950-01-01')).toBe(1)
  const input = aRow({
    Amendment: { Result: '150', Comments: null } as NonNullable<ResultRow['Amendment']>,
    Measurements: [],
  })
  // IF(...) is below the bound of both ages for the current value, and beyond one of them for the amendment
  const formula = aRow({
    WorkItemId: 2,
    ElementId: 11,
    resultTypeId: 32,
    Formula: 'IF({10} > 100, AGE, 1)',
    Result: '1',
    Measurements: [],
  })
  const asked = (rows: readonly ResultRow[]) =>
    judgedOtherwise(
      rows.map((row) => asPerson(row, born('1950-01-01'))),
      born('1990-01-01'),
    ).map((row) => row.WorkItemId)
  expect(asked([input, formula])).toEqual([])
  expect(
    asked([input, { ...formula, Amendment: { Result: '36', Comments: null } as NonNullable<ResultRow['Amendment']> }]),
  ).toEqual([2])
})
