// The source of a result's value: person or program, instrument, and moment.
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

/** Sign and number of a result: `<` and `0.5` of `<0.5`; neither for a text. */
export const measuredOf = (result: string | null): { comparator: Comparator | null; number: string | null } => {
  const reading = readingOf(result)
  return reading === null
    ? { comparator: null, number: null }
    : { comparator: comparators[reading.limit] ?? null, number: reading.text.slice(reading.limit.length) }
}

export type Sourced = {
  readonly Source: ResultSource
  readonly LabInstrumentId: number | null
  /** Null: at the moment it is stored. */
  readonly MeasuredAt: string | null
}
type SourceRow = Pick<
  ResultRow,
  'Result' | 'Formula' | 'StatusId' | 'Source' | 'LabInstrumentId' | 'MeasuredAt' | 'OutsideLab'
>

/**
 * The source of a value that is stored as the next version of a row. A value that is only judged again, or released
 * again with another comment, retains its place and time of measurement.
 */
export const sourceOf = (row: SourceRow, { Result }: Pick<Judged, 'Result'>): Sourced => {
  const { Source, LabInstrumentId, MeasuredAt } = row
  if (row.Formula !== null) {
    const isSame = Source === 'formula' && Result === row.Result
    return { Source: 'formula', LabInstrumentId: null, MeasuredAt: isSame ? MeasuredAt : null }
  }
  if (Source !== null && Result === row.Result) return { Source, LabInstrumentId, MeasuredAt }
  // another laboratory's value remains theirs when it is typed again; after a repeat it is measured here
  const isOutside = row.OutsideLab !== null || row.StatusId === workItemStatus.ReferredOut || Source === 'outside lab'
  return isOutside
    ? { Source: 'outside lab', LabInstrumentId: null, MeasuredAt: null }
    : { Source: 'person', LabInstrumentId, MeasuredAt: null }
}
