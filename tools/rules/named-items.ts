// A lint rule: code refers to the id of a list item or a role by its name, not by a number.
import type { Rule, Scope } from 'eslint'

const kinds = 'status|client_?type|entity_?type|buyer_?type|role|gender|payment_?mode|result_?type|payment_?type'
const idName = new RegExp(`(${kinds})_?id$`, 'i')
// the same column in a statement, compared with a number
const inSql = new RegExp(
  `\\b\\w*(${kinds})_id\\s*(=|<>|!=|<=?|>=?|(is\\s+(not\\s+)?distinct\\s+from|(not\\s+)?in)\\b)\\s*\\(?\\s*\\d`,
  'i',
)
const message = 'Refer to this id by its name: modules/lists/items.model.ts, roles and entity types in core/user.ts.'
const comparisons = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>='])

/** A node with the properties that the rule reads; the parser's own types lack TypeScript's wrappers around a name. */
type Syntax = { readonly type: string } & Readonly<
  Record<'name' | 'value' | 'left' | 'property' | 'expression' | 'callee' | 'arguments' | 'elements', unknown>
>
const at = (nodes: unknown, index: number): unknown => (nodes as readonly unknown[] | undefined)?.[index]
const nameOf = (of: unknown): string => {
  const node = of as Syntax | undefined
  switch (node?.type) {
    case 'Identifier':
      return String(node.name)
    case 'Literal':
      return typeof node.value === 'string' ? node.value : ''
    case 'MemberExpression':
      return nameOf(node.property)
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return nameOf(node.expression)
    case 'LogicalExpression':
      return nameOf(node.left)
    case 'CallExpression':
      return nameOf(node.callee) === 'Number' ? nameOf(at(node.arguments, 0)) : ''
    default:
      return ''
  }
}
const isId = (node: unknown): boolean => idName.test(nameOf(node))
// 0 means none and is not an id
const isNumber = (of: unknown): boolean => {
  const node = of as Syntax | null | undefined
  return node?.type === 'Literal' && typeof node.value === 'number' && node.value > 0
}
const listed = (of: unknown): boolean => {
  const node = of as Syntax | undefined
  if (node?.type === 'NewExpression') return listed(at(node.arguments, 0))
  return node?.type === 'ArrayExpression' && (node.elements as readonly unknown[]).some(isNumber)
}

const isTable = (of: unknown): boolean => {
  const node = of as (Syntax & { readonly properties?: readonly { readonly key?: unknown }[] }) | undefined
  return node?.type === 'ObjectExpression' && (node.properties ?? []).some((one) => isNumber(one.key))
}

export const namedItems: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const refuse = (node: Rule.Node) => context.report({ node, message })
    /** The initial value of a constant, for a node that is its name. */
    const madeAs = (of: Rule.Node, node: unknown): unknown => {
      if ((node as Syntax).type !== 'Identifier') return node
      let scope: Scope.Scope | null = context.sourceCode.getScope(of)
      for (; scope; scope = scope.upper) {
        const found = scope.set.get(nameOf(node))?.defs[0]?.node as { readonly init?: unknown } | undefined
        if (found) return found.init ?? undefined
      }
      return undefined
    }
    return {
      BinaryExpression: (node) => {
        if (!comparisons.has(node.operator)) return
        if ((isNumber(node.right) && isId(node.left)) || (isNumber(node.left) && isId(node.right))) refuse(node)
      },
      SwitchStatement: (node) => {
        if (isId(node.discriminant) && node.cases.some((one) => isNumber(one.test))) refuse(node)
      },
      CallExpression: (node) => {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return
        const [asked] = node.arguments
        if (
          asked &&
          ['includes', 'has'].includes(nameOf(callee.property)) &&
          isId(asked) &&
          listed(madeAs(node, callee.object))
        )
          refuse(node)
      },
      MemberExpression: (node) => {
        if (node.computed && isId(node.property) && isTable(madeAs(node, node.object))) refuse(node)
      },
      LogicalExpression: (node) => {
        if (node.operator === '??' && isNumber(node.right) && isId(node.left)) refuse(node)
      },
      Property: (node) => {
        if (isNumber(node.value) && !node.computed && isId(node.key)) refuse(node)
      },
      Literal: (node) => {
        if (typeof node.value === 'string' && inSql.test(node.value)) refuse(node)
      },
      TemplateElement: (node) => {
        if (inSql.test(node.value.raw)) refuse(node)
      },
    }
  },
}
