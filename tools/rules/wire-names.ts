// A lint rule: TypeScript calls a column as the model does, SaleId. sale_id is a name in the text of a statement.
import type { Rule } from 'eslint'

const ofSql = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/

/** Its option lists names that others gave: settings of PostgreSQL, fields of a library. */
export const wireNames: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'array', items: { type: 'string' } }] },
  create: (context) => {
    const given = (context.options[0] ?? []) as readonly string[]
    const refuse = (node: Rule.Node, name: unknown): void => {
      if (typeof name === 'string' && ofSql.test(name) && !given.includes(name))
        context.report({
          node,
          message: `${name} is a name of SQL: TypeScript calls it as the model does (db/names.ts).`,
        })
    }
    const text = (node: Rule.Node): void => {
      if (node.type === 'Literal') refuse(node, node.value)
    }
    return {
      Identifier: (node) => refuse(node, node.name),
      ':matches(Property, PropertyDefinition, TSPropertySignature) > Literal.key': text,
      'MemberExpression[computed=true] > Literal.property': text,
      'TSIndexedAccessType > TSLiteralType.indexType > Literal': text,
      'TSTypeReference[typeName.name=/^(Pick|Omit|Record)$/] TSLiteralType > Literal': text,
    }
  },
}
