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
const binaryOperators = ['+', '-', '*', '/', '==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const
export type BinaryOperator = (typeof binaryOperators)[number]
/** Fewest and most arguments. */
const functions = {
  POW: [2, 2],
  MIN: [1, 20],
  MAX: [1, 20],
  ABS: [1, 1],
  ROUND: [1, 2],
  LN: [1, 1],
  EXP: [1, 1],
  IF: [3, 3],
} as const
export type FunctionName = keyof typeof functions
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

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

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

/** The parts that may be used, as the parser gives them: its own types forget what their parts are. */
type Raw =
  | { readonly type: 'Literal'; readonly value: unknown }
  | { readonly type: 'Identifier'; readonly name: string }
  | RawMember
  | RawCall
  | { readonly type: 'ElementReference'; readonly ElementId: number }
  | { readonly type: 'UnaryExpression'; readonly operator: string; readonly argument: Raw }
  | { readonly type: 'BinaryExpression'; readonly operator: string; readonly left: Raw; readonly right: Raw }
  | { readonly type: 'Compound' }
type RawMember = {
  readonly type: 'MemberExpression'
  readonly object: Raw
  readonly property: Raw
  readonly computed: boolean
  readonly optional?: boolean
}
type RawCall = { readonly type: 'CallExpression'; readonly callee: Raw; readonly arguments: readonly Raw[] }

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

function member({ object, property, computed, optional }: RawMember, kind: ExpressionKind): ExpressionNode {
  const ofUser = object.type === 'Identifier' && object.name === 'user'
  if (kind !== 'criteria' || computed || optional || !ofUser || property.type !== 'Identifier')
    return refuse('A dot may only follow user')
  const field = property.name
  const name = userFields.find((known) => known === field)
  return name ? { type: 'user', name } : refuse(`user has no field "${field}"`)
}

function call(raw: RawCall, kind: ExpressionKind, depth: number): ExpressionNode {
  const name = raw.callee.type === 'Identifier' ? raw.callee.name.toUpperCase() : ''
  if (kind !== 'formula' || !isFunction(name)) return refuse(`"${name || 'This'}" is not an allowed function`)
  const [args, range] = [raw.arguments, functions[name]]
  if (args.length < range[0] || args.length > range[1])
    refuse(`${name} takes ${range[0] === range[1] ? range[0] : `${range[0]} to ${range[1]}`} values`)
  return { type: 'call', name, args: args.map((argument) => convert(argument, kind, depth + 1)) }
}

function convert(raw: Raw | null | undefined, kind: ExpressionKind, depth: number): ExpressionNode {
  if (depth > maxDepth) refuse(`The expression is nested more than ${maxDepth} deep`)
  switch (raw?.type) {
    case 'Literal':
      return literal(raw.value)
    case 'Identifier':
      return identifier(raw.name, kind)
    case 'MemberExpression':
      return member(raw, kind)
    case 'CallExpression':
      return call(raw, kind, depth)
    case 'ElementReference':
      return kind === 'formula'
        ? { type: 'element', ElementId: raw.ElementId }
        : refuse('Elements can be used only in formulas')
    case 'UnaryExpression': {
      const { operator, argument } = raw
      if (operator !== '!' && operator !== '-' && operator !== '+') return refuse(`"${operator}" may not be used`)
      return { type: 'unary', operator, operand: convert(argument, kind, depth + 1) }
    }
    case 'BinaryExpression': {
      const { left, right } = raw
      const operator = binaryOperators.find((known) => known === raw.operator)
      if (!operator) return refuse(`"${raw.operator}" may not be used`)
      return {
        type: 'binary',
        operator,
        left: convert(left, kind, depth + 1),
        right: convert(right, kind, depth + 1),
      }
    }
    default:
      return refuse('The expression cannot be read')
  }
}

type Type = 'number' | 'text' | 'boolean' | 'null'
export const typeOfValue = (value: NonNullable<ExpressionValue>): 'number' | 'text' | 'boolean' =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
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
      return node.value === null ? 'null' : typeOfValue(node.value)
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
      const [test, then, otherwise] = node.args
      if (!test || !then || !otherwise) return refuse('IF takes 3 values')
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
    // a cast: the types of the parser say no more of a part than that it has a type
    const node = convert(jsep(text) as Raw, kind, 1)
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
