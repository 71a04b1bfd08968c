// Unchecked claims: the shape of rows and answers, tables named by a letter, message texts used for decisions.
import ts from 'typescript'
import { placeOf, walk, type Place, type Source } from './sources.ts'

const readers = new Set(['rows', 'one', 'maybe', 'get', 'post', 'put', 'del', 'useGet'])
/** `tx.rows<Row>(...)`, `get<Answer>(...)`: a shape that is not checked against the answer. */
export const claimsIn = (source: Source): Place[] => {
  const places: Place[] = []
  walk(source.tree, (node) => {
    if (!ts.isCallExpression(node) || node.typeArguments === undefined) return
    const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
    if (ts.isIdentifier(called) && readers.has(called.text)) places.push(placeOf(source, node))
  })
  return places
}

const isText = (node: ts.Node): boolean =>
  ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
/** Places in the text of statements where a pattern matches. */
const inStatements = (source: Source, pattern: RegExp): Place[] => {
  const places: Place[] = []
  walk(source.tree, (node) => {
    if (!isText(node)) return
    const before = node.getStart(source.tree)
    for (const match of node.getText(source.tree).matchAll(pattern)) {
      const { line } = source.tree.getLineAndCharacterOfPosition(before + match.index)
      places.push({ file: source.file, line: line + 1, text: match[0].replace(/\s+/g, ' ') })
    }
  })
  return places
}

/** A text that begins with its table, as a list has it, or joins some. */
const beginning = /^(?:[a-z_]{3,}|(?:left )?join [a-z_]{3,}) [a-z][a-z0-9]?(?: |$)| join [a-z_]{3,} [a-z][a-z0-9]? on /
/** `from samples t`, `join list_items i`, `alias: 't'`, `alias = 't'`: a table called by one or two letters. */
export const shortAliasesIn = (source: Source): Place[] => {
  const places = inStatements(
    source,
    /\b(?:from|join|update|using)\s+[a-z_]{3,}\s+(?:as\s)?(?!(?:on|as|do|or|in|is|by|to)\b)[a-z][a-z0-9]?(?=[\s,)`$])/g,
  )
  walk(source.tree, (node) => {
    if (!(ts.isPropertyAssignment(node) || ts.isParameter(node)) || !node.initializer) return
    if (!ts.isStringLiteralLike(node.initializer)) return
    const [name, { text }] = [node.name.getText(source.tree), node.initializer]
    if (
      (name === 'alias' && /^[a-z][a-z0-9]?$/.test(text)) ||
      (/^(?:from|names|joined)$/.test(name) && ts.isStringLiteral(node.initializer) && beginning.test(text))
    )
      places.push(placeOf(source, node))
  })
  return places
}

const shown = /^(message|particulars)$/
const comparing = /^(includes|startsWith|endsWith|match|indexOf)$/
const isShown = (node: ts.Expression): boolean => ts.isPropertyAccessExpression(node) && shown.test(node.name.text)
/** `error.message.includes('due')`, `event.what like 'Sent%'`: a message text used for a decision. */
export const comparedTextsIn = (source: Source): Place[] => {
  const places = inStatements(
    source,
    /\b(?:and|where|on|when|or)\s+(?:\w+\.)?(?:what|particulars|message)\s+(?:=|<>|like|ilike|~)\s*'[^']*'/g,
  )
  walk(source.tree, (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      comparing.test(node.expression.name.text) &&
      isShown(node.expression.expression) &&
      node.arguments.some(ts.isStringLiteralLike)
    )
      places.push(placeOf(source, node))
    if (
      ts.isBinaryExpression(node) &&
      /^[!=]==$/.test(node.operatorToken.getText(source.tree)) &&
      isShown(node.left) &&
      ts.isStringLiteralLike(node.right) &&
      node.right.text !== ''
    )
      places.push(placeOf(source, node))
  })
  return places
}
