// Patients of every kind, and what is measured of them: at the bounds of their intervals, just beyond, and anywhere.
import type { Dice } from '../../demo/people.ts'
import { product } from '../../modules/sales/sales.fixture.ts'
import { intervalFor, listOf, phases, type Element, type Interval, type Sex, type Who } from './law.ts'

const day = 86_400_000
/** FSH and LH, whose intervals of women go by the phase of the cycle. */
const hormones = 3107
/** TSH and hCG, whose intervals of pregnant patients go by the week. */
const ofPregnancy = [3038, 3040]
/** Orders with intervals by age and sex, choices, and formulas; each with its price at the laboratory. */
const orders: readonly (readonly number[])[] = [
  [product.cbc],
  [product.lft],
  [product.lipids, product.glucoseFasting],
  [product.creatinine, product.electrolytes],
  [product.bilirubin],
  [product.homaIr],
  [product.thyroid],
  [product.feverPanel],
  [product.crp, product.haemoglobin],
]
export type Patient = Who & {
  readonly birthDate: string
  /** hh:mm; null: not known. */
  readonly birthTime: string | null
  /** The weeks of the pregnancy that are stated, and how many days before the draw that is. */
  readonly stated: { readonly weeks: number | null; readonly daysBefore: number }
  readonly products: readonly number[]
}

/** Days of life: the first week, the first two years, and any age, as many of each. */
const lived = (dice: Dice): number =>
  dice.pick([dice.int(0, 9), dice.int(10, 400), dice.int(366, 6_600), dice.int(6_600, 35_000)])

/** Completed years from one day to another: a birthday counts from its morning on. */
const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

/** @param today The day of the draw, as the laboratory's zone has it: yyyy-mm-dd.
 * @param minutes Of that day at the draw. */
export const aPatientOf = (dice: Dice, today: string, minutes: number): Patient => {
  const days = lived(dice)
  const birthDate = new Date(Date.parse(today) - days * day).toISOString().slice(0, 10)
  const sex = dice.pick<Sex>(['M', 'F', 'F', 'O', 'U'])
  const years = yearsBetween(birthDate, today)
  // of half of the newborns the time of birth is known: at any minute before the draw
  const bornAt = days < 10 && dice.chance(0.5) ? dice.int(0, days === 0 ? minutes : 1_439) : null
  const two = (value: number): string => String(value).padStart(2, '0')
  const isStated = sex !== 'M' && years >= 10 && years <= 60
  const pregnancy = isStated ? dice.pick(['yes', 'no', null] as const) : null
  const weeks = dice.chance(0.75) ? dice.int(1, 45) : null
  const daysBefore = dice.chance(0.5) ? dice.int(1, 30) : 0
  const atDraw = weeks === null ? null : Math.floor((weeks * 7 + daysBefore) / 7)
  return {
    sex,
    days,
    years,
    birthDate,
    birthTime: bornAt === null ? null : `${two(Math.floor(bornAt / 60))}:${two(bornAt % 60)}`,
    hours: bornAt === null ? null : Math.floor((days * 1_440 + minutes - bornAt) / 60),
    pregnancy,
    stated: { weeks, daysBefore },
    weeks: atDraw !== null && atDraw <= 45 ? atDraw : null,
    phase: isStated && years < 45 ? dice.pick([...phases, null]) : null,
    products:
      pregnancy === 'yes' && dice.chance(0.6)
        ? ofPregnancy
        : sex === 'F' && years >= 10 && dice.chance(0.2)
          ? [hormones]
          : dice.pick(orders),
  }
}

const stepOf = ({ DecimalPlaces }: Element): number => 10 ** -(DecimalPlaces ?? 0)
/** A number with up to one decimal place more than the element keeps. */
const typed = (value: number, { DecimalPlaces }: Element): string =>
  Math.max(0, value).toFixed((DecimalPlaces ?? 0) + 1)
const aNumber = (dice: Dice, element: Element, row: Interval | null): string => {
  const bounds = [row?.LowValue, row?.HighValue, row?.CriticallyLowValue, row?.CriticallyHighValue].filter(
    (bound): bound is number => typeof bound === 'number',
  )
  const [low = 1, high = low * 3] = [row?.LowValue ?? bounds[0], row?.HighValue ?? bounds.at(-1)]
  const inside = low + ((high - low) * dice.int(10, 90)) / 100
  if (bounds.length === 0 || dice.chance(0.5)) return typed(inside, element)
  const at = dice.pick(bounds)
  // a half of the last place is where rounding decides
  const beside = dice.pick([-1, -0.5, 0, 0.5, 1]) * stepOf(element)
  return typed(dice.chance(0.8) ? at + beside : (at * dice.int(2, 30)) / 10, element)
}
const isChosen = 33
const numbers = [30, 34]
/** A value for an element of a patient; undefined for a narrative. */
export const aValueOf = (dice: Dice, element: Element, who: Who): string | undefined => {
  const row = intervalFor(element, who)
  const known = row?.ElementMeasurementId == null ? null : row
  if (element.ResultTypeId === isChosen)
    return dice.pick(listOf((known ?? element.ElementMeasurements[0])?.PossibleValues))
  return numbers.includes(element.ResultTypeId) ? aNumber(dice, element, known) : undefined
}
