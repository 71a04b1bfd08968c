// Who was measured with what, as the intervals of an element ask, and for whom an interval is, in words.
import { asksWeeks, knownAtDraw, statesOf, weeksText, type KeptAtDraw } from '../../elements/draw.rules.ts'
import type { Measured, Measurement } from '../../elements/ranges.rules.ts'
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

/** `18 to 60 years, female, pregnant, 14–27 weeks, 20 weeks at the draw`: for whom an interval of a row is. */
export const whomOf = (row: Asked & Pick<ResultRow, 'Gender'>, range: Measurement): string => {
  const gender = range.GenderId === null ? 'any gender' : (row.Gender ?? 'unknown gender').toLowerCase()
  const { MinAge, MaxAge, MinAgeDays, MaxAgeDays, MinAgeHours, MaxAgeHours } = range
  const age =
    MinAgeHours != null || MaxAgeHours != null
      ? `${MinAgeHours ?? 0} to ${MaxAgeHours ?? ''} hours of life`
      : MinAgeDays != null || MaxAgeDays != null
        ? `${MinAgeDays ?? 0} to ${MaxAgeDays ?? ''} days`
        : MinAge != null && MaxAge != null && MaxAge < 120
          ? `${MinAge} to ${MaxAge} years`
          : MinAge
            ? `from ${MinAge} years`
            : 'any age'
  const { weeks } = whoOf(row)
  return [
    age,
    gender,
    ...statesOf(range).map((state) => state.toLowerCase()),
    ...(asksWeeks(range) && weeks != null ? [`${weeksText(weeks)} at the draw`] : []),
  ].join(', ')
}
