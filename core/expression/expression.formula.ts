// The value of a formula from results: exact decimals, or the reason why there is none. The caller rounds, once.
import Big from 'big.js'
import { parseExpression, references } from './expression.ts'
import { exactNumberOf } from './reading.ts'
import type { BinaryOperator, Expression, ExpressionNode, FunctionName } from './expression.ts'

const Decimal = Big()
Decimal.DP = 30

/** Results by element as they were entered; AGE in completed years, SEX one of M F O U. */
export type FormulaInputs = {
  readonly elements: ReadonlyMap<number, string | number | null | undefined>
  readonly AGE?: number | null
  readonly SEX?: string | null
}

/**
 * Why there is no value. `missing`: these inputs have no result yet. `inexact`: this input is not a plain number
 * (`<5`). `zero`: divided by zero. `range`: not a finite number. `notApplicable`: the formula gives NULL. `unreadable`:
 * not a formula.
 */
export type FormulaRefusal =
  | { readonly cause: 'missing'; readonly ElementIds: readonly number[]; readonly variables: readonly string[] }
  | { readonly cause: 'inexact'; readonly ElementId: number }
  | { readonly cause: 'zero' | 'range' | 'notApplicable' | 'unreadable' }
export type FormulaAnswer = { readonly value: number } | { readonly reason: FormulaRefusal }

type Value = Big | string | boolean | null

class NoValue extends Error {
  readonly why: 'zero' | 'range'
  constructor(why: 'zero' | 'range') {
    super(why)
    this.why = why
  }
}

/** A result as a number, null when it is not one (`<5`, text, empty). */
export function numberOfResult(result: string | number | null | undefined): number | null {
  if (typeof result === 'number') return Number.isFinite(result) ? result : null
  return exactNumberOf(result)
}

function finite(value: number): Big {
  // beyond any measurement, and exact decimals of that size would be endless
  if (!Number.isFinite(value) || Math.abs(value) > 1e100) throw new NoValue('range')
  return new Decimal(Math.abs(value) < 1e-100 ? 0 : value)
}

function called(name: FunctionName, args: readonly Value[]): Value {
  const numbers = args.filter((value): value is Big => value instanceof Decimal)
  const [first, second] = numbers
  if (!first || numbers.length < args.length) return null
  switch (name) {
    case 'MIN':
      return numbers.reduce((least, value) => (value.lt(least) ? value : least))
    case 'MAX':
      return numbers.reduce((most, value) => (value.gt(most) ? value : most))
    case 'ABS':
      return first.abs()
    case 'ROUND':
      return first.round(Math.min(20, Math.max(0, Math.trunc(second?.toNumber() ?? 0))), Big.roundHalfUp)
    case 'LN':
      return finite(Math.log(first.toNumber()))
    case 'EXP':
      return finite(Math.exp(first.toNumber()))
    case 'POW':
      return finite(first.toNumber() ** (second?.toNumber() ?? 1))
    default:
      return null
  }
}

function compared(operator: BinaryOperator, a: Value, b: Value): boolean | null {
  if (a === null || b === null) return null
  const order = a instanceof Decimal && b instanceof Decimal ? a.cmp(b) : a === b ? 0 : String(a) < String(b) ? -1 : 1
  if (operator === '==') return order === 0
  if (operator === '!=') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function calculated(operator: BinaryOperator, a: Value, b: Value): Value {
  if (!(a instanceof Decimal) || !(b instanceof Decimal)) return null
  if (operator === '/' && b.eq(0)) throw new NoValue('zero')
  const value = operator === '+' ? a.plus(b) : operator === '-' ? a.minus(b) : operator === '*' ? a.times(b) : a.div(b)
  if (value.abs().gt(1e100)) throw new NoValue('range')
  // an exact product has more digits than any input
  return value.round(40)
}

const isNull = (node: ExpressionNode): boolean => node.type === 'literal' && node.value === null

function evaluate(node: ExpressionNode, inputs: FormulaInputs): Value {
  switch (node.type) {
    case 'literal':
      return typeof node.value === 'number' ? new Decimal(node.value) : node.value
    case 'element':
      return new Decimal(numberOfResult(inputs.elements.get(node.ElementId)) ?? 0)
    case 'variable':
      return node.name === 'SEX' ? (inputs.SEX ?? null) : new Decimal(inputs.AGE ?? 0)
    case 'unary': {
      const value = evaluate(node.operand, inputs)
      if (node.operator === '!') return typeof value === 'boolean' ? !value : null
      if (!(value instanceof Decimal)) return null
      return node.operator === '-' ? value.neg() : value
    }
    case 'binary': {
      const { operator, left, right } = node
      const a = evaluate(left, inputs)
      if (operator === '&&') return a === true ? evaluate(right, inputs) === true : false
      if (operator === '||') return a === true ? true : evaluate(right, inputs) === true
      const b = evaluate(right, inputs)
      if ((operator === '==' || operator === '!=') && (isNull(left) || isNull(right)))
        return ((isNull(left) ? b : a) === null) === (operator === '==')
      return operator === '+' || operator === '-' || operator === '*' || operator === '/'
        ? calculated(operator, a, b)
        : compared(operator, a, b)
    }
    case 'call': {
      const [test, then, otherwise] = node.args
      // only the chosen branch is evaluated: the other may divide by zero
      if (node.name === 'IF' && test && then && otherwise)
        return evaluate(evaluate(test, inputs) === true ? then : otherwise, inputs)
      return called(
        node.name,
        node.args.map((argument) => evaluate(argument, inputs)),
      )
    }
    default:
      return null
  }
}

const empty = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * The unrounded value of a formula, or why there is none. Every input must have a result, also when the chosen branch
 * does not use it.
 */
export function evaluateFormula(tree: Expression, inputs: FormulaInputs): FormulaAnswer {
  if (tree.kind !== 'formula') return { reason: { cause: 'unreadable' } }
  const { elements, variables } = references(tree)
  const waiting = elements.filter((id) => empty(inputs.elements.get(id)))
  const unknown = variables.filter((name) => empty(name === 'AGE' ? inputs.AGE : inputs.SEX))
  if (waiting.length > 0 || unknown.length > 0)
    return { reason: { cause: 'missing', ElementIds: waiting, variables: unknown } }
  const inexact = elements.find((id) => numberOfResult(inputs.elements.get(id)) === null)
  if (inexact !== undefined) return { reason: { cause: 'inexact', ElementId: inexact } }
  try {
    const value = evaluate(tree.node, inputs)
    return value instanceof Decimal
      ? { value: finite(value.toNumber()).toNumber() }
      : { reason: { cause: 'notApplicable' } }
  } catch (error) {
    // Big itself throws for exponents out of its range
    return { reason: { cause: error instanceof NoValue ? error.why : 'range' } }
  }
}

/**
 * One circle among formulas (`[1, 2, 1]`), null when they can be calculated one after the other. Formulas that cannot
 * be read have no references.
 */
export function formulaCycle(
  formulas: readonly { readonly ElementId: number; readonly Formula: string | null }[],
): readonly number[] | null {
  const inputsOf = new Map<number, readonly number[]>()
  for (const { ElementId, Formula } of formulas) {
    const parsed = Formula ? parseExpression(Formula, { kind: 'formula' }) : null
    inputsOf.set(ElementId, parsed?.ok ? references(parsed.tree).elements : [])
  }
  const done = new Set<number>()
  const visit = (id: number, path: readonly number[]): readonly number[] | null => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id]
    if (done.has(id)) return null
    for (const input of inputsOf.get(id) ?? []) {
      const circle = visit(input, [...path, id])
      if (circle) return circle
    }
    done.add(id)
    return null
  }
  for (const id of inputsOf.keys()) {
    const circle = visit(id, [])
    if (circle) return circle
  }
  return null
}
