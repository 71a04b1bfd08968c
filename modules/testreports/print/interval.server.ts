// The interval of a result as a report prints it: bounds, classes, for whom it holds, and what it depends on.
import { classAt, intervalWords } from '../../../core/interval.ts'
import { numberOf } from '../../../core/expression/reading.ts'
import { asksWeeks, knownAtDraw, statedText, statesOf, weeksAt, weeksText } from '../../elements/draw.rules.ts'
import { candidateRanges, waitsFor } from '../../elements/ranges.rules.ts'
import { boundedTypes } from '../../lists/items.model.ts'
import type { ReportData, ReportDepartment, ReportRow } from './report.model.ts'
import type { AskedStates, Unjudged } from './without-range.server.ts'

/** Marks an interval of the starter catalogue that the laboratory has not confirmed. */
const mark = '†'
const isMarked = ({ Tests }: ReportDepartment): boolean =>
  Tests.some((test) => test.Rows.some((row) => row.IntervalText?.endsWith(mark)))
/** Adds the meaning of the mark to content that uses it. */
export const withMarkExplained = (content: ReportData): ReportData => ({
  ...content,
  Interpretation: content.Departments.some(isMarked)
    ? [{ Topic: `Intervals marked ${mark}`, Text: 'Typical values. This laboratory has not verified them yet.' }]
    : [],
})

/** A result that is out. */
type Judged = {
  readonly type: number
  readonly result: string | null
  readonly printable_range: string | null
  readonly low_value: number | null
  readonly high_value: number | null
  readonly has_range: boolean
  readonly without_range: Unjudged | null
  readonly asked_of_draw: AskedStates | null
  readonly to_be_verified: boolean
}
type Interval = Pick<ReportRow, 'IntervalText' | 'IntervalNote' | 'Classes'>
export const noInterval: Interval = { IntervalText: '', IntervalNote: null, Classes: [] }

/** What an interval of this patient asks for and the sale does not state, and the intervals that may hold. */
const waiting = ({ without_range: who }: Judged): Interval | null => {
  if (who === null) return null
  const known = { ...who, ...knownAtDraw(who.stated, who, who.drawn) }
  const unknown = waitsFor(who.Measurements, known)
  if (unknown.length === 0) return null
  const possible = candidateRanges(who.Measurements, known).flatMap((range) => {
    const { Short } = intervalWords(range.PrintableRange, range.LowValue, range.HighValue)
    return Short === '' ? [] : [[statesOf(range).join(', '), Short].filter(Boolean).join(' ')]
  })
  return {
    ...noInterval,
    IntervalText: `Depends on ${unknown.join(' and ')}, not stated`,
    IntervalNote: possible.join('; ') || null,
  }
}

/** The states at the draw for which the interval holds: `Fasting 10 h`, `Luteal phase`, and the week it was. */
const statesFor = ({ asked_of_draw: asked }: Judged): readonly string[] => {
  if (asked === null) return []
  const { Fasting, ...others } = asked.Asked
  const weeks = asksWeeks(others) ? weeksAt(asked.Stated, asked.drawn) : null
  return [
    ...(Fasting === 'yes' ? [statedText('FastingHours', asked.Stated)] : statesOf({ Fasting: Fasting ?? null })),
    ...statesOf(others),
    ...(weeks === null ? [] : [`${weeksText(weeks)} at the draw`]),
  ]
}

/** The bounds for the column, and for the line below them the classes or the rest of the interval's text. */
export const intervalOf = (item: Judged): Interval => {
  const depends = waiting(item)
  if (depends) return depends
  if (item.printable_range === null && !item.has_range)
    return { ...noInterval, IntervalText: boundedTypes.includes(item.type) ? null : '' }
  const words = intervalWords(item.printable_range, item.low_value, item.high_value)
  const at = classAt(words, numberOf(item.result))
  return {
    IntervalText: item.to_be_verified ? `${words.Short} ${mark}`.trim() : words.Short,
    IntervalNote: [words.Note, ...statesFor(item)].filter(Boolean).join('; ') || null,
    Classes: words.Classes.map((one, index) => ({
      Text: one.Text,
      Low: one.From,
      Applies: index === at,
      // a bar of classes has no gaps
      Desirable: words.Whole && index === words.Desirable,
    })),
  }
}
