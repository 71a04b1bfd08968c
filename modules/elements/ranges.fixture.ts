// Ranges of an element and a person, for tests of rules.
import { gender } from '../lists/items.model.ts'
import type { Measured, Measurement } from './ranges.rules.ts'

/** A range for everybody, without bounds but for what is given. */
export const row = (id: number, some: Partial<Measurement> = {}): Measurement => ({
  ElementMeasurementId: id,
  InstrumentId: null,
  GenderId: null,
  MinAge: 0,
  MaxAge: 120,
  LowValue: null,
  HighValue: null,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
  ...some,
})
/** Of forty years. */
export const man: Measured = { instrumentId: 1, genderId: gender.Male, ageYears: 40, ageDays: 14_700, pregnancy: 'no' }
