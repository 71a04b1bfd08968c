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
  readonly Type: number
  readonly Result: string | null
  readonly PrintableRange: string | null
  readonly LowValue: number | null
  readonly HighValue: number | null
  readonly HasRange: boolean
  readonly WithoutRange: Unjudged | null
  readonly AskedOfDraw: AskedStates | null
  readonly ToBeVerified: boolean
}
type Interval = Pick<ReportRow, 'IntervalText' | 'IntervalNote' | 'Classes'>
export const noInterval: Interval = { IntervalText: '', IntervalNote: null, Classes: [] }

/** What an interval of this patient asks for and the sale does not state, and the intervals that may hold. */
const waiting = ({ WithoutRange: who }: Judged): Interval | null => {
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
const statesFor = ({ AskedOfDraw: asked }: Judged): readonly string[] => {
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
  if (item.PrintableRange === null && !item.HasRange)
    return { ...noInterval, IntervalText: boundedTypes.includes(item.Type) ? null : '' }
  const words = intervalWords(item.PrintableRange, item.LowValue, item.HighValue)
  const at = classAt(words, numberOf(item.Result))
  return {
    IntervalText: item.ToBeVerified ? `${words.Short} ${mark}`.trim() : words.Short,
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
