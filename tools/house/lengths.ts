// The lengths of files, lines and functions.
import ts from 'typescript'
import { placeOf, walk, type Place, type Source } from './sources.ts'

export type Size = {
  readonly files: number
  readonly lines: number
  readonly median: number
  readonly longest: number
  /** Files of more than 300 lines. */
  readonly over300: number
  /** Lines of more than 120 columns. */
  readonly wide: number
}

/** Lines of more columns than this. */
export const wideLinesIn = ({ file, lines }: Source, columns = 120): Place[] =>
  lines.flatMap((text, at) => (text.length > columns ? [{ file, line: at + 1, text: text.trim() }] : []))

export const sizeOf = (sources: readonly Source[]): Size => {
  const lengths = sources.map(({ lines }) => lines.length).sort((a, b) => a - b)
  const middle = lengths.length / 2
  return {
    files: lengths.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    median: ((lengths[Math.ceil(middle) - 1] ?? 0) + (lengths[Math.floor(middle)] ?? 0)) / 2,
    longest: lengths.at(-1) ?? 0,
    over300: lengths.filter((length) => length > 300).length,
    wide: sources.reduce((sum, source) => sum + wideLinesIn(source).length, 0),
  }
}

/** The name of a function: its own, or that of the variable or property with it. */
const nameOf = (node: ts.SignatureDeclaration): string => {
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isCallExpression(parent) ? `${parent.expression.getText()}(...)` : '(no name)'
}

/** Functions with their number of lines. */
export const functionsIn = (source: Source): (Place & { readonly lines: number })[] => {
  const functions: (Place & { readonly lines: number })[] = []
  walk(source.tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
    const at = (position: number): number => source.tree.getLineAndCharacterOfPosition(position).line
    functions.push({
      ...placeOf(source, node),
      text: nameOf(node),
      lines: at(node.end) - at(node.getStart(source.tree)) + 1,
    })
  })
  return functions
}

/** Folders with more files of their own than a reader sees at a glance, the fullest first. */
export const fullFolders = (
  sources: readonly Source[],
  most = 15,
): { readonly folder: string; readonly files: number }[] =>
  [...Map.groupBy(sources, ({ file }) => file.slice(0, file.lastIndexOf('/')))]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ files }) => files > most)
    .sort((a, b) => b.files - a.files)
