// A formula as a person reads and writes it: elements by their names, tried on typed values.
import { evaluateFormula, type FormulaRefusal } from '../../core/expression/expression.formula.ts'
import { parseExpression, references } from '../../core/expression/expression.ts'
import { roundResult } from './ranges.rules.ts'

const keyed = /\{\s*(\d{1,9})\s*\}/g
const anyReference = /\{([^{}]*)\}/g

/** Names of elements by key. One that two share, or that reads as a key, is not used. */
export type Names = ReadonlyMap<number, string>
const plain = (name: string): string => name.trim().toLowerCase()
const usable = (names: Names): Names => {
  const times = new Map<string, number>()
  for (const name of names.values()) times.set(plain(name), (times.get(plain(name)) ?? 0) + 1)
  return new Map(
    [...names].filter(([, name]) => times.get(plain(name)) === 1 && !/[{}]/.test(name) && /[^\d\s]/.test(name)),
  )
}

/** `{1001} / 2` as `{Haemoglobin} / 2`. */
export const namedFormula = (formula: string, names: Names): string => {
  const known = usable(names)
  return formula.replace(keyed, (reference, id: string) => {
    const name = known.get(Number(id))
    return name === undefined ? reference : `{${name}}`
  })
}
/** The same back; a name that no element has remains as typed. */
export const keyedFormula = (text: string, names: Names): string => {
  const keys = new Map([...usable(names)].map(([id, name]) => [plain(name), id]))
  return text.replace(anyReference, (reference, name: string) => {
    const id = keys.get(plain(name))
    return id === undefined ? reference : `{${id}}`
  })
}
/** Texts in braces that are no key of an element. */
export const unknownNames = (formula: string): readonly string[] =>
  [...formula.matchAll(anyReference)].flatMap(([, name = '']) => (/^\s*\d{1,9}\s*$/.test(name) ? [] : [name.trim()]))

/** Parts of a formula for a reader: plain text, and the elements between. */
export type Part = string | { readonly ElementId: number }
export const partsOf = (formula: string): readonly Part[] => {
  const parts: Part[] = []
  let from = 0
  for (const found of formula.matchAll(keyed)) {
    if (found.index > from) parts.push(formula.slice(from, found.index))
    parts.push({ ElementId: Number(found[1]) })
    from = found.index + found[0].length
  }
  if (from < formula.length) parts.push(formula.slice(from))
  return parts
}

/** The inputs of a formula; none while it cannot be read. */
export const askedOf = (
  formula: string,
): { readonly elements: readonly number[]; readonly variables: readonly string[] } => {
  const parsed = parseExpression(formula, { kind: 'formula' })
  return parsed.ok ? references(parsed.tree) : { elements: [], variables: [] }
}

/** The typed values on which a formula is tried. */
export type Tried = {
  readonly Age?: string
  readonly Sex?: string
  readonly Values: ReadonlyMap<number, string>
}
export type Outcome = { readonly Result: string } | { readonly Reason: string }

const reasonText = (reason: FormulaRefusal, nameOf: (id: number) => string): string => {
  switch (reason.cause) {
    case 'missing':
      return `Waits for ${[...reason.ElementIds.map(nameOf), ...reason.variables].join(', ')}`
    case 'inexact':
      return `${nameOf(reason.ElementId)} is not an exact number`
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

/** What the formula gives for these values, rounded as its result would be, by the evaluator of results. */
export const tryFormula = (formula: string, tried: Tried, decimals: number | null, names: Names): Outcome => {
  const parsed = parseExpression(formula, { kind: 'formula' })
  if (!parsed.ok) return { Reason: parsed.reason }
  const age = (tried.Age ?? '').trim()
  const answer = evaluateFormula(parsed.tree, {
    elements: new Map(references(parsed.tree).elements.map((id) => [id, tried.Values.get(id)?.trim() ?? ''])),
    AGE: /^\d{1,3}$/.test(age) ? Number(age) : null,
    SEX: tried.Sex || null,
  })
  return 'value' in answer
    ? { Result: roundResult(answer.value, decimals) }
    : { Reason: reasonText(answer.reason, (id) => names.get(id) ?? `element ${id}`) }
}
