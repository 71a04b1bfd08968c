// Whether an element can be measured and judged: what a dry run of a test or a product asks of each.
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { dryRun } from '../../core/answer/questions.ts'
import { inputsOf } from './elements.rules.ts'
import { candidateRanges, type Measurement } from './ranges.rules.ts'
import { boundedTypes, gender, resultType } from '../lists/items.model.ts'

type Told = AnswerTo<typeof dryRun>['Checks'][number]
/** What is missing, in words, and the record where it is corrected; without keys a new one. */
export type Missing = Told['Missing'][number]
/** One question of a dry run: what was found, and what is missing. */
export type Check = Omit<Told, 'Missing'> & { readonly Missing: readonly Missing[] }

/** An element as a dry run sees it. */
export type ReadyElement = {
  readonly ElementId: number
  readonly Name: string
  readonly IsActive: boolean
  readonly ResultTypeId: number | null
  readonly ResultType: string | null
  readonly Formula: string | null
  readonly Specimens: readonly string[]
  readonly Measurements: readonly Measurement[]
}

export const atElement = (ElementId: number): Pick<Missing, 'Module' | 'Keys'> => ({
  Module: 'elements',
  Keys: { ElementId },
})
const oldest = 120
const daysOfYear = 365

/** Days of the first two years at which another row may begin or end; later ages are checked by the year. */
const agesOf = (rows: readonly Measurement[]): readonly { readonly years: number; readonly days: number }[] => {
  const turns = rows.flatMap((row) => [row.MinAgeDays ?? 0, (row.MaxAgeDays ?? 0) + 1, (row.MinAgeDays ?? 0) - 1])
  const days = [...new Set([0, daysOfYear, ...turns])].filter((day) => day >= 0 && day < 2 * daysOfYear)
  const young = days.sort((a, b) => a - b).map((day) => ({ years: Math.floor(day / daysOfYear), days: day }))
  const later = Array.from({ length: oldest - 1 }, (_, at) => ({ years: at + 2, days: (at + 2) * daysOfYear }))
  return [...young, ...later]
}

/** Years of age of a person of this gender that no row covers, as spans. */
const gapsFor = (rows: readonly Measurement[], genderId: number): readonly string[] => {
  const open = [
    ...new Set(
      agesOf(rows)
        .filter(({ years, days }) => {
          const age = { ageYears: years, ageDays: days, ageHours: null }
          const who = { instrumentId: null, genderId, ...age, pregnancy: 'no' as const }
          return candidateRanges(rows, who).length === 0
        })
        .map(({ years }) => years),
    ),
  ]
  const spans: [number, number][] = []
  for (const year of open) {
    const last = spans.at(-1)
    if (last && last[1] === year - 1) last[1] = year
    else spans.push([year, year])
  }
  return spans.map(([from, till]) =>
    from === 0 && till === oldest ? 'any age' : from === till ? `age ${from}` : `age ${from} to ${till}`,
  )
}

/** People without a reference range, in words; an instrument's own row counts, because it is in use. */
export const rangeGaps = (measurements: readonly Measurement[]): readonly string[] => {
  const rows = measurements.map((row) => ({ ...row, InstrumentId: null }))
  const [men, women] = [gapsFor(rows, gender.Male), gapsFor(rows, gender.Female)]
  const both = men.filter((span) => women.includes(span))
  return [
    ...both,
    ...men.filter((span) => !both.includes(span)).map((span) => `men of ${span}`),
    ...women.filter((span) => !both.includes(span)).map((span) => `women of ${span}`),
  ]
}

type Said = readonly Missing[]
const missing = ({ ElementId, Name }: ReadyElement, text: string, Stops = true): Missing => ({
  Text: `${Name} ${text}`,
  Stops,
  ...atElement(ElementId),
})

/** Its specimen; a calculated element uses the tube of its inputs. */
const specimenOf = (element: ReadyElement): Said =>
  element.Specimens.length > 0 || (element.Formula !== null && inputsIn(element).length > 0)
    ? []
    : [missing(element, 'has no specimen')]

const inputsIn = ({ Formula }: ReadyElement): readonly number[] => {
  const used = inputsOf(Formula ?? '')
  return 'ids' in used ? used.ids : []
}

/** `together`: all elements measured with it. */
const typeOf = (element: ReadyElement, together: ReadonlyMap<number, ReadyElement>): Said => {
  const { ResultTypeId, Formula, Measurements } = element
  if (!element.IsActive) return [missing(element, 'is not active')]
  if (ResultTypeId === null) return [missing(element, 'has no result type')]
  if (ResultTypeId === resultType.PossibleValues && !Measurements.some((row) => (row.PossibleValues ?? '') !== ''))
    return [missing(element, 'is picked from possible values, and has none')]
  if (ResultTypeId !== resultType.Formula) return []
  const used = inputsOf(Formula ?? '')
  if ('reason' in used) return [missing(element, `has a formula that cannot be calculated: ${used.reason}`)]
  const absent = used.ids.filter((id) => !together.has(id))
  return absent.length === 0
    ? []
    : [missing(element, `is calculated from element ${absent.join(', ')}, which is not measured here`, false)]
}

/** A result without a range has no flag, and a person reviews each. */
const rangeOf = (element: ReadyElement): Said => {
  if (!boundedTypes.includes(element.ResultTypeId ?? 0)) return []
  if (element.Measurements.length === 0) return [missing(element, 'has no reference range', false)]
  const gaps = rangeGaps(element.Measurements)
  return gaps.length === 0 ? [] : [missing(element, `has no reference range for ${gaps.join(', ')}`, false)]
}

const unique = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text): text is string => text !== null)),
]

/** The questions about all elements that are measured together. */
export const checksOfElements = (elements: readonly ReadyElement[]): readonly Check[] => {
  const together = new Map(elements.map((element) => [element.ElementId, element]))
  return [
    {
      What: 'Specimen',
      Said: unique(elements.flatMap(({ Specimens }) => Specimens.slice(0, 1))).join(', '),
      Missing: elements.flatMap(specimenOf),
    },
    {
      What: 'Result type',
      Said: unique(elements.map(({ ResultType }) => ResultType)).join(', '),
      Missing: elements.flatMap((element) => typeOf(element, together)),
    },
    {
      What: 'Reference range',
      Said: `${elements.reduce((sum, { Measurements }) => sum + Measurements.length, 0)} in force`,
      Missing: elements.flatMap(rangeOf),
    },
  ]
}

/** What a dry run found missing, worst first. */
export const missingIn = (checks: readonly Check[]): readonly Missing[] =>
  checks.flatMap((check) => check.Missing).sort((a, b) => Number(b.Stops) - Number(a.Stops))
