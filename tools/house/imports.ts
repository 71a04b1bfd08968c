// Imports as arrows: from file to file, and from room to room of a folder.
import path from 'node:path'
import ts from 'typescript'
import { walk, type Source } from './sources.ts'

export type Arrow = { readonly from: string; readonly to: string; readonly typeOnly: boolean }
/** Rooms, and those that each of them leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The name of a module that a node imports, with whether only its types are taken. */
const importedBy = (node: ts.Node): { readonly name: string; readonly typeOnly: boolean } | undefined => {
  const said = (text: ts.Node | undefined, typeOnly: boolean) =>
    text && ts.isStringLiteralLike(text) ? { name: text.text, typeOnly } : undefined
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause
    const named = clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : []
    const onlyTypes =
      clause !== undefined && clause.name === undefined && named.length > 0 && named.every((one) => one.isTypeOnly)
    return said(node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || onlyTypes)
  }
  if (ts.isExportDeclaration(node)) return said(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? said(node.argument.literal, true) : undefined
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return said(node.arguments[0], false)
  return undefined
}

/** The arrows between these sources; packages and style sheets are left out. */
export const arrowsOf = (sources: readonly Source[]): Arrow[] => {
  const known = new Set(sources.map(({ file }) => file))
  return sources.flatMap(({ file, tree }) => {
    const found = new Map<string, Arrow>()
    walk(tree, (node) => {
      const imported = importedBy(node)
      if (!imported?.name.startsWith('.')) return
      const to = path.posix.join(path.posix.dirname(file), imported.name)
      if (!known.has(to) || to === file) return
      found.set(to, { from: file, to, typeOnly: imported.typeOnly && (found.get(to)?.typeOnly ?? true) })
    })
    return [...found.values()]
  })
}

/** The files as rooms, joined by their arrows. */
export const filesGraph = (sources: readonly Source[], arrows: readonly Arrow[]): Graph => {
  const graph = new Map(sources.map(({ file }) => [file, new Set<string>()]))
  for (const { from, to } of arrows) graph.get(from)?.add(to)
  return graph
}

/** The room of a file: the file or folder directly in the given folder that has it. Empty is the top. */
const roomOf = (folder: string, file: string): string | undefined => {
  if (folder !== '' && !file.startsWith(`${folder}/`)) return undefined
  const [room = '', ...deeper] = file.slice(folder === '' ? 0 : folder.length + 1).split('/')
  return deeper.length > 0 ? `${room}/` : room
}

// the tables of contents import every module: at the top they do not count as platform
const contents = /^((server|web)\/modules|web\/(models|pickers))\.ts$/
/** The rooms of a folder, joined by the arrows of the files in them. */
export const roomsGraph = (folder: string, sources: readonly Source[], arrows: readonly Arrow[]): Graph => {
  const graph = new Map<string, Set<string>>()
  for (const { file } of sources) {
    const room = roomOf(folder, file)
    if (room !== undefined && !graph.has(room)) graph.set(room, new Set())
  }
  for (const arrow of arrows) {
    if (folder === '' && contents.test(arrow.from)) continue
    const [from, to] = [roomOf(folder, arrow.from), roomOf(folder, arrow.to)]
    if (from !== undefined && to !== undefined && from !== to) graph.get(from)?.add(to)
  }
  return graph
}
