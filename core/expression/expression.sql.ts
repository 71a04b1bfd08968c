// A criteria as an SQL condition with the same answers as the evaluator. Every value is a bound parameter; only the
// caller's column names are text.
import { references, typeOfValue } from './expression.ts'
import type { BinaryOperator, Expression, ExpressionNode, ExpressionUser, ExpressionValue } from './expression.ts'

/** How SQL reads a field: the caller's own text (a quoted column), and its type. `instant` is a timestamptz. */
export type Column = { readonly sql: string; readonly type: 'number' | 'text' | 'boolean' | 'instant' }
export type SqlCondition = { readonly text: string; readonly values: readonly ExpressionValue[] }

type Type = 'number' | 'text' | 'boolean'
/** SQL in pieces: text, or a value not yet numbered, so that a dropped part leaves no parameter behind. */
type Piece = string | { readonly value: ExpressionValue; readonly type: Type }
type Part = { readonly pieces: readonly Piece[]; readonly type: Type | 'null' }

const casts = { number: 'numeric', text: 'text', boolean: 'boolean' } as const
const comparisons: Partial<Record<BinaryOperator, string>> = {
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

const part = (type: Type | 'null', ...pieces: readonly (string | Part)[]): Part => ({
  type,
  pieces: pieces.flatMap((piece) => (typeof piece === 'string' ? [piece] : piece.pieces)),
})
const nothing = (type: Type): Part => part(type, `null::${casts[type]}`)
const condition = (side: Part): Part => (side.type === 'boolean' ? side : nothing('boolean'))
const bound = (value: ExpressionValue, type: Type): Part => ({ type, pieces: [{ value, type }] })
const isNull = (node: ExpressionNode): boolean => node.type === 'literal' && node.value === null

function columnPart(column: Column | undefined): Part {
  if (!column) return part('null', 'null')
  if (column.type === 'number') return part('number', `(${column.sql})::numeric`)
  // instants travel as ISO texts with milliseconds, and are compared as such on both sides
  if (column.type === 'instant')
    return part('text', `to_char((${column.sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  return part(column.type, `(${column.sql})`)
}

function compared(operator: BinaryOperator, a: Part, b: Part): Part {
  if (a.type !== b.type || a.type === 'null') return nothing('boolean')
  if (a.type === 'boolean' && operator !== '==' && operator !== '!=') return nothing('boolean')
  return part('boolean', '(', a, ` ${comparisons[operator]} `, b, a.type === 'text' ? ' collate "C")' : ')')
}

function calculated(operator: BinaryOperator, a: Part, b: Part): Part {
  if (a.type !== 'number' || b.type !== 'number') return nothing('number')
  // div() cuts exactly; the plain operator rounds at a place that PostgreSQL chooses
  if (operator === '/')
    return part('number', '(div(', a, ' * 10000000000::numeric, nullif(', b, ', 0)) * 0.0000000001::numeric)')
  return part('number', '(', a, ` ${operator} `, b, ')')
}

function emit(node: ExpressionNode, columnOf: (name: string) => Column | undefined, user: ExpressionUser): Part {
  const inner = (child: ExpressionNode): Part => emit(child, columnOf, user)
  switch (node.type) {
    case 'literal':
      if (node.value === null) return part('null', 'null')
      return bound(node.value, typeOfValue(node.value))
    case 'field':
      return columnPart(columnOf(node.name))
    case 'user':
      return bound(user[node.name] ?? null, 'number')
    case 'unary': {
      const operand = inner(node.operand)
      if (node.operator === '!')
        return operand.type === 'boolean' ? part('boolean', '(not ', operand, ')') : nothing('boolean')
      if (operand.type !== 'number') return nothing('number')
      return node.operator === '-' ? part('number', '(- ', operand, ')') : operand
    }
    case 'binary': {
      const { operator, left, right } = node
      if ((operator === '==' || operator === '!=') && (isNull(left) || isNull(right)))
        return part(
          'boolean',
          '(',
          inner(isNull(left) ? right : left),
          operator === '==' ? ' is null)' : ' is not null)',
        )
      const [a, b] = [inner(left), inner(right)]
      if (operator === '&&' || operator === '||') {
        return part('boolean', '(', condition(a), operator === '&&' ? ' and ' : ' or ', condition(b), ')')
      }
      return operator in comparisons ? compared(operator, a, b) : calculated(operator, a, b)
    }
    default:
      return nothing('boolean')
  }
}

/**
 * The condition, with the names of its parameters from `paramOf` (which gets 1, 2 ...) and their values in that order.
 * `columnOf` knows the fields of the row; a field it does not know makes the condition `false`. Where the evaluator
 * gives unknown, the condition is null, which matches no row.
 */
export function criteriaToSql(
  tree: Expression,
  columnOf: (name: string) => Column | undefined,
  user: ExpressionUser,
  paramOf: (position: number) => string = (position) => `$${position}`,
): SqlCondition {
  if (tree.kind !== 'criteria' || references(tree).fields.some((name) => columnOf(name) === undefined))
    return { text: 'false', values: [] }
  const { type, pieces } = emit(tree.node, columnOf, user)
  if (type !== 'boolean') return { text: 'false', values: [] }
  const values: ExpressionValue[] = []
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    values.push(piece.value)
    return `${paramOf(values.length)}::${casts[piece.type]}`
  })
  return { text: text.join(''), values }
}
