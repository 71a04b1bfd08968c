// Expressions that people write: criteria of permissions and formulas of elements. Text becomes a checked tree; it is
// never run as code.
import jsep from 'jsep'

/** `criteria`: fields of a row and `user`; `formula`: `{ElementId}`, AGE and SEX. */
export type ExpressionKind = 'criteria' | 'formula'

const userFields = ['UserId', 'EmployerId', 'RoleId', 'EntityId', 'EntityTypeId'] as const
type UserField = (typeof userFields)[number]
/** The user as a criteria sees them. */
export type ExpressionUser = { readonly [K in UserField]?: number | null }

type UnaryOperator = '!' | '-' | '+'
export type BinaryOperator = '+' | '-' | '*' | '/' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||'
export type FunctionName = 'POW' | 'MIN' | 'MAX' | 'ABS' | 'ROUND' | 'LN' | 'EXP' | 'IF'
export type ExpressionValue = number | string | boolean | null

export type ExpressionNode =
  | { readonly type: 'literal'; readonly value: ExpressionValue }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'user'; readonly name: UserField }
  | { readonly type: 'element'; readonly ElementId: number }
  | { readonly type: 'variable'; readonly name: 'AGE' | 'SEX' }
  | { readonly type: 'unary'; readonly operator: UnaryOperator; readonly operand: ExpressionNode }
  | {
      readonly type: 'binary'
      readonly operator: BinaryOperator
      readonly left: ExpressionNode
      readonly right: ExpressionNode
    }
  | { readonly type: 'call'; readonly name: FunctionName; readonly args: readonly ExpressionNode[] }

export type Expression = { readonly kind: ExpressionKind; readonly node: ExpressionNode }
export type Parsed = { readonly ok: true; readonly tree: Expression } | { readonly ok: false; readonly reason: string }

export const maxLength = 2000
export const maxDepth = 60

const binaryOperators: ReadonlySet<string> = new Set(['+', '-', '*', '/', '==', '!=', '<', '<=', '>', '>=', '&&', '||'])
/** Fewest and most arguments. */
const functions: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['POW', [2, 2]],
  ['MIN', [1, 20]],
  ['MAX', [1, 20]],
  ['ABS', [1, 1]],
  ['ROUND', [1, 2]],
  ['LN', [1, 1]],
  ['EXP', [1, 1]],
  ['IF', [3, 3]],
])

class Refusal extends Error {}
const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

// `{1001}` is not JavaScript: this adds that one token to the parser.
jsep.hooks.add('gobble-token', function readReference(env) {
  if (this.char !== '{') return
  const reference = /^\{\s*(\d{1,9})\s*\}/.exec(this.expr.slice(this.index))
  if (!reference) return
  this.index += reference[0].length
  env.node = { type: 'ElementReference', ElementId: Number(reference[1]) }
})

type Raw = jsep.Expression

function literal(value: unknown): ExpressionNode {
  if (value === null || typeof value === 'boolean') return { type: 'literal', value }
  if (typeof value === 'number') {
    // within the range of both a float and an exact decimal, so that browser and database agree
    const size = Math.abs(value)
    if (size !== 0 && !(size >= 1e-10 && size <= 1e15)) refuse('A number is too large or too small')
    return { type: 'literal', value }
  }
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) refuse('A text holds a character that cannot be stored')
    return { type: 'literal', value }
  }
  return refuse('Only numbers, texts, true, false and null may be written')
}

function identifier(name: string, kind: ExpressionKind): ExpressionNode {
  if (kind === 'criteria') {
    if (name === 'user') refuse('user needs one of its fields, as in user.EntityId')
    return /^[A-Za-z_]\w*$/.test(name) ? { type: 'field', name } : refuse(`"${name}" is not a field`)
  }
  const upper = name.toUpperCase()
  if (upper === 'NULL') return { type: 'literal', value: null }
  return upper === 'AGE' || upper === 'SEX'
    ? { type: 'variable', name: upper }
    : refuse(`"${name}" is not known in a formula`)
}

function member(raw: jsep.MemberExpression, kind: ExpressionKind): ExpressionNode {
  const field = (raw.property as jsep.Identifier).name
  const ofUser = raw.object.type === 'Identifier' && (raw.object as jsep.Identifier).name === 'user'
  if (kind !== 'criteria' || raw.computed || raw.optional || !ofUser) return refuse('A dot may only follow user')
  const name = userFields.find((known) => known === field)
  return name ? { type: 'user', name } : refuse(`user has no field "${field}"`)
}

function call(raw: jsep.CallExpression, kind: ExpressionKind, depth: number): ExpressionNode {
  const name = raw.callee.type === 'Identifier' ? (raw.callee as jsep.Identifier).name.toUpperCase() : ''
  const range = functions.get(name)
  if (kind !== 'formula' || !range) return refuse(`"${name || 'This'}" is not an allowed function`)
  const args = raw.arguments
  if (args.length < range[0] || args.length > range[1])
    refuse(`${name} takes ${range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`} values`)
  return { type: 'call', name: name as FunctionName, args: args.map((argument) => convert(argument, kind, depth + 1)) }
}

function convert(raw: Raw | null | undefined, kind: ExpressionKind, depth: number): ExpressionNode {
  if (depth > maxDepth) refuse(`The expression is nested more than ${maxDepth} deep`)
  switch (raw?.type) {
    case 'Literal':
      return literal((raw as jsep.Literal).value)
    case 'Identifier':
      return identifier((raw as jsep.Identifier).name, kind)
    case 'MemberExpression':
      return member(raw as jsep.MemberExpression, kind)
    case 'CallExpression':
      return call(raw as jsep.CallExpression, kind, depth)
    case 'ElementReference':
      return kind === 'formula'
        ? { type: 'element', ElementId: raw.ElementId as number }
        : refuse('Elements can be used only in formulas')
    case 'UnaryExpression': {
      const { operator, argument } = raw as jsep.UnaryExpression
      if (operator !== '!' && operator !== '-' && operator !== '+') return refuse(`"${operator}" may not be used`)
      return { type: 'unary', operator, operand: convert(argument, kind, depth + 1) }
    }
    case 'BinaryExpression': {
      const { operator, left, right } = raw as jsep.BinaryExpression
      if (!binaryOperators.has(operator)) refuse(`"${operator}" may not be used`)
      return {
        type: 'binary',
        operator: operator as BinaryOperator,
        left: convert(left, kind, depth + 1),
        right: convert(right, kind, depth + 1),
      }
    }
    default:
      return refuse('The expression cannot be read')
  }
}

type Type = 'number' | 'text' | 'boolean' | 'null'
const agree = (a: Type, b: Type): boolean => a === b || a === 'null' || b === 'null'

/**
 * The type of a formula's part; refuses a part that can never give a number. Criteria are not typed: only the caller
 * knows their fields.
 */
function typeOf(node: ExpressionNode): Type {
  const number = (part: ExpressionNode): void => {
    if (!agree(typeOf(part), 'number')) refuse('A formula calculates with numbers only')
  }
  const condition = (part: ExpressionNode): void => {
    if (!agree(typeOf(part), 'boolean')) refuse('A condition compares two values')
  }
  switch (node.type) {
    case 'literal':
      return node.value === null
        ? 'null'
        : typeof node.value === 'string'
          ? 'text'
          : (typeof node.value as 'number' | 'boolean')
    case 'variable':
      return node.name === 'SEX' ? 'text' : 'number'
    case 'unary':
      ;(node.operator === '!' ? condition : number)(node.operand)
      return node.operator === '!' ? 'boolean' : 'number'
    case 'binary': {
      if (node.operator === '&&' || node.operator === '||') [node.left, node.right].forEach(condition)
      else if (['+', '-', '*', '/'].includes(node.operator)) [node.left, node.right].forEach(number)
      else if (!agree(typeOf(node.left), typeOf(node.right))) refuse('A number cannot be compared with a text')
      return ['+', '-', '*', '/'].includes(node.operator) ? 'number' : 'boolean'
    }
    case 'call': {
      if (node.name !== 'IF') {
        node.args.forEach(number)
        return 'number'
      }
      const [test, then, otherwise] = node.args as [ExpressionNode, ExpressionNode, ExpressionNode]
      condition(test)
      const [a, b] = [typeOf(then), typeOf(otherwise)]
      if (!agree(a, b)) refuse('Both values of IF must be of one type')
      return a === 'null' ? b : a
    }
    default:
      return 'number'
  }
}

/**
 * Text as a checked tree, or the reason why it cannot be read, for the person who wrote it. Never throws. At most 2000
 * characters and 60 levels; only the nodes, operators and functions of its kind.
 */
export function parseExpression(text: string, { kind }: { readonly kind: ExpressionKind }): Parsed {
  if (text.trim() === '') return { ok: false, reason: 'The expression is empty' }
  if (text.length > maxLength) return { ok: false, reason: `The expression is longer than ${maxLength} characters` }
  try {
    const node = convert(jsep(text), kind, 1)
    if (kind === 'formula' && !agree(typeOf(node), 'number')) refuse('A formula must give a number')
    return { ok: true, tree: { kind, node } }
  } catch (error) {
    return { ok: false, reason: error instanceof Refusal ? error.message : 'The expression cannot be read' }
  }
}

export type References = {
  readonly fields: readonly string[]
  readonly user: readonly UserField[]
  readonly elements: readonly number[]
  readonly variables: readonly string[]
}

/** The references of the tree, each once, in the order of the text. */
export function references(tree: Expression): References {
  const found = {
    fields: new Set<string>(),
    user: new Set<UserField>(),
    elements: new Set<number>(),
    variables: new Set<string>(),
  }
  const visit = (node: ExpressionNode): void => {
    if (node.type === 'field') found.fields.add(node.name)
    else if (node.type === 'user') found.user.add(node.name)
    else if (node.type === 'element') found.elements.add(node.ElementId)
    else if (node.type === 'variable') found.variables.add(node.name)
    else if (node.type === 'unary') visit(node.operand)
    else if (node.type === 'binary') [node.left, node.right].forEach(visit)
    else if (node.type === 'call') node.args.forEach(visit)
  }
  visit(tree.node)
  return {
    fields: [...found.fields],
    user: [...found.user],
    elements: [...found.elements],
    variables: [...found.variables],
  }
}
