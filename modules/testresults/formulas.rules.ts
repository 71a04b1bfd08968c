// Formula results of a set of elements, in the order in which they depend on each other; the same in the browser as one types and on the server.
import { evaluateFormula } from '../../core/expression.formula.ts'
import type { FormulaRefusal } from '../../core/expression.formula.ts'
import { parseExpression, references } from '../../core/expression.ts'
import type { Parsed } from '../../core/expression.ts'
import { roundResult } from './ranges.rules.ts'

export type FormulaElement = {
  readonly ElementId: number
  /** Name for the reasons: "Waits for Bicarbonate". */
  readonly Element?: string | null
  readonly Result: string | null
  readonly Formula: string | null
  readonly DecimalPlaces: number | null
}
/** AGE in completed years at collection, SEX one of M F O U. */
export type FormulaPerson = { readonly ageYears: number | null; readonly sex: string | null }
export type FormulaResult = { readonly Result: string } | { readonly Reason: string }

/** Shown in place of a formula's result that cannot be calculated, beside the reason. */
export const notCalculated = 'Not calculated'

const parsed = new Map<string, Parsed>()

function treeOf(formula: string): Parsed {
  const known = parsed.get(formula)
  if (known) return known
  const fresh = parseExpression(formula, { kind: 'formula' })
  if (parsed.size >= 1000) parsed.clear()
  parsed.set(formula, fresh)
  return fresh
}

const personal: Readonly<Record<string, string>> = { AGE: 'the age', SEX: 'the sex' }

type Names = {
  readonly nameOf: (id: number) => string
  readonly resultOf: (id: number) => string
  readonly isSettled: (id: number) => boolean
}

function reasonOf(reason: FormulaRefusal, { nameOf, resultOf, isSettled }: Names): string {
  switch (reason.cause) {
    case 'missing': {
      // an input that never comes is told as such, not waited for
      const never = reason.ElementIds.find(isSettled)
      if (never !== undefined) return `${nameOf(never)} is not calculated`
      return `Waits for ${[...reason.ElementIds.map(nameOf), ...reason.variables.map((name) => personal[name] ?? name)].join(', ')}`
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

/**
 * The result (rounded once, to the element's decimals) or the reason of every element that has a formula. A formula that uses another formula gets
 * its unrounded value.
 */
export function calculateFormulas(elements: readonly FormulaElement[], person: FormulaPerson): ReadonlyMap<number, FormulaResult> {
  const byId = new Map(elements.map((element) => [element.ElementId, element]))
  const answers = new Map<number, FormulaResult>()
  const values = new Map<number, number | string | null>()
  const open = new Set<number>()
  const nameOf = (id: number): string => byId.get(id)?.Element || `element ${id}`
  const resultOf = (id: number): string => byId.get(id)?.Result ?? ''
  const waiting = new Set<number>()
  const isSettled = (id: number): boolean => answers.has(id) && !waiting.has(id)

  /** Value of an input; null when it has none (yet). */
  const inputOf = (id: number): number | string | null => {
    const element = byId.get(id)
    if (!element?.Formula) return element?.Result ?? null
    calculate(element, element.Formula)
    return values.get(id) ?? null
  }

  const calculate = (element: FormulaElement, formula: string): void => {
    const id = element.ElementId
    if (answers.has(id)) return
    const known = treeOf(formula)
    if (!known.ok) {
      answers.set(id, { Reason: 'The formula cannot be read' })
      return
    }
    open.add(id)
    const inputs = new Map<number, number | string | null>()
    let circle = false
    for (const input of references(known.tree).elements) {
      if (open.has(input)) circle = true
      else inputs.set(input, inputOf(input))
    }
    open.delete(id)
    if (circle) {
      answers.set(id, { Reason: 'The formulas refer to each other in a circle' })
      return
    }
    const answer = evaluateFormula(known.tree, { elements: inputs, AGE: person.ageYears, SEX: person.sex })
    if ('reason' in answer) {
      const Reason = reasonOf(answer.reason, { nameOf, resultOf, isSettled })
      if (Reason.startsWith('Waits')) waiting.add(id)
      answers.set(id, { Reason })
      return
    }
    values.set(id, answer.value)
    answers.set(id, { Result: roundResult(answer.value, element.DecimalPlaces) })
  }

  for (const element of elements) if (element.Formula) calculate(element, element.Formula)
  return answers
}
