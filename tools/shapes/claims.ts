// The shapes that the code claims of rows: `tx.rows<{ SaleId: number }>(...)`, as the type checker reads them.
import path from 'node:path'
import ts from 'typescript'
import type { Kind } from './answers.ts'

/** A claim about the rows of one statement; a column that may be missing need not be answered. */
export type Claim = { readonly place: string; readonly columns: Readonly<Record<string, Claimed>> }
type Claimed = { readonly kinds: readonly Kind[] | 'any'; readonly mayMiss: boolean }

const readers = new Set(['rows', 'one', 'maybe'])

const kindsOf = (checker: ts.TypeChecker, type: ts.Type): readonly Kind[] | 'any' => {
  const kinds: Kind[] = []
  for (const part of type.isUnion() ? type.types : [type]) {
    if (part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
    if (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) kinds.push('null')
    else if (part.flags & ts.TypeFlags.StringLike) kinds.push('text')
    else if (part.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) kinds.push('number')
    else if (part.flags & ts.TypeFlags.BooleanLike) kinds.push('boolean')
    else if (checker.isArrayType(part) || checker.isTupleType(part)) kinds.push('array')
    else if (part.symbol?.name === 'Date') kinds.push('date')
    // a text with a mark of what it is
    else if (part.isIntersection()) {
      const inner = part.types.map((one) => kindsOf(checker, one)).filter((one) => one !== 'any')
      kinds.push(...(inner.find((one) => one.some((kind) => kind !== 'object')) ?? (['object'] as const)))
    } else kinds.push('object', 'array')
  }
  return [...new Set(kinds)]
}

/** The claim of a call, or undefined where the shape comes from the caller. */
const claimOf = (checker: ts.TypeChecker, node: ts.CallExpression): Claim['columns'] | undefined => {
  const argument = node.typeArguments?.[0]
  if (argument === undefined) return undefined
  const type = checker.getTypeFromTypeNode(argument)
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return undefined
  // any column by its name
  if (checker.getIndexInfosOfType(type).length > 0) return undefined
  return Object.fromEntries(
    checker.getPropertiesOfType(type).map((property) => [
      property.name,
      {
        kinds: kindsOf(checker, checker.getTypeOfSymbol(property)),
        mayMiss: (property.flags & ts.SymbolFlags.Optional) !== 0,
      },
    ]),
  )
}

/** Every claim of the server's part of the product. */
export const claimsOf = (top: string): Claim[] => {
  const file = path.join(top, 'tsconfig.server.json')
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { config: unknown }
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, top)
  const program = ts.createProgram(fileNames, { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const claims: Claim[] = []
  for (const source of program.getSourceFiles()) {
    const name = path.relative(top, source.fileName)
    if (!/^(server|modules|start|setup)\//.test(name) || /\.(test|fixture)\.ts$|^server\/testing\//.test(name)) continue
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit)
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
      const called = node.expression.name
      if (!readers.has(called.text)) return
      const columns = claimOf(checker, node)
      const { line } = source.getLineAndCharacterOfPosition(called.getStart(source))
      if (columns) claims.push({ place: `${name}:${line + 1}`, columns })
    }
    visit(source)
  }
  return claims
}
