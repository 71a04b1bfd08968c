// The files that the linter has to read: those of which it has not yet seen this text with these imports. Its rules look
// at types, so a file is judged again when one changes that it imports, near or far.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from './boundaries.ts'

/** Path from the top, with forward slashes, and text. */
type Sources = ReadonlyMap<string, string>

/** What each file is judged by: `common`, and the texts of the file and of all that it leads to. */
export const keysOf = (sources: Sources, common: string): Map<string, string> => {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  const hashes = new Map([...sources].map(([file, text]) => [file, hashOf(text)]))
  const imports = new Map(
    [...sources].map(([file, text]) => [file, importsOf(file, text).filter((one) => sources.has(one))]),
  )
  const keyOf = (file: string): string => {
    const reached = new Set([file])
    for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next)
    const texts = [...reached].sort().map((one) => `${one} ${hashes.get(one) ?? ''}`)
    return hashOf([common, file, ...texts].join('\n'))
  }
  return new Map([...sources.keys()].map((file) => [file, keyOf(file)]))
}

const ignored = /^(node_modules|dist|data|coverage|\.git|tools\/templates|web\/public)\//
const readSources = (top: string): Map<string, string> =>
  new Map(
    readdirSync(top, { withFileTypes: true })
      .flatMap((entry) => {
        if (entry.isFile()) return [entry.name]
        if (ignored.test(`${entry.name}/`)) return []
        return readdirSync(path.join(top, entry.name), { recursive: true, encoding: 'utf8' }).map((name) =>
          path.join(entry.name, name).replaceAll('\\', '/'),
        )
      })
      .filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file) && !ignored.test(file))
      .map((file) => [file, readFileSync(path.join(top, file), 'utf8')]),
  )

/** What judges every file: the rules, the packages, the settings of types, and what is declared for all files. */
const commonOf = (top: string, sources: Sources): string =>
  [
    process.version,
    ...['package-lock.json', ...readdirSync(top).filter((name) => /^tsconfig.*\.json$/.test(name))].map((name) =>
      readFileSync(path.join(top, name), 'utf8'),
    ),
    ...[...sources]
      .filter(([file, text]) => file === 'eslint.config.js' || /^\s*declare (module|global)/m.test(text))
      .flatMap(([file]) => [file, sources.get(file) ?? '']),
    ...importsOf('eslint.config.js', sources.get('eslint.config.js') ?? '').map((file) => sources.get(file) ?? ''),
  ].join('\0')

const keysAt = (top: string): Map<string, string> => {
  const sources = readSources(top)
  return keysOf(sources, commonOf(top, sources))
}

/** The files to lint, and how to note that they passed: not a file that changed meanwhile, which may be read as either. */
export const unlinted = (top: string, record: string): { files: readonly string[]; notePassed(): void } => {
  const keys = keysAt(top)
  const passed = new Set(existsSync(record) ? readFileSync(record, 'utf8').split('\n') : [])
  return {
    files: [...keys].filter(([, key]) => !passed.has(key)).map(([file]) => file),
    notePassed() {
      mkdirSync(path.dirname(record), { recursive: true })
      const read = [...keysAt(top)].filter(([file, key]) => keys.get(file) === key)
      writeFileSync(record, read.map(([, key]) => key).join('\n'))
    },
  }
}
