// Two ranges that name different states at the draw: a patient may be in both, and neither range is the closer one.
import type { Errors } from '../../../core/validate.ts'
import { pregnancyWeeks } from '../../lists/draw.model.ts'
import { gender } from '../../lists/items.model.ts'
import { namesAlone, rangeStates, statesOf } from '../draw.rules.ts'
import type { ElementDraft } from '../elements.model.ts'

export type Range = NonNullable<ElementDraft['ElementMeasurements']>[number]

const daysOfYear = 365.25
/** First and last day of life of a range; hours count as parts of a day. */
export const daysOf = (row: Range): readonly [from: number, till: number] => {
  if (row.MinAgeHours != null || row.MaxAgeHours != null)
    return [(row.MinAgeHours ?? 0) / 24, ((row.MaxAgeHours ?? Infinity) + 1) / 24]
  if (row.MinAgeDays != null || row.MaxAgeDays != null)
    return [row.MinAgeDays ?? 0, (row.MaxAgeDays ?? 2 * daysOfYear) + 1]
  return [(row.MinAge ?? 0) * daysOfYear, ((row.MaxAge ?? Infinity) + 1) * daysOfYear]
}
/** First and last week of a range. */
export const weeksIn = ({ MinWeeks, MaxWeeks }: Range): readonly [from: number, till: number] => [
  MinWeeks ?? pregnancyWeeks.min,
  MaxWeeks ?? pregnancyWeeks.max,
]
const isEither = <T>(a: T | null | undefined, b: T | null | undefined): boolean => a == null || b == null || a === b

/**
 * Whether somebody may be in both: of one sex, age, instrument and state. A pregnant patient has no cycle, a man
 * neither.
 */
const mayMeet = (a: Range, b: Range): boolean => {
  const [[from, till], [start, end]] = [daysOf(a), daysOf(b)]
  const [[week, lastWeek], [other, lastOther]] = [weeksIn(a), weeksIn(b)]
  const hasCycle = a.CyclePhase != null || b.CyclePhase != null
  const isPregnant = a.Pregnancy === 'yes' || b.Pregnancy === 'yes'
  const isOfMen = [a, b].some((row) => row.GenderId === gender.Male)
  return (
    isEither(a.InstrumentId, b.InstrumentId) &&
    isEither(a.GenderId, b.GenderId) &&
    from < end &&
    start < till &&
    week <= lastOther &&
    other <= lastWeek &&
    rangeStates.every((name) => isEither(a[name], b[name])) &&
    !(hasCycle && isPregnant) &&
    !(isOfMen && (hasCycle || isPregnant))
  )
}

/** A range that names what both name, for all whom both are for. */
const isOfBoth = (row: Range, a: Range, b: Range): boolean => {
  const [[from, till], [start, end], [first, last]] = [daysOf(row), daysOf(a), daysOf(b)]
  const [[week, lastWeek], [one, lastOne], [other, lastOther]] = [weeksIn(row), weeksIn(a), weeksIn(b)]
  return (
    namesAlone(row).length >= new Set([...namesAlone(a), ...namesAlone(b)]).size &&
    week <= Math.max(one, other) &&
    lastWeek >= Math.min(lastOne, lastOther) &&
    rangeStates.every((name) => (row[name] ?? null) === (a[name] ?? b[name] ?? null)) &&
    (row.InstrumentId == null || row.InstrumentId === (a.InstrumentId ?? b.InstrumentId)) &&
    (row.GenderId == null || row.GenderId === (a.GenderId ?? b.GenderId)) &&
    from <= Math.max(start, first) &&
    till >= Math.min(end, last)
  )
}

const isApart = (a: Range, b: Range): boolean => {
  const [ofA, ofB] = [namesAlone(a), namesAlone(b)]
  return (
    // one for pregnancy is before all others
    (a.Pregnancy === 'yes') === (b.Pregnancy === 'yes') &&
    ofA.some((name) => !ofB.includes(name)) &&
    ofB.some((name) => !ofA.includes(name))
  )
}

/** Refused where no third range says what holds for a patient in both states. */
export const bothStateErrors = (rows: readonly Range[]): Errors =>
  Object.fromEntries(
    rows.flatMap((row, index) => {
      const other = rows
        .slice(0, index)
        .find((one) => isApart(one, row) && mayMeet(one, row) && !rows.some((third) => isOfBoth(third, one, row)))
      if (!other) return []
      const [first, second] = [statesOf(other).join(', '), statesOf(row).join(', ')]
      const name = namesAlone(row).find((one) => !namesAlone(other).includes(one))
      return [
        [
          `ElementMeasurements.${index}.${name}`,
          [`One patient may be of both: ${first}; ${second}. Add a range that names both`],
        ],
      ]
    }),
  )
