// States of a patient at the draw that an interval may ask for, besides age and sex: pregnancy and its week, fasting,
// the phase of the cycle, a treatment.
import { dayOf, daysBetween, formatDate } from '../../core/dates.ts'
import { gender } from '../lists/items.model.ts'
import { cyclePhases, fastings, pregnancies, pregnancyWeeks, treatments } from '../lists/draw.model.ts'

export type Pregnancy = (typeof pregnancies)[number][0]
export type Fasting = (typeof fastings)[number][0]
export type CyclePhase = (typeof cyclePhases)[number][0]
export type Treatment = (typeof treatments)[number][0]

/** What a sale states; null: not established. */
export type StatedAtDraw = {
  readonly Pregnancy: Pregnancy | null
  /** Completed weeks. */
  readonly PregnancyWeeks: number | null
  readonly FastingHours: number | null
  readonly CyclePhase: CyclePhase | null
  readonly Treatment: Treatment | null
}
export type StateName = keyof StatedAtDraw
export const stateNames: readonly StateName[] = [
  'Pregnancy',
  'PregnancyWeeks',
  'FastingHours',
  'CyclePhase',
  'Treatment',
]
/** The day for which weeks are stated, yyyy-mm-dd. */
type OnDay = { readonly PregnancyWeeksOn: string | null }
/** The states as a sale keeps them. */
export type KeptAtDraw = StatedAtDraw & OnDay
export const keptStates: readonly (keyof KeptAtDraw)[] = [...stateNames, 'PregnancyWeeksOn']
type SomeStated = { readonly [K in keyof KeptAtDraw]?: KeptAtDraw[K] | undefined }
/** The states among other values; what is missing is not stated. */
export const statedIn = ({
  Pregnancy,
  PregnancyWeeks,
  FastingHours,
  CyclePhase,
  Treatment,
}: SomeStated): StatedAtDraw => ({
  Pregnancy: Pregnancy ?? null,
  PregnancyWeeks: PregnancyWeeks ?? null,
  FastingHours: FastingHours ?? null,
  CyclePhase: CyclePhase ?? null,
  Treatment: Treatment ?? null,
})
export const nothingStated = statedIn({})

/** What a range asks for; null: it holds whatever the state. */
export type AskedOfDraw = {
  readonly Pregnancy?: Pregnancy | null
  /** Completed weeks of the pregnancy, both ends included; an empty end is open. */
  readonly MinWeeks?: number | null
  readonly MaxWeeks?: number | null
  readonly Fasting?: Fasting | null
  readonly CyclePhase?: CyclePhase | null
  readonly Treatment?: Treatment | null
}
export const rangeStates = ['Pregnancy', 'Fasting', 'CyclePhase', 'Treatment'] as const
/** All that a range may ask for. */
export const rangeAsks = [...rangeStates, 'MinWeeks', 'MaxWeeks'] as const
/** What is known: stated with the sale, or ruled out by sex and age. `none`: there is no cycle. */
export type KnownAtDraw = {
  readonly pregnancy: Pregnancy | null
  /** At the draw; of who is pregnant. */
  readonly weeks?: number | null
  readonly fasting?: Fasting | null
  readonly cyclePhase?: CyclePhase | 'none' | null
  readonly treatment?: Treatment | null
}

const given = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
type Person = { readonly genderId: number | null; readonly ageYears: number | null }

/** What is known of pregnancy: stated with the sale, or ruled out by sex and age. */
export const pregnancyOf = (stated: Pregnancy | null, { genderId, ageYears }: Person): Pregnancy | null =>
  genderId === gender.Male || (given(ageYears) && (ageYears < 10 || ageYears > 60)) ? 'no' : stated

/** Hours without food from which a range for fasting patients holds. */
export const fastingFrom = 8
const fastingOf = (hours: number | null): Fasting | null =>
  given(hours) ? (hours >= fastingFrom ? 'yes' : 'no') : null

/** Men, children and pregnant patients have no cycle; after 60 it is over. */
export const cycleOf = (
  stated: CyclePhase | null,
  { genderId, ageYears }: Person,
  pregnancy: Pregnancy | null = null,
): CyclePhase | 'none' | null =>
  genderId === gender.Male || pregnancy === 'yes' || (given(ageYears) && ageYears < 8)
    ? 'none'
    : given(ageYears) && ageYears > 60
      ? 'post-menopausal'
      : stated

/**
 * Completed weeks of the pregnancy on the day of a draw: as stated, a week more for each seven days since, and a week
 * less for each seven days before. Null where they are not stated, or come to more than a pregnancy has.
 */
export const weeksAt = (
  { PregnancyWeeks: weeks, PregnancyWeeksOn: on }: OnDay & Pick<StatedAtDraw, 'PregnancyWeeks'>,
  drawn: string | null,
): number | null => {
  if (!given(weeks) || !given(on) || drawn === null) return null
  const then = weeks + Math.trunc(daysBetween(on, dayOf(drawn)) / 7)
  return then >= pregnancyWeeks.min && then <= pregnancyWeeks.max ? then : null
}

/** @param drawn When the tube was drawn; null before it was. */
export const knownAtDraw = (stated: KeptAtDraw, person: Person, drawn: string | null): KnownAtDraw => {
  const pregnancy = pregnancyOf(stated.Pregnancy, person)
  return {
    pregnancy,
    weeks: pregnancy === 'yes' ? weeksAt(stated, drawn) : null,
    fasting: fastingOf(stated.FastingHours),
    cyclePhase: cycleOf(stated.CyclePhase, person, pregnancy),
    treatment: stated.Treatment,
  }
}

const asks: readonly (readonly [keyof AskedOfDraw, keyof KnownAtDraw, words: string])[] = [
  ['Pregnancy', 'pregnancy', 'pregnancy'],
  ['Fasting', 'fasting', 'fasting'],
  ['CyclePhase', 'cyclePhase', 'the phase of the cycle'],
  ['Treatment', 'treatment', 'treatment'],
]
export const asksWeeks = (row: AskedOfDraw): boolean => given(row.MinWeeks) || given(row.MaxWeeks)
const holdsInWeek = ({ MinWeeks, MaxWeeks }: AskedOfDraw, week: number): boolean =>
  week >= (MinWeeks ?? pregnancyWeeks.min) && week <= (MaxWeeks ?? pregnancyWeeks.max)
/** Whether a range may hold for what is known of a patient. */
export const mayHoldAtDraw = (row: AskedOfDraw, known: KnownAtDraw): boolean =>
  asks.every(([asked, as]) => !given(row[asked]) || !given(known[as]) || row[asked] === known[as]) &&
  (!asksWeeks(row) || !given(known.weeks) || holdsInWeek(row, known.weeks))
/** The states a range names that not everybody is in: it is of these people alone, whatever their sex. */
export const namesAlone = (row: AskedOfDraw): readonly (typeof rangeAsks)[number][] => [
  ...rangeStates.filter((name) =>
    name === 'Pregnancy' || name === 'Treatment' ? row[name] === 'yes' : given(row[name]),
  ),
  ...(asksWeeks(row) ? (['MinWeeks'] as const) : []),
]
/** How many states a range names: it is the closer the more it names. */
export const namedStates = (row: AskedOfDraw): number => asks.filter(([asked]) => given(row[asked])).length
/** On what the choice among these ranges depends that is not known, in words. */
export const unknownAtDraw = (rows: readonly AskedOfDraw[], known: KnownAtDraw): readonly string[] => [
  ...asks.flatMap(([asked, as, words]) => (!given(known[as]) && rows.some((row) => given(row[asked])) ? [words] : [])),
  // before it is known whether there is a pregnancy, its week is no question
  ...(known.pregnancy === 'yes' && !given(known.weeks) && rows.some(asksWeeks) ? ['the week of pregnancy'] : []),
]
/** A week of each span in which the same of these ranges hold. */
export const weeksApart = (rows: readonly AskedOfDraw[]): readonly number[] =>
  [...new Set([pregnancyWeeks.min, ...rows.flatMap(({ MinWeeks, MaxWeeks }) => [MinWeeks ?? 1, (MaxWeeks ?? 0) + 1])])]
    .filter((week) => week <= pregnancyWeeks.max)
    .sort((a, b) => a - b)

const known = <T>(value: T | null | undefined, all: readonly T[]): readonly T[] => (given(value) ? [value] : all)
const keysOf = <K>(options: readonly (readonly [K, string])[]): readonly K[] => options.map(([key]) => key)
type OfWomen = Pick<KnownAtDraw, 'pregnancy' | 'weeks' | 'cyclePhase'>
/** Each pregnancy or phase in which a patient may be: who is pregnant has no cycle. */
const possibleOfWomen = (who: KnownAtDraw, weeks: readonly number[]): readonly OfWomen[] =>
  known(who.pregnancy, keysOf(pregnancies)).flatMap((pregnancy): readonly OfWomen[] =>
    pregnancy === 'yes'
      ? known(who.weeks, weeks).map((week) => ({ pregnancy, weeks: week, cyclePhase: 'none' }))
      : known(who.cyclePhase, keysOf(cyclePhases)).map((cyclePhase) => ({ pregnancy, weeks: null, cyclePhase })),
  )
/** Each state in which a patient may be, of whom some states are not known; `weeks`: those that make a difference. */
export const possibleStates = (who: KnownAtDraw, weeks: readonly number[] = [1]): readonly KnownAtDraw[] =>
  possibleOfWomen(who, weeks).flatMap((of) =>
    known(who.fasting, keysOf(fastings)).flatMap((fasting) =>
      known(who.treatment, keysOf(treatments)).map((treatment) => ({ ...of, fasting, treatment })),
    ),
  )

const wordOf = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([key]) => key === value)?.[1] ?? value
/** `1 week`, `20 weeks`. */
export const weeksText = (weeks: number): string => `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
/** `13–27 weeks`, `up to 12 weeks`, `from 28 weeks`; empty where a range names none. */
export const weeksOf = ({ MinWeeks, MaxWeeks }: AskedOfDraw): string =>
  given(MinWeeks)
    ? given(MaxWeeks)
      ? MinWeeks === MaxWeeks
        ? weeksText(MinWeeks)
        : `${MinWeeks}–${weeksText(MaxWeeks)}`
      : `from ${weeksText(MinWeeks)}`
    : given(MaxWeeks)
      ? `up to ${weeksText(MaxWeeks)}`
      : ''
/** The states for which a range holds, in words. */
export const statesOf = ({ Pregnancy, Fasting, CyclePhase, Treatment, ...weeks }: AskedOfDraw): readonly string[] => [
  ...(given(Pregnancy) ? [wordOf(pregnancies, Pregnancy)] : []),
  ...(asksWeeks(weeks) ? [weeksOf(weeks)] : []),
  ...(given(Fasting) ? [wordOf(fastings, Fasting)] : []),
  ...(given(CyclePhase) ? [wordOf(cyclePhases, CyclePhase)] : []),
  ...(given(Treatment) ? [wordOf(treatments, Treatment)] : []),
]
/** A state as a sale states it, in words. */
export const statedText = (name: StateName, stated: SomeStated): string => {
  const { Pregnancy, PregnancyWeeks, FastingHours, CyclePhase, Treatment } = statedIn(stated)
  if (name === 'PregnancyWeeks')
    return given(PregnancyWeeks)
      ? [weeksText(PregnancyWeeks), formatDate(stated.PregnancyWeeksOn)].filter(Boolean).join(' on ')
      : 'not stated'
  if (name === 'FastingHours') return given(FastingHours) ? `Fasting ${FastingHours} h` : 'not stated'
  return (
    statesOf(name === 'Pregnancy' ? { Pregnancy } : name === 'CyclePhase' ? { CyclePhase } : { Treatment })[0] ??
    'not stated'
  )
}
