// The examples of CONTRIBUTING.md as edits: the code of a block goes into the file named in the line above it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Edit = {
  /** The heading above it. */
  readonly heading: string
  readonly file: string
  /** `new` creates the file; else the line of the file with the text. */
  readonly where: 'new' | 'after' | 'instead of'
  readonly line: string
  readonly text: string
}

const block = /^`([^`\s]+\.\w+)`, (?:(new)|(after|instead of) `([^`]+)`):\n```\w*\n([\s\S]*?)```$/gm

/** The edits of a text in their order. */
export const editsIn = (text: string): Edit[] =>
  text.split(/^## /m).flatMap((section) =>
    [...section.matchAll(block)].map(([, file = '', isNew, where, line = '', body = '']) => ({
      heading: section.split('\n')[0] ?? '',
      file,
      where: isNew === undefined ? (where as 'after' | 'instead of') : 'new',
      line,
      text: body,
    })),
  )

/** `migrations/NNNN_x.sql` is the next one. */
const numbered = (top: string, file: string): string => {
  const last = Math.max(...readdirSync(path.join(top, 'migrations')).map((name) => Number.parseInt(name, 10) || 0))
  return file.replace('NNNN', String(last + 1).padStart(4, '0'))
}

/** Applies an edit in a copy of the project; answers the file. Throws unless exactly one line has its text. */
export const apply = (top: string, edit: Edit): string => {
  const name = numbered(top, edit.file)
  const file = path.join(top, name)
  if (edit.where === 'new') writeFileSync(file, edit.text, { flag: 'wx' })
  else {
    const lines = readFileSync(file, 'utf8').split('\n')
    const [at, ...more] = lines.flatMap((line, index) => (line.includes(edit.line) ? [index] : []))
    if (at === undefined || more.length > 0) throw new Error(`${edit.file} has not one line with ${edit.line}`)
    lines.splice(edit.where === 'after' ? at + 1 : at, edit.where === 'after' ? 0 : 1, edit.text.replace(/\n$/, ''))
    writeFileSync(file, lines.join('\n'))
  }
  return name
}
