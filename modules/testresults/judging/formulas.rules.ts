// Calculates the formulas of a set of elements in the order of their dependencies; the same in the browser while typing
// and on the server.
import { evaluateFormula } from '../../../core/expression/expression.formula.ts'
import type { FormulaRefusal } from '../../../core/expression/expression.formula.ts'
import { parseExpression, references } from '../../../core/expression/expression.ts'
import type { Parsed } from '../../../core/expression/expression.ts'
import { mayBeNegative, roundResult } from '../../elements/ranges.rules.ts'
import type { Measurement } from '../../elements/ranges.rules.ts'
import { workItemStatus } from '../../lists/items.model.ts'

/** Where an element is measured. */
export type Placed = {
  readonly SampleId?: number
  /** `F`, `T60` ...; null without a time point. */
  readonly TimePoint?: string | null
  readonly LabId?: number
  readonly StatusId?: number
}
export type FormulaElement = Placed & {
  readonly ElementId: number
  /** Key of its answer, where an element occurs more than once; without it the ElementId. */
  readonly WorkItemId?: number
  /** Age and sex at its own tube; without it those of the person. */
  readonly ageYears?: number | null
  /** Name for the reasons: "Waits for Bicarbonate". */
  readonly Element?: string | null
  readonly Result: string | null
  readonly UnitOfMeasure?: string | null
  readonly Formula: string | null
  /** Of a calculated one: the units that its inputs had when it was defined so, by ElementId. */
  readonly InputUnits?: Readonly<Record<number, string | null>> | null
  readonly DecimalPlaces: number | null
  /** Its reference ranges; with them a value below 0 is refused where none goes below 0, as a typed one is. */
  readonly Measurements?: readonly Measurement[]
}
/** AGE in completed years at collection, SEX one of M F O U. */
export type FormulaPerson = { readonly ageYears: number | null; readonly sex: string | null }
export type FormulaResult = { readonly Result: string } | { readonly Reason: string }

/**
 * The input of a formula from an element that is measured more than once: of its own tube; else of its own time and, if
 * need be, its own lab. Undefined where there is none; 'several' where it is ambiguous, since a value of another time
 * is a different value.
 */
export const nearestInput = <T extends Placed>(formula: Placed, inputs: readonly T[]): T | 'several' | undefined => {
  const [only] = inputs
  if (inputs.length < 2) return only
  const onTube = inputs.find((one) => one.SampleId !== undefined && one.SampleId === formula.SampleId)
  if (onTube) return onTube
  const sameTime = inputs.filter((one) => (one.TimePoint ?? null) === (formula.TimePoint ?? null))
  const times = new Set(inputs.map((one) => one.TimePoint ?? null))
  const ofTime = sameTime.length > 0 ? sameTime : times.size === 1 ? inputs : []
  const live = ofTime.filter((one) => one.StatusId !== workItemStatus.NotPerformed)
  const inLab = live.filter((one) => one.LabId === formula.LabId)
  const [nearest, ...more] = inLab.length > 0 ? inLab : live.length > 0 ? live : ofTime
  return nearest === undefined || more.length > 0 ? 'several' : nearest
}

const parsed = new Map<string, Parsed>()

function treeOf(formula: string): Parsed {
  const known = parsed.get(formula)
  if (known) return known
  const fresh = parseExpression(formula, { kind: 'formula' })
  if (parsed.size >= 1000) parsed.clear()
  parsed.set(formula, fresh)
  return fresh
}

/** Elements that a formula uses; none when it cannot be read. */
export const inputsOf = (formula: string): readonly number[] => {
  const known = treeOf(formula)
  return known.ok ? [...references(known.tree).elements] : []
}

/**
 * A formula with constants for women and men gives nothing for another sex, unless it names that one: else the other
 * constants would hold in silence.
 */
const isForSex = (formula: string, sex: string | null): boolean =>
  sex === null || sex === 'M' || sex === 'F' || !/\bSEX\b/i.test(formula) || formula.includes(`"${sex}"`)

const plain = (unit: string | null | undefined): string => (unit ?? '').trim().toLowerCase()
/** `mg/dL` is `mg/dl`. */
export const isSameUnit = (one: string | null | undefined, other: string | null | undefined): boolean =>
  plain(one) === plain(other)
/**
 * Why a value is no input of a formula: the unit of its element changed between the two. The constants of the formula
 * are of the other one.
 */
const otherUnit = (asked: string | null | undefined, { Element, UnitOfMeasure }: FormulaElement): string | undefined =>
  asked === undefined || isSameUnit(asked, UnitOfMeasure)
    ? undefined
    : `${Element ?? 'An input'} is in ${UnitOfMeasure || 'no unit'}, and its formula asks for ${asked || 'no unit'}`

const personal: Readonly<Record<string, string>> = { AGE: 'the age', SEX: 'the sex' }

type Names = {
  readonly nameOf: (id: number) => string
  readonly resultOf: (id: number) => string
  readonly isSettled: (id: number) => boolean
  readonly isNotPerformed: (id: number) => boolean
}

function reasonOf(reason: FormulaRefusal, { nameOf, resultOf, isSettled, isNotPerformed }: Names): string {
  switch (reason.cause) {
    case 'missing': {
      // an input that never comes is named as such, instead of waiting for it
      const dropped = reason.ElementIds.find(isNotPerformed)
      if (dropped !== undefined) return `${nameOf(dropped)} is not performed`
      const never = reason.ElementIds.find(isSettled)
      if (never !== undefined) return `${nameOf(never)} is not calculated`
      const asked = reason.variables.map((name) => personal[name] ?? name)
      return `Waits for ${[...reason.ElementIds.map(nameOf), ...asked].join(', ')}`
    }
    case 'inexact':
      return `${nameOf(reason.ElementId)} is ${resultOf(reason.ElementId)}, not an exact number`
    case 'zero':
      return 'Division by zero'
    case 'range':
      return 'No finite value'
    case 'notApplicable':
      return 'Not applicable'
    case 'unreadable':
      return 'The formula cannot be read'
  }
}

/** Whether the reason ends by itself, once missing inputs come. */
export const isWaiting = (reason: string): boolean => reason.startsWith('Waits for')

/**
 * The result (rounded once, to the element's decimals) or the reason of every element with a formula, by WorkItemId,
 * else ElementId. A formula that uses another formula gets its unrounded value. An element that is not performed has no
 * value.
 */
export function calculateFormulas(
  elements: readonly FormulaElement[],
  person: FormulaPerson,
): ReadonlyMap<number, FormulaResult> {
  const byElement = Map.groupBy(elements, (element) => element.ElementId)
  const keyOf = (element: FormulaElement): number => element.WorkItemId ?? element.ElementId
  const nameOf = (id: number): string => byElement.get(id)?.[0]?.Element || `element ${id}`
  const answers = new Map<number, FormulaResult>()
  const values = new Map<number, number | string | null>()
  const open = new Set<number>()
  const waiting = new Set<number>()

  /** Value of an input; null when it has none (yet). */
  const valueOf = (input: FormulaElement): number | string | null => {
    if (input.StatusId === workItemStatus.NotPerformed) return null
    if (!input.Formula) return input.Result
    calculate(input, input.Formula)
    return values.get(keyOf(input)) ?? null
  }

  const answerOf = (element: FormulaElement, formula: string): FormulaResult => {
    const known = treeOf(formula)
    if (!known.ok) return { Reason: 'The formula cannot be read' }
    if (!isForSex(formula, person.sex)) return { Reason: 'Its formula is for women and men' }
    const used = new Map<number, FormulaElement>()
    for (const id of references(known.tree).elements) {
      const input = nearestInput(element, byElement.get(id) ?? [])
      if (input === 'several') return { Reason: `${nameOf(id)} is measured more than once` }
      if (input) used.set(id, input)
    }
    open.add(keyOf(element))
    const circle = [...used.values()].some((input) => open.has(keyOf(input)))
    const inputs = new Map([...used].map(([id, input]) => [id, open.has(keyOf(input)) ? null : valueOf(input)]))
    open.delete(keyOf(element))
    for (const [id, input] of used) {
      const Reason = inputs.get(id) == null ? undefined : otherUnit(element.InputUnits?.[id], input)
      if (Reason !== undefined) return { Reason }
    }
    if (circle) return { Reason: 'The formulas refer to each other in a circle' }
    const ageYears = element.ageYears === undefined ? person.ageYears : element.ageYears
    const answer = evaluateFormula(known.tree, { elements: inputs, AGE: ageYears, SEX: person.sex })
    if ('reason' in answer)
      return {
        Reason: reasonOf(answer.reason, {
          nameOf,
          resultOf: (id) => used.get(id)?.Result ?? '',
          isSettled: (id) => {
            const input = used.get(id)
            return input !== undefined && answers.has(keyOf(input)) && !waiting.has(keyOf(input))
          },
          isNotPerformed: (id) => used.get(id)?.StatusId === workItemStatus.NotPerformed,
        }),
      }
    const Result = roundResult(answer.value, element.DecimalPlaces)
    if (Number(Result) < 0 && element.Measurements && !mayBeNegative(element.Measurements))
      return { Reason: 'Below 0: check the results it is calculated from' }
    values.set(keyOf(element), answer.value)
    return { Result }
  }

  const calculate = (element: FormulaElement, formula: string): void => {
    const key = keyOf(element)
    if (answers.has(key)) return
    const answer = answerOf(element, formula)
    if ('Reason' in answer && isWaiting(answer.Reason)) waiting.add(key)
    answers.set(key, answer)
  }

  for (const element of elements) if (element.Formula) calculate(element, element.Formula)
  return answers
}
