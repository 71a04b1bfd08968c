// Whether a box arrived at the temperature that its tubes need.
import { temperatureText } from '../shipments/temperature.rules.ts'
import { temperature } from '../lists/items.model.ts'

/** Degrees Celsius from and to; null where it has no end. */
type Range = readonly [low: number | null, high: number | null]
const ranges: Readonly<Record<number, Range>> = {
  [temperature.Ambient]: [15, 25],
  [temperature.Refrigerated]: [2, 8],
  [temperature.Frozen]: [null, -20],
  [temperature.DeepFrozen]: [null, -70],
  [temperature.Body]: [35, 37],
  [temperature.Ice]: [0, 4],
}

/** Lowest and highest that a thermometer in a box reads. */
const readable = { min: -200, max: 60 } as const
export const isReadable = (degrees: unknown): degrees is number =>
  typeof degrees === 'number' && degrees >= readable.min && degrees <= readable.max
export const notReadable = 'Type degrees Celsius, −200 to 60'

/** Whether it is out of its range; a temperature that the network added has none. */
export const isOutOfRange = (temperatureId: number, degrees: number): boolean => {
  const [low, high] = ranges[temperatureId] ?? [null, null]
  return (low !== null && degrees < low) || (high !== null && degrees > high)
}
/** The message about a box that is out of range. */
export const excursionText = (label: string, degrees: number): string =>
  `${temperatureText(label)}: ${degrees} °C is out of range`

/** Who corrects a reading does not decide about what was received with it. */
export const correctedText = (label: string, degrees: number): string =>
  `${temperatureText(label)}: ${degrees} °C was read before. A signatory decides about the results of its tubes`
