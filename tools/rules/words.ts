// Words that the house does not write, each with the one to write instead: in comments, messages, labels and titles.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { readSources, walk, type Source } from '../house/sources.ts'

/** What is not written, and what is written instead. */
export const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // two actions of stored histories are named so
  [/(?<!judge |calculate )\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the person who, or their role'],
  [/\bcan not\b/i, 'cannot'],
  [/\b(?:is|are|was|were) told\b/i, 'is shown, is notified, is reported'],
  [/\b(?:is|are|was|were) said\b/i, 'is shown, is recorded, is stated'],
  [/\btakes? along\b/i, 'includes'],
  [/\bis there already\b/i, 'already exists'],
  [/\b(?:nobody|nothing) (?:is|was|has|had|can|may|else)\b/i, 'a sentence with an actor: no user can'],
  [/\b(?:lets?|letting) (?:go|out)\b/i, 'releases, issues'],
  [/\bby who\b/i, 'by whom, or the role'],
  [/\bstands?\b/i, 'is, is written, exists, applies'],
  [/\bwhat became of\b/i, 'the outcome of'],
  // a label of the specification is written with a capital
  [/(?<!as )\btill\b/, 'until, up to'],
]

export type Text = { readonly file: string; readonly line: number; readonly text: string }
const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length

const commentsIn = (file: string, source: string): Text[] =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g)].map((found) => ({
    file,
    line: lineAt(source, found.index),
    text: found[0],
  }))
/** Comments, texts and titles of a source; names of its program are none of them. */
export const textsIn = ({ file, tree }: Source): Text[] => {
  const texts = commentsIn(file, tree.text)
  walk(tree, (node) => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      // one word by itself is a key or a code
      if (/\s/.test(node.text.trim()))
        texts.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, text: node.text })
  })
  return texts
}

/** Texts that hold a banned word; `exact`: the specification's own, which are written to the letter. */
export const faultsOf = (texts: readonly Text[], exact: string): string[] =>
  texts.flatMap(({ file, line, text }) =>
    banned.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text)
      if (!found || exact.includes(text.trim().toLowerCase())) return []
      const around = text.slice(Math.max(0, found.index - 30), found.index + found[0].length + 30).replace(/\s+/g, ' ')
      return [`${file}:${line} "${found[0]}" (${instead}): ${around}`]
    }),
  )

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
/** Every text of the house that a person reads, but tables of data, applied migrations and the specification. */
export const readTexts = (top: string): Text[] => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...filesUnder(path.join(top, 'docs')).map((file) => path.relative(top, file)),
  ]
    // the glossary quotes the words that it replaces
    .filter((file) => file.endsWith('.md') && !file.endsWith('glossary.md'))
    .flatMap((file) =>
      readFileSync(path.join(top, file), 'utf8')
        .split('\n')
        .map((text, at) => ({ file, line: at + 1, text })),
    )
  const styles = filesUnder(path.join(top, 'web'))
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => commentsIn(path.relative(top, file), readFileSync(file, 'utf8')))
  return [
    ...readSources(top)
      .filter(({ file }) => !/^tools\/rules\/words/.test(file))
      .flatMap(textsIn),
    ...pages,
    ...styles,
  ]
}
/** The specification's rows, in small letters. */
export const exactTexts = (top: string): string =>
  filesUnder(path.join(top, 'docs/requirements'))
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => readFileSync(file, 'utf8').toLowerCase())
    .join('\n')

if (import.meta.main) {
  const top = path.resolve(import.meta.dirname, '../..')
  for (const fault of faultsOf(readTexts(top), exactTexts(top))) console.log(fault)
}
