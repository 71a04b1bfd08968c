// The result entered for a row of the demo network.
import { chooseRange, roundResult } from '../modules/elements/ranges.rules.ts'
import { resultType } from '../modules/lists/items.model.ts'
import { whoOf } from '../modules/testresults/judging/who.rules.ts'
import type { ResultRow } from '../modules/testresults/testresults.model.ts'
import type { Dice } from './people.ts'

/** Usual values of elements without an interval, by their id in the catalogue: others are calculated from them. */
const usual: Readonly<Record<number, readonly [low: number, high: number]>> = {
  // mean normal prothrombin time in seconds, and the sensitivity index of the reagent's lot
  1030: [11.8, 12.6],
  1031: [1, 1.2],
  // creatinine of a spot urine, and protein of a day's urine, in mg/dL
  1163: [60, 160],
  1167: [4, 12],
}

/** A value for a row: near the earlier one or inside the interval, sometimes outside, rarely critical. */
export const someResult = (dice: Dice, row: ResultRow): string | null => {
  if (![resultType.Numeric, resultType.Limited].includes(row.resultTypeId)) {
    const values =
      row.PossibleValues?.split('|')
        .map((v) => v.trim())
        .filter(Boolean) ?? []
    if (row.resultTypeId === resultType.PossibleValues)
      return values.length === 0 ? null : dice.chance(0.9) ? (values[0] ?? null) : dice.pick(values)
    return row.resultTypeId === resultType.Narrative || row.resultTypeId === resultType.Culture
      ? 'No significant finding in this specimen.'
      : row.resultTypeId === resultType.Image
        ? null
        : (values[0] ?? 'Not seen')
  }
  // drawn as for a pregnant patient in mid-term, or one in the follicular phase, where that is not stated
  const who = whoOf(row)
  const range = chooseRange(row.Measurements, {
    ...who,
    pregnancy: who.pregnancy ?? 'yes',
    weeks: who.weeks ?? 20,
    cyclePhase: who.cyclePhase ?? 'follicular',
  })
  const [usualLow, usualHigh] = usual[row.ElementId] ?? []
  const low =
    range?.LowValue ??
    usualLow ??
    (range?.HighValue === null || range?.HighValue === undefined ? 1 : range.HighValue * 0.4)
  const high = range?.HighValue ?? usualHigh ?? low * 1.8
  const spread = high - low || 1
  const draw = dice.next()
  const value =
    draw < 0.84
      ? low + spread * (0.15 + 0.7 * dice.next())
      : draw < 0.915
        ? high + spread * 0.35 * dice.next()
        : draw < 0.99
          ? Math.max(low * 0.75, low - spread * 0.3 * dice.next())
          : (range?.CriticallyHighValue ?? high * 1.1) * 1.02
  return roundResult(value, row.DecimalPlaces)
}
