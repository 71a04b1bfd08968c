// Whether a row meets a criteria: three-valued as in SQL and exact in decimals, so that browser and database give the
// same answer.
import Big from 'big.js'
import { parseExpression, references } from './expression.ts'
import type { BinaryOperator, Expression, ExpressionNode, ExpressionUser, Parsed } from './expression.ts'

// Quotients are cut to ten decimals, here and in SQL; everything else is exact.
const Exact = Big()
Exact.DP = 0
Exact.RM = Big.roundDown
const scale = new Exact('1e10')
const unit = new Exact('1e-10')

type Value = Big | string | boolean | null
type Row = Readonly<Record<string, unknown>>

function valueOf(raw: unknown): Value {
  if (typeof raw === 'number') return Number.isFinite(raw) ? new Exact(raw) : null
  if (typeof raw === 'string' || typeof raw === 'boolean') return raw
  return raw instanceof Date ? raw.toISOString() : null
}

/** Order of texts by code point, as the database's "C" collation has it. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference) return difference
  }
  return left.length - right.length
}

/** Negative, zero or positive; null when the values cannot be compared: different types, or an absent value. */
function compare(a: Value, b: Value): number | null {
  if (a instanceof Exact && b instanceof Exact) return a.cmp(b)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return typeof a === 'boolean' && typeof b === 'boolean' ? Number(a) - Number(b) : null
}

function compared(operator: BinaryOperator, a: Value, b: Value): boolean | null {
  const order = compare(a, b)
  if (order === null) return null
  if (operator === '==') return order === 0
  if (operator === '!=') return order !== 0
  if (typeof a === 'boolean') return null
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function calculated(operator: BinaryOperator, a: Value, b: Value): Value {
  if (!(a instanceof Exact) || !(b instanceof Exact)) return null
  if (operator === '+') return a.plus(b)
  if (operator === '-') return a.minus(b)
  if (operator === '*') return a.times(b)
  return b.eq(0) ? null : a.times(scale).div(b).times(unit)
}

const isNull = (node: ExpressionNode): boolean => node.type === 'literal' && node.value === null
const truth = (value: Value): boolean | null => (typeof value === 'boolean' ? value : null)

function evaluate(node: ExpressionNode, row: Row, user: ExpressionUser): Value {
  switch (node.type) {
    case 'literal':
      return valueOf(node.value)
    case 'field':
      return valueOf(row[node.name])
    case 'user':
      return valueOf(user[node.name])
    case 'unary': {
      const value = evaluate(node.operand, row, user)
      if (node.operator === '!') return typeof value === 'boolean' ? !value : null
      if (!(value instanceof Exact)) return null
      return node.operator === '-' ? value.neg() : value
    }
    case 'binary': {
      const { operator, left, right } = node
      if ((operator === '==' || operator === '!=') && (isNull(left) || isNull(right)))
        return (evaluate(isNull(left) ? right : left, row, user) === null) === (operator === '==')
      const a = evaluate(left, row, user)
      const b = evaluate(right, row, user)
      if (operator === '&&')
        return truth(a) === false || truth(b) === false ? false : truth(a) === null || truth(b) === null ? null : true
      if (operator === '||')
        return truth(a) === true || truth(b) === true ? true : truth(a) === null || truth(b) === null ? null : false
      return operator === '+' || operator === '-' || operator === '*' || operator === '/'
        ? calculated(operator, a, b)
        : compared(operator, a, b)
    }
    default:
      return null
  }
}

/**
 * Whether the row meets the criteria. A comparison with an absent value is unknown, which counts as false; `== null`
 * and `!= null` test for absence. A name that the row does not have makes the whole criteria false.
 */
export function evaluateCriteria(tree: Expression, row: Row, user: ExpressionUser): boolean {
  if (
    tree.kind !== 'criteria' ||
    !references(tree).fields.every((name) => Object.hasOwn(row, name) && row[name] !== undefined)
  )
    return false
  return evaluate(tree.node, row, user) === true
}

const parsed = new Map<string, Parsed>()

/** The same from text: an empty criteria holds for every row, a malformed one for none. */
export function criteriaHolds(text: string | null | undefined, row: Row, user: ExpressionUser): boolean {
  if (text === null || text === undefined || text.trim() === '') return true
  let answer = parsed.get(text)
  if (!answer) {
    if (parsed.size >= 1000) parsed.clear()
    answer = parseExpression(text, { kind: 'criteria' })
    parsed.set(text, answer)
  }
  return answer.ok && evaluateCriteria(answer.tree, row, user)
}
