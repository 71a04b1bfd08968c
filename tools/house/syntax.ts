// Code that the compiler does not check: casts, fields read by a text, and ids written as numbers instead of names.
import ts from 'typescript'
import { placeOf, walk, type Place, type Source } from './sources.ts'

const found = (source: Source, wanted: (node: ts.Node) => boolean): Place[] => {
  const places: Place[] = []
  walk(source.tree, (node) => {
    if (wanted(node)) places.push(placeOf(source, node))
  })
  return places
}

/** `x as Type`; `as const` does not count. */
export const castsIn = (source: Source): Place[] =>
  found(
    source,
    (node) => (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) || ts.isTypeAssertionExpression(node),
  )

/** `x['Name']`: a field that no type knows. The environment has no other way. */
export const untypedReadsIn = (source: Source): Place[] =>
  found(
    source,
    (node) =>
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression) &&
      node.expression.getText(source.tree) !== 'process.env',
  )

const kinds = 'Status|Type|Role|Gender|Mode'
/** A name for the id of a list item, a status, a type or a role: `SaleStatusId`, `mode`. */
const idName = new RegExp(`(^(${kinds})|(${kinds})(Id)?)$`, 'i')
// 200 and above are HTTP statuses: no item that a module names is that high
const isNumber = (node: ts.Node): boolean =>
  ts.isNumericLiteral(node) && node.text !== '0' && !/^[2-5]\d\d$/.test(node.text)
const isNumbers = (node: ts.Node): boolean =>
  ts.isArrayLiteralExpression(node) && node.elements.length > 0 && node.elements.every(isNumber)

/** Whether an expression is such a name, below what is wrapped around it: `Number(x['StatusId'] ?? 0)`. */
const isIdName = (node: ts.Node): boolean => {
  if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) return idName.test(node.text)
  if (ts.isPropertyAccessExpression(node)) return isIdName(node.name)
  if (ts.isElementAccessExpression(node)) return isIdName(node.argumentExpression)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return isIdName(node.expression)
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && isIdName(node.left)
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments
    return (
      ts.isIdentifier(node.expression) && node.expression.text === 'Number' && first !== undefined && isIdName(first)
    )
  }
  return false
}

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionToken,
])
const isBareId = (node: ts.Node): boolean => {
  // a constant gives a number its name
  if (
    ts.isVariableDeclaration(node) &&
    ts.isVariableDeclarationList(node.parent) &&
    node.parent.flags & ts.NodeFlags.Const
  )
    return false
  if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind))
    return (isIdName(node.left) && isNumber(node.right)) || (isNumber(node.left) && isIdName(node.right))
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) || ts.isParameter(node))
    return isIdName(node.name) && node.initializer !== undefined && isNumber(node.initializer)
  if (ts.isCaseClause(node)) return isNumber(node.expression) && isIdName(node.parent.parent.expression)
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'includes'
  ) {
    const [asked] = node.arguments
    return asked !== undefined && isNumbers(node.expression.expression) && isIdName(asked)
  }
  return false
}

/**
 * A number compared with, or assigned to, the name of an id: `StatusId === 95`, `[9, 10].includes(type)`, `{ RoleId: 5
 * }`.
 */
export const bareIdsIn = (source: Source): Place[] => found(source, isBareId)

const sqlId = new RegExp(
  `\\b\\w*(${kinds.toLowerCase()})_id\\s*(=|<>|<=|>=|<|>|in\\s*\\(|not\\s+in\\s*\\()\\s*[1-9]\\d*`,
  'g',
)
/** The same in the text of a statement: `status_id in (151, 152)`. */
export const bareIdsInSql = (source: Source): Place[] => {
  const places: Place[] = []
  walk(source.tree, (node) => {
    if (
      !ts.isNoSubstitutionTemplateLiteral(node) &&
      !ts.isTemplateHead(node) &&
      !ts.isTemplateMiddleOrTemplateTail(node)
    )
      return
    const before = node.getStart(source.tree)
    for (const match of node.getText(source.tree).matchAll(sqlId)) {
      const { line } = source.tree.getLineAndCharacterOfPosition(before + match.index)
      places.push({ file: source.file, line: line + 1, text: match[0] })
    }
  })
  return places
}
