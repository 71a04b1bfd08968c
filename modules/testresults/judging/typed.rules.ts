// What a typed text is: the result it gives, or why it is none of this element.
import { readingOf, withinDecimals } from '../../../core/expression/reading.ts'
import { mayBeNegative, valuesIn } from '../../elements/ranges.rules.ts'
import { resultType } from '../../lists/items.model.ts'
import { longestResult, type ResultRow } from '../testresults.model.ts'

/**
 * The result of a typed text. `refused`: why it is no result of this element, the old value is unchanged; `rounded`: it
 * had more decimals than declared.
 */
export type ReadEntry = {
  readonly Result: string | null
  readonly refused?: string
  readonly rounded?: { readonly from: string; readonly to: string }
}
/** The fields of a row that reading an entry needs. */
export type EntryRow = Pick<
  ResultRow,
  'Element' | 'resultTypeId' | 'DecimalPlaces' | 'PossibleValues' | 'Measurements' | 'Result'
>

const belowZero = (typed: string, element: string): string =>
  `"${typed}" is below 0. Check the value; if ${element} can be negative, ` +
  'enter a bound below 0 in its reference ranges'

const numericEntry = (row: EntryRow, typed: string, refused: string): ReadEntry => {
  const reading = readingOf(typed)
  if (reading === null || (reading.limit !== '' && row.resultTypeId !== resultType.Limited))
    return { Result: row.Result, refused }
  if (reading.number < 0 && !mayBeNegative(row.Measurements))
    return { Result: row.Result, refused: belowZero(typed, row.Element) }
  // the bound of `<0.04` is not rounded: `<0.0` would mean something else
  const Result = reading.limit === '' ? withinDecimals(reading.text, row.DecimalPlaces) : reading.text
  return Number(Result) !== reading.number && reading.limit === ''
    ? { Result, rounded: { from: typed, to: Result } }
    : { Result }
}

/**
 * Reads an entry, at the keystroke and when it is saved: a numeric one takes numbers, a limited one also `<5` and `>5`,
 * a picked one a possible value in any case, the others any text up to 20,000 characters. A number below 0 is taken
 * where the reference ranges of the element go below 0. An empty text is no result.
 */
export const readEntry = (row: EntryRow, text: string | null): ReadEntry => {
  const typed = text?.trim() ?? ''
  if (typed === '') return { Result: null }
  if (typed.length > longestResult) return { Result: row.Result, refused: `Longer than ${longestResult} characters` }
  if (row.resultTypeId === resultType.Numeric) return numericEntry(row, typed, `"${typed}" is not a number`)
  if (row.resultTypeId === resultType.Limited)
    return numericEntry(row, typed, `"${typed}" is not a number, nor one after < or >`)
  if (row.resultTypeId === resultType.PossibleValues && row.PossibleValues) {
    const values = valuesIn(row.PossibleValues)
    const found = values.find((value) => value.toLowerCase() === typed.toLowerCase())
    return found === undefined
      ? { Result: row.Result, refused: `"${typed}" is not one of its possible values` }
      : { Result: found }
  }
  return { Result: typed }
}
