// Where the value of a result came from: who or what gave it, the instrument it was measured on, and when.
import { readingOf } from '../../../core/expression/reading.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import type { Comparator, ResultRow, ResultSource } from '../testresults.model.ts'
import type { Judged } from './entry.rules.ts'

export const sourceWords: Readonly<Record<ResultSource, string>> = {
  person: 'Entered by hand',
  analyser: 'Sent by the analyser',
  formula: 'Calculated',
  'outside lab': 'Measured by an outside laboratory',
  rule: 'Set by a rule',
}

const comparators: Readonly<Record<string, Comparator>> = {
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
}

/** Sign and number of a result apart: `<` and `0.5` of `<0.5`; neither for what is no number. */
export const measuredOf = (result: string | null): { comparator: Comparator | null; number: string | null } => {
  const reading = readingOf(result)
  return reading === null
    ? { comparator: null, number: null }
    : { comparator: comparators[reading.limit] ?? null, number: reading.text.slice(reading.limit.length) }
}

export type Sourced = {
  readonly Source: ResultSource
  readonly LabInstrumentId: number | null
  /** Null: at the moment it is kept. */
  readonly MeasuredAt: string | null
}
type SourceRow = Pick<
  ResultRow,
  'Result' | 'Formula' | 'StatusId' | 'Source' | 'LabInstrumentId' | 'MeasuredAt' | 'OutsideLab'
>

/**
 * Where a value comes from that is kept as the next version of a row. One that is only judged anew, or goes out again
 * with another comment, was measured where and when it was before.
 */
export const sourceOf = (row: SourceRow, { Result }: Pick<Judged, 'Result'>): Sourced => {
  const { Source, LabInstrumentId, MeasuredAt } = row
  if (row.Formula !== null) {
    const isSame = Source === 'formula' && Result === row.Result
    return { Source: 'formula', LabInstrumentId: null, MeasuredAt: isSame ? MeasuredAt : null }
  }
  if (Source !== null && Result === row.Result) return { Source, LabInstrumentId, MeasuredAt }
  // what another laboratory reported stays theirs when it is typed anew; after a repeat it is measured here
  const isOutside = row.OutsideLab !== null || row.StatusId === workItemStatus.ReferredOut || Source === 'outside lab'
  return isOutside
    ? { Source: 'outside lab', LabInstrumentId: null, MeasuredAt: null }
    : { Source: 'person', LabInstrumentId, MeasuredAt: null }
}
