// Who was measured with what, as the intervals of an element ask.
import { knownAtDraw, type KeptAtDraw } from '../../elements/draw.rules.ts'
import type { Measured } from '../../elements/ranges.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

type Asked = Pick<
  ResultRow,
  'InstrumentId' | 'GenderId' | 'PatientAge' | 'AgeDays' | 'AgeHours' | 'CollectionDate' | keyof KeptAtDraw
>
export const whoOf = (row: Asked): Measured => {
  const who = { genderId: row.GenderId, ageYears: row.PatientAge, ageDays: row.AgeDays }
  return {
    ...who,
    ageHours: row.AgeHours,
    instrumentId: row.InstrumentId,
    ...knownAtDraw(row, who, row.CollectionDate),
  }
}
