// The sources of the house: their list, the purpose of each, and its syntax tree.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** `product` is the code that a network runs, `test` proves it, `around` builds, fills and measures it. */
type Kind = 'product' | 'test' | 'around'
export type Source = {
  readonly file: string
  readonly kind: Kind
  readonly lines: readonly string[]
  readonly tree: ts.SourceFile
}
/** A place in a source; lines count from one. */
export type Place = { readonly file: string; readonly line: number; readonly text: string }

const kindOf = (file: string): Kind => {
  if (/\.(test|fixture|setup)\.tsx?$|^e2e\/|^server\/testing\//.test(file)) return 'test'
  return /^(core|server|web|modules|start|setup)\//.test(file) ? 'product' : 'around'
}

/** A source from its text; `file` is its path from the top, with forward slashes. */
export const sourceOf = (file: string, text: string): Source => ({
  file,
  kind: kindOf(file),
  lines: text.replace(/\n$/, '').split('\n'),
  tree: ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  ),
})

const folders = ['core', 'modules', 'server', 'web', 'start', 'setup', 'demo', 'bench', 'proof', 'e2e', 'tools']
/** Every source under a top folder. */
export const readSources = (top: string): Source[] =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tools/templates/'))
    .sort()
    .map((file) => sourceOf(file, readFileSync(path.join(top, file), 'utf8')))

/** Calls for a node and all below it. */
export const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

export const placeOf = ({ file, tree }: Source, node: ts.Node): Place => ({
  file,
  line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
  text: node.getText(tree).replace(/\s+/g, ' '),
})
