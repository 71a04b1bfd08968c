// Ranges for weeks of a pregnancy: each week has one of them, for the same people on one instrument.
import type { Errors } from '../../../core/validate.ts'
import { pregnancyWeeks } from '../../lists/draw.model.ts'
import { asksWeeks, rangeStates } from '../draw.rules.ts'
import { peopleOf } from '../elements.rules.ts'
import { daysOf, weeksIn, type Range } from './both-states.rules.ts'

const spanText = (from: number, till: number): string => (from === till ? `week ${from}` : `weeks ${from} to ${till}`)
const peopleInAnyWeek = (row: Range): string => peopleOf({ ...row, MinWeeks: null, MaxWeeks: null })

/** Whether a range is for all whom another is for, the week apart. */
const isForAllOf = (wide: Range, row: Range): boolean => {
  const [[from, till], [start, end]] = [daysOf(wide), daysOf(row)]
  return (
    (['InstrumentId', 'GenderId', ...rangeStates] as const).every(
      (name) => wide[name] == null || wide[name] === row[name],
    ) &&
    from <= start &&
    till >= end
  )
}

/** The weeks of other ranges for the same people that a range names too. */
const overlapOf = (row: Range, others: readonly Range[]): readonly [number, number] | undefined => {
  const [from, till] = weeksIn(row)
  return others
    .filter((other) => asksWeeks(other) && peopleInAnyWeek(other) === peopleInAnyWeek(row))
    .map((other): [number, number] => [Math.max(from, weeksIn(other)[0]), Math.min(till, weeksIn(other)[1])])
    .find(([first, last]) => first <= last)
}

/** The first span beside the weeks of a range that no range for pregnant patients holds in; undefined without one. */
const gapBeside = (row: Range, rows: readonly Range[]): readonly [number, number] | undefined => {
  const spans = rows.filter((one) => one.Pregnancy === 'yes' && isForAllOf(one, row)).map(weeksIn)
  const isOpen = (week: number): boolean => !spans.some(([from, till]) => week >= from && week <= till)
  const [from, till] = weeksIn(row)
  if (from > pregnancyWeeks.min && isOpen(from - 1)) {
    let first = from - 1
    while (first > pregnancyWeeks.min && isOpen(first - 1)) first -= 1
    return [first, from - 1]
  }
  if (till >= pregnancyWeeks.max || !isOpen(till + 1)) return undefined
  let last = till + 1
  while (last < pregnancyWeeks.max && isOpen(last + 1)) last += 1
  return [till + 1, last]
}

/**
 * Weeks of who is not pregnant, weeks with two ranges, and weeks with none: a patient in those would be judged by the
 * range for who is not pregnant.
 */
export const weekErrors = (rows: readonly Range[]): Errors =>
  Object.fromEntries(
    rows.flatMap((row, index): readonly (readonly [string, string[]])[] => {
      if (!asksWeeks(row)) return []
      const at = (name: 'MinWeeks' | 'MaxWeeks', text: string): readonly (readonly [string, string[]])[] => [
        [`ElementMeasurements.${index}.${name}`, [text]],
      ]
      if (row.Pregnancy !== 'yes')
        return at(
          row.MinWeeks == null ? 'MaxWeeks' : 'MinWeeks',
          'Weeks are of pregnant patients: choose Pregnant, or leave the weeks empty',
        )
      const [from, till] = weeksIn(row)
      if (from > till) return []
      const twice = overlapOf(row, rows.slice(0, index))
      if (twice) return at('MinWeeks', `There is a range for the same people in ${spanText(...twice)} already`)
      const gap = gapBeside(row, rows)
      return gap === undefined
        ? []
        : at(
            gap[0] < from ? 'MinWeeks' : 'MaxWeeks',
            `No range holds in ${spanText(...gap)}: add one for the same people, or leave this empty`,
          )
    }),
  )
