// What results need of an element: a readable formula, and intervals in their order.
import { formulaCycle } from '../../core/expression/expression.formula.ts'
import { parseExpression, references } from '../../core/expression/expression.ts'
import { must, type Decision } from '../../core/refusal.ts'
import { isPrivileged, type SignedIn } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import { boundedTypes, resultType } from '../lists/items.model.ts'
import type { ElementDraft } from './elements.model.ts'
import { unknownNames } from './formula.rules.ts'
import { valuesIn } from './ranges.rules.ts'

type Ranges = NonNullable<ElementDraft['ElementMeasurements']>
type Age = '' | 'Days' | 'Hours'
type Bound = `${'Min' | 'Max'}Weeks` | `${'Min' | 'Max'}Age${Age}` | `${'' | 'Critically'}${'Low' | 'High'}Value`
const { Formula: calculated } = resultType

/** The mark keeps results apart also from who keeps the catalogue, and taken off it opens all of them. */
export const mayUnmark = (
  user: Pick<SignedIn, 'RoleId'>,
  before: Pick<ElementDraft, 'IsSensitive'> | null,
  { IsSensitive }: Pick<ElementDraft, 'IsSensitive'>,
): Decision =>
  must(
    before?.IsSensitive !== true || (IsSensitive !== false && IsSensitive !== null) || isPrivileged(user),
    'Without the mark all results of this element are open: ask an administrator or business manager to take it off',
    { at: 'IsSensitive', code: 'unmark' },
  )

/** Elements that a formula uses, or why it cannot be read. */
export const inputsOf = (formula: string): { readonly ids: readonly number[] } | { readonly reason: string } => {
  const parsed = parseExpression(formula, { kind: 'formula' })
  return parsed.ok ? { ids: [...references(parsed.tree).elements] } : { reason: parsed.reason }
}

const ordered: readonly (readonly [Bound, Bound, string])[] = [
  ['MinAge', 'MaxAge', 'Max Age is below Min Age'],
  ['MinAgeDays', 'MaxAgeDays', 'Max Age Days is below Min Age Days'],
  ['MinAgeHours', 'MaxAgeHours', 'Max Age Hours is below Min Age Hours'],
  ['MinWeeks', 'MaxWeeks', 'Max Weeks is below Min Weeks'],
  ['LowValue', 'HighValue', 'High is below Low'],
  ['CriticallyLowValue', 'LowValue', 'Low is below Critically Low'],
  ['HighValue', 'CriticallyHighValue', 'Critically High is below High'],
  ['CriticallyLowValue', 'CriticallyHighValue', 'Critically High is below Critically Low'],
]
/** Bounds of reference ranges in the wrong order: a value would be flagged on both sides, or on none. */
export const rangeErrors = (rows: Readonly<Ranges>): Errors =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      ordered
        .filter(([low, high]) => (row[high] ?? Infinity) < (row[low] ?? -Infinity))
        .map(([, high, text]) => [`ElementMeasurements.${index}.${high}`, [text]]),
    ),
  )

/** For whom a range holds, as a text that is the same for the same people. */
export const peopleOf = (row: Ranges[number]): string =>
  JSON.stringify([
    row.InstrumentId ?? null,
    row.GenderId ?? null,
    row.Pregnancy ?? null,
    row.MinWeeks ?? null,
    row.MaxWeeks ?? null,
    row.Fasting ?? null,
    row.CyclePhase ?? null,
    row.Treatment ?? null,
    row.MinAge ?? null,
    row.MaxAge ?? null,
    row.MinAgeDays ?? null,
    row.MaxAgeDays ?? null,
    row.MinAgeHours ?? null,
    row.MaxAgeHours ?? null,
  ])
/** `3.5 - 5.1` as its two numbers. */
const printedBounds = (text: string | null | undefined): readonly [number, number] | undefined => {
  const found = /^(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)$/.exec((text ?? '').trim())
  return found ? [Number(found[1]), Number(found[2])] : undefined
}
/** Two ranges for the same people on one instrument, and a printed range with other bounds than it is judged by. */
export const contradictions = (rows: Readonly<Ranges>): Errors => {
  const errors: Errors = {}
  const isOther = (printed: number, bound: number | null | undefined): boolean => bound != null && printed !== bound
  rows.forEach((row, index) => {
    if (rows.findIndex((one) => peopleOf(one) === peopleOf(row)) !== index)
      errors[`ElementMeasurements.${index}.MinAge`] = ['There is a range for the same people already']
    const printed = printedBounds(row.PrintableRange)
    if (printed && (isOther(printed[0], row.LowValue) || isOther(printed[1], row.HighValue)))
      errors[`ElementMeasurements.${index}.PrintableRange`] = ['Printable Range differs from Low and High']
  })
  return errors
}

type Judged = Pick<ElementDraft, 'ResultTypeId' | 'AbnormalValues' | 'CriticalValues' | 'DecimalPlaces'>
/**
 * Abnormal or critical values that cannot be chosen would never be flagged, nor would words for a number; a calculated
 * value without decimals would be rounded to a whole number.
 */
export const judgingErrors = (element: Judged, rows: Readonly<Ranges>): Errors => {
  if (isCalculated(element) && (element.DecimalPlaces ?? null) === null)
    return { DecimalPlaces: ['Decimal Places is required for a calculated element'] }
  if (boundedTypes.includes(element.ResultTypeId ?? 0) && valuesIn(element.CriticalValues).length > 0)
    return { CriticalValues: ['A number is critical by the bounds of its ranges'] }
  if (element.ResultTypeId !== resultType.PossibleValues) return {}
  const possible = rows.flatMap((row) => valuesIn(row.PossibleValues)).map((value) => value.toLowerCase())
  return Object.fromEntries(
    (['AbnormalValues', 'CriticalValues'] as const).flatMap((name) => {
      const strange = valuesIn(element[name]).filter((value) => !possible.includes(value.toLowerCase()))
      return possible.length === 0 || strange.length === 0
        ? []
        : [[name, [`${strange.join(', ')} is not one of the possible values`]]]
    }),
  )
}

export const isCalculated = (element: Pick<ElementDraft, 'ResultTypeId'>): boolean =>
  element.ResultTypeId === calculated

/** Another element: its name and formula, and whether it may be ordered. */
export type OtherElement = { readonly Name: string; readonly Formula: string | null; readonly IsActive: boolean }

const isOn = (element: { readonly IsActive?: boolean | null }): boolean => element.IsActive !== false

type Calculated = Pick<ElementDraft, 'ResultTypeId' | 'Formula' | 'Name' | 'IsActive'>
const wrong = (reason: string): Errors => ({ Formula: [reason] })
/** What is wrong with a formula as text, before the elements it names are looked up. */
export const writtenErrors = (element: Calculated): Errors => {
  const formula = (element.Formula ?? '').trim()
  if (!isCalculated(element)) return {}
  if (formula === '') return wrong('Formula is required')
  const named = unknownNames(formula)
  if (named.length > 0) return wrong(`There is no element "${named.join('", "')}"`)
  const used = inputsOf(formula)
  return 'reason' in used ? wrong(used.reason) : {}
}
/** What is wrong with the formula of an element by field. `others` are all other elements. */
export const formulaErrors = (
  element: Calculated,
  key: number | null,
  others: ReadonlyMap<number, OtherElement>,
): Errors => {
  const formula = (element.Formula ?? '').trim()
  const used = inputsOf(formula)
  if (!isCalculated(element) || 'reason' in used || unknownNames(formula).length > 0) return writtenErrors(element)
  const unknown = used.ids.filter((id) => id !== key && !others.has(id))
  if (unknown.length > 0) return wrong(`There is no element ${unknown.join(', ')}`)
  const formulas = [...others].map(([ElementId, { Formula }]) => ({ ElementId, Formula }))
  const circle = formulaCycle([{ ElementId: key ?? 0, Formula: formula }, ...formulas])
  const nameOf = (id: number): string => others.get(id)?.Name ?? element.Name ?? 'this element'
  if (circle?.includes(key ?? 0)) return wrong(`The formula uses its own result: ${circle.map(nameOf).join(' → ')}`)
  const off = used.ids.filter((id) => others.get(id)?.IsActive === false)
  return isOn(element) && off.length > 0 ? wrong(`${off.map(nameOf).join(', ')} is not active`) : {}
}

/** The elements whose formula uses it. */
export const usersOf = (key: number, others: ReadonlyMap<number, OtherElement>): readonly OtherElement[] =>
  [...others.values()].filter((other) => {
    const used = other.Formula === null ? { ids: [] } : inputsOf(other.Formula)
    return 'ids' in used && used.ids.includes(key)
  })

/** An element cannot be switched off while an active one is calculated from it. */
export const switchOffErrors = (
  element: Pick<ElementDraft, 'IsActive'>,
  key: number | null,
  others: ReadonlyMap<number, OtherElement>,
): Errors => {
  if (isOn(element) || key === null) return {}
  const users = usersOf(key, others).filter((other) => other.IsActive)
  return users.length === 0 ? {} : { IsActive: [`${users.map(({ Name }) => Name).join(', ')} is calculated from it`] }
}
