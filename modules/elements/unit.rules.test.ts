// The unit of an element is not changed alone: its ranges and the formulas that use it follow, or somebody says why not.
import { expect, test } from 'vitest'
import { resultType } from '../lists/items.model.ts'
import type { OtherElement } from './elements.rules.ts'
import { unitErrors, type Measured } from './unit.rules.ts'

const range = (LowValue: number | null, HighValue: number | null) => ({ LowValue, HighValue })
const glucose = (change: Partial<Measured>): Measured => ({
  UnitOfMeasure: 'mg/dL',
  Ucum: 'mg/dL',
  ResultTypeId: resultType.Numeric,
  ElementMeasurements: [range(70, 100)],
  ...change,
})
const before = glucose({})
const homa = new Map<number, OtherElement>([
  [8, { Name: 'HOMA-IR', Formula: '{7} * {9} / 405', IsActive: true }],
  [9, { Name: 'Insulin', Formula: null, IsActive: true }],
])
const none = new Map<number, OtherElement>()
const inMmol = { UnitOfMeasure: 'mmol/L', Ucum: 'mmol/L' }
const text = (change: Partial<Measured>, others = none, earlier: Measured | null = before) =>
  unitErrors(glucose(change), earlier, 7, others)

test('a unit that stays, one that is new, and a code that is filled in say nothing about the values', () => {
  expect(text({})).toEqual({})
  expect(text(inMmol, none, null)).toEqual({})
  expect(text({ UnitOfMeasure: ' mg/dL ' })).toEqual({})
  expect(text({ Ucum: '' })).toEqual({})
  expect(text({ Ucum: 'mg/dL' }, none, glucose({ Ucum: null }))).toEqual({})
})
test('ranges that keep their numbers are named, at the field that changed and at the way out', () => {
  const said = ['Change its ranges with it']
  expect(text(inMmol)).toEqual({ UnitOfMeasure: said, SameUnit: said })
  expect(text({ Ucum: 'mmol/L' })).toEqual({ Ucum: said, SameUnit: said })
  expect(text({ ...inMmol, ElementMeasurements: [range(3.9, 5.6)] })).toEqual({})
  expect(text({ ...inMmol, ElementMeasurements: [range(3.9, 5.6), range(70, 100)] })).toHaveProperty('SameUnit')
  for (const bound of ['CriticallyLowValue', 'CriticallyHighValue']) {
    const critical = [{ ...range(null, null), [bound]: 40 }]
    expect(
      text({ ...inMmol, ElementMeasurements: critical }, none, glucose({ ElementMeasurements: critical })),
    ).toEqual({
      UnitOfMeasure: said,
      SameUnit: said,
    })
  }
})
test('a range without bounds, or from zero, is the same in any unit', () => {
  for (const row of [range(null, null), range(0, null)])
    expect(text({ ...inMmol, ElementMeasurements: [row] }, none, glucose({ ElementMeasurements: [row] }))).toEqual({})
})
test('a user who says that it is the same unit is believed', () => {
  expect(text({ ...inMmol, SameUnit: true }, homa)).toEqual({})
})
test('formulas that use it are named until somebody has checked them', () => {
  const follows = { ...inMmol, ElementMeasurements: [range(3.9, 5.6)] }
  const said = ['Check the formulas that use it: HOMA-IR']
  expect(text(follows, homa)).toEqual({ UnitOfMeasure: said, SameUnit: said, FormulasChecked: said })
  expect(text({ ...follows, FormulasChecked: true }, homa)).toEqual({})
  // a new element is used by none
  expect(unitErrors(glucose(follows), before, null, homa)).toEqual({})
})
test('its own formula that stays is named, too, one that changed is not', () => {
  const was = glucose({ ResultTypeId: resultType.Formula, Formula: '{9} * 2', ElementMeasurements: [] })
  const own = { ...inMmol, ResultTypeId: resultType.Formula, ElementMeasurements: [] }
  const said = ['Check its formula']
  expect(text({ ...own, Formula: ' {9} * 2 ' }, none, was)).toEqual({
    UnitOfMeasure: said,
    SameUnit: said,
    FormulasChecked: said,
  })
  expect(text({ ...own, Formula: '{9} * 3' }, none, was)).toEqual({})
})
test('all that is to be done is in one sentence, and checked formulas alone are no way out of ranges', () => {
  const said = ['Change its ranges with it, and check the formulas that use it: HOMA-IR']
  expect(text(inMmol, homa)).toEqual({ UnitOfMeasure: said, SameUnit: said })
  expect(text({ ...inMmol, FormulasChecked: true }, homa)).toEqual({
    UnitOfMeasure: ['Change its ranges with it'],
    SameUnit: ['Change its ranges with it'],
  })
})
