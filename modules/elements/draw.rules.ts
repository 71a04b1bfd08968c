// States of a patient at the draw that an interval may ask for, besides age and sex: pregnancy, fasting, the phase of
// the cycle, a treatment.
import { gender } from '../lists/items.model.ts'
import { cyclePhases, fastings, pregnancies, treatments } from '../lists/draw.model.ts'

export type Pregnancy = (typeof pregnancies)[number][0]
export type Fasting = (typeof fastings)[number][0]
export type CyclePhase = (typeof cyclePhases)[number][0]
export type Treatment = (typeof treatments)[number][0]

/** What a sale states; null: not established. */
export type StatedAtDraw = {
  readonly Pregnancy: Pregnancy | null
  readonly FastingHours: number | null
  readonly CyclePhase: CyclePhase | null
  readonly Treatment: Treatment | null
}
export type StateName = keyof StatedAtDraw
export const stateNames: readonly StateName[] = ['Pregnancy', 'FastingHours', 'CyclePhase', 'Treatment']
type SomeStated = { readonly [K in StateName]?: StatedAtDraw[K] | undefined }
/** The states among other values; what is missing is not stated. */
export const statedIn = ({ Pregnancy, FastingHours, CyclePhase, Treatment }: SomeStated): StatedAtDraw => ({
  Pregnancy: Pregnancy ?? null,
  FastingHours: FastingHours ?? null,
  CyclePhase: CyclePhase ?? null,
  Treatment: Treatment ?? null,
})
export const nothingStated = statedIn({})

/** What a range asks for; null: it holds whatever the state. */
export type AskedOfDraw = {
  readonly Pregnancy?: Pregnancy | null
  readonly Fasting?: Fasting | null
  readonly CyclePhase?: CyclePhase | null
  readonly Treatment?: Treatment | null
}
export const rangeStates = ['Pregnancy', 'Fasting', 'CyclePhase', 'Treatment'] as const
/** What is known: stated with the sale, or ruled out by sex and age. `none`: there is no cycle. */
export type KnownAtDraw = {
  readonly pregnancy: Pregnancy | null
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

export const knownAtDraw = (stated: StatedAtDraw, person: Person): KnownAtDraw => {
  const pregnancy = pregnancyOf(stated.Pregnancy, person)
  return {
    pregnancy,
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
/** Whether a range may hold for what is known of a patient. */
export const mayHoldAtDraw = (row: AskedOfDraw, known: KnownAtDraw): boolean =>
  asks.every(([asked, as]) => !given(row[asked]) || !given(known[as]) || row[asked] === known[as])
/** The states a range names that not everybody is in: it is of these people alone, whatever their sex. */
export const namesAlone = (row: AskedOfDraw): readonly (typeof rangeStates)[number][] =>
  rangeStates.filter((name) => (name === 'Pregnancy' || name === 'Treatment' ? row[name] === 'yes' : given(row[name])))
/** How many states a range names: it is the closer the more it names. */
export const namedStates = (row: AskedOfDraw): number => asks.filter(([asked]) => given(row[asked])).length
/** On what the choice among these ranges depends that is not known, in words. */
export const unknownAtDraw = (rows: readonly AskedOfDraw[], known: KnownAtDraw): readonly string[] =>
  asks.flatMap(([asked, as, words]) => (!given(known[as]) && rows.some((row) => given(row[asked])) ? [words] : []))

const known = <T>(value: T | null | undefined, all: readonly T[]): readonly T[] => (given(value) ? [value] : all)
const keysOf = <K>(options: readonly (readonly [K, string])[]): readonly K[] => options.map(([key]) => key)
/** Each state in which a patient may be, of whom some states are not known. */
export const possibleStates = (who: KnownAtDraw): readonly KnownAtDraw[] =>
  known(who.pregnancy, keysOf(pregnancies)).flatMap((pregnancy) =>
    known(who.fasting, keysOf(fastings)).flatMap((fasting) =>
      known(who.treatment, keysOf(treatments)).flatMap((treatment) =>
        (pregnancy === 'yes' ? (['none'] as const) : known(who.cyclePhase, keysOf(cyclePhases))).map((cyclePhase) => ({
          pregnancy,
          fasting,
          treatment,
          cyclePhase,
        })),
      ),
    ),
  )

const wordOf = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([key]) => key === value)?.[1] ?? value
/** The states for which a range holds, in words. */
export const statesOf = ({ Pregnancy, Fasting, CyclePhase, Treatment }: AskedOfDraw): readonly string[] => [
  ...(given(Pregnancy) ? [wordOf(pregnancies, Pregnancy)] : []),
  ...(given(Fasting) ? [wordOf(fastings, Fasting)] : []),
  ...(given(CyclePhase) ? [wordOf(cyclePhases, CyclePhase)] : []),
  ...(given(Treatment) ? [wordOf(treatments, Treatment)] : []),
]
/** A state as a sale states it, in words. */
export const statedText = (name: StateName, stated: SomeStated): string => {
  const { Pregnancy, FastingHours, CyclePhase, Treatment } = statedIn(stated)
  if (name === 'FastingHours') return given(FastingHours) ? `Fasting ${FastingHours} h` : 'not stated'
  return (
    statesOf(name === 'Pregnancy' ? { Pregnancy } : name === 'CyclePhase' ? { CyclePhase } : { Treatment })[0] ??
    'not stated'
  )
}
