// Delta check: whether a result is too far from the earlier one of the same patient.
import { exactNumberOf } from '../../../core/expression/reading.ts'
import type { Neighbour } from '../beside.model.ts'
import type { ResultRow } from '../testresults.model.ts'

/** Limits of an element. `abs`: difference, `pct`: difference in percent of the earlier value, `any`: any change. */
export type DeltaCheck = { readonly type: 'abs' | 'pct' | 'any'; readonly limit: number; readonly windowDays: number }
export type DatedResult = { readonly Result: string | null; readonly Date: string | Date }

const dayInMs = 86_400_000

const daysBetween = (previous: DatedResult, current: DatedResult): number =>
  (new Date(current.Date).getTime() - new Date(previous.Date).getTime()) / dayInMs

/** Whether two results can be compared: not where an earlier one inside the window is no exact number (`<5`, words). */
export function isComparable(previous: DatedResult, current: DatedResult, check: DeltaCheck | null): boolean {
  const days = daysBetween(previous, current)
  if (!check || check.type === 'any' || (previous.Result ?? '') === '' || days < 0 || days > check.windowDays)
    return true
  return exactNumberOf(previous.Result) !== null && exactNumberOf(current.Result) !== null
}

/** Whether a result differs from the earlier one of the same patient by more than the limit, inside the window. */
export function deltaCheck(
  previous: DatedResult | null,
  current: DatedResult,
  check: DeltaCheck | null | undefined,
): boolean {
  const [before, now] = [previous?.Result?.trim() ?? '', current.Result?.trim() ?? '']
  if (!check || !previous || before === '' || now === '') return false
  const days = daysBetween(previous, current)
  if (days < 0 || days > check.windowDays) return false
  if (check.type === 'any') return before !== now
  const [old, value] = [exactNumberOf(before), exactNumberOf(now)]
  if (old === null || value === null) return false
  const change = Math.abs(value - old)
  if (check.type === 'abs') return withoutNoise(change) > check.limit
  return old === 0 ? change > 0 : withoutNoise((change / Math.abs(old)) * 100) > check.limit
}

type Beside = Pick<ResultRow, 'DeltaCheck' | 'UnitOfMeasure' | 'CollectionDate' | 'Neighbours'> & {
  readonly Sale: Pick<ResultRow['Sale'], 'CollectionDate'>
}
/**
 * The values of other sales of the same patient, drawn just before and just after, from which `Result` differs by more
 * than the limit. A value in another unit is not compared.
 */
export const differing = (row: Beside, Result: string | null): readonly Neighbour[] => {
  if ((Result ?? '').trim() === '') return []
  const own = { Result, Date: row.CollectionDate ?? row.Sale.CollectionDate }
  return row.Neighbours.filter(
    (other) =>
      other.UnitOfMeasure === row.UnitOfMeasure &&
      (other.IsEarlier ? deltaCheck(other, own, row.DeltaCheck) : deltaCheck(own, other, row.DeltaCheck)),
  )
}

/** Whether `Result` can be compared with each of them: not in another unit, nor where one is no exact number. */
export const isComparedBeside = (row: Beside, Result: string | null): boolean => {
  const own = { Result, Date: row.CollectionDate ?? row.Sale.CollectionDate }
  return row.Neighbours.every((other) => {
    const [before, after] = other.IsEarlier ? [other, own] : [own, other]
    return other.UnitOfMeasure === row.UnitOfMeasure
      ? isComparable(before, after, row.DeltaCheck)
      : row.DeltaCheck === null || daysBetween(before, after) > row.DeltaCheck.windowDays
  })
}

type Compared = Beside & Pick<ResultRow, 'InstrumentId'>
/**
 * What a neighbouring value says about a delta: another unit is not compared; by another analyser the difference may be
 * of the analyser; else the limit. Null where there is no delta.
 */
export const deltaText = (row: Compared, other: Neighbour, Result: string | null): string | null => {
  if (row.DeltaCheck === null || (Result ?? '').trim() === '') return null
  const own = row.CollectionDate ?? row.Sale.CollectionDate
  const [from, till] = other.IsEarlier ? [other.Date, own] : [own, other.Date]
  const days = daysBetween({ Result, Date: from }, { Result, Date: till })
  if (other.UnitOfMeasure !== row.UnitOfMeasure)
    return days > row.DeltaCheck.windowDays ? null : `in ${other.UnitOfMeasure ?? 'no unit'}, which is not compared`
  if (!differing(row, Result).includes(other)) return null
  return other.InstrumentId === null || row.InstrumentId === null || other.InstrumentId === row.InstrumentId
    ? limitText(row.DeltaCheck)
    : `measured on ${other.Instrument}, another analyser; ${limitText(row.DeltaCheck)}`
}

/** The limit in words: `limit 20 % within 90 days`. */
export const limitText = ({ type, limit, windowDays }: DeltaCheck): string => {
  const far = { abs: `limit ${limit}`, pct: `limit ${limit} %`, any: 'it does not change' }[type]
  return `${far} within ${windowDays} ${windowDays === 1 ? 'day' : 'days'}`
}

// 5.1 - 3.1 is 2 to a person, not 1.9999999999999996
const withoutNoise = (value: number): number => Number(value.toPrecision(12))
