// npm run requirements: which requirement rows a test names in its title, and which none does (--list prints those).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Requirement = { id: string; area: string; text: string }

const top = path.resolve(import.meta.dirname, '..')

/** Rows of a table with the columns id, area, requirement; the first line names them. */
export const readRows = (tsv: string): Requirement[] =>
  tsv
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', area = '', text = ''] = line.split('\t')
      return { id, area, text }
    })

/** Ids in the titles of tests and groups; ids in comments and data prove nothing. */
export const provenIds = (source: string): string[] => {
  const titles = [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g)].map(
    (match) => match[2] ?? '',
  )
  return titles.flatMap((title) => title.match(/\b(?:FND|OPS|MDA)-\d{3}\b/g) ?? [])
}

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'data', '.git'].includes(entry.name) ? [] : testFiles(at)
    return /\.test\.tsx?$/.test(entry.name) ? [at] : []
  })

if (import.meta.main) {
  const folder = path.join(top, 'docs/requirements')
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readRows(readFileSync(path.join(folder, name), 'utf8')))
  const decided = path.join(top, 'docs/decisions/requirements-decided.tsv')
  const decisions = new Set(existsSync(decided) ? readRows(readFileSync(decided, 'utf8')).map((row) => row.id) : [])
  const proven = new Set(testFiles(top).flatMap((file) => provenIds(readFileSync(file, 'utf8'))))
  const open = rows.filter((row) => !proven.has(row.id) && !decisions.has(row.id))
  const known = new Set(rows.map((row) => row.id))
  const areas = new Map<string, { all: number; open: Requirement[] }>()
  for (const row of rows) {
    const key = `${row.id.slice(0, 3)} ${row.area}`
    const area = areas.get(key) ?? { all: 0, open: [] }
    area.all += 1
    areas.set(key, area)
  }
  for (const row of open) areas.get(`${row.id.slice(0, 3)} ${row.area}`)?.open.push(row)
  for (const [name, area] of areas) {
    console.log(`${name}: ${area.all - area.open.length} of ${area.all}`)
    if (process.argv.includes('--list')) for (const row of area.open) console.log(`  ${row.id}\t${row.text}`)
  }
  for (const id of proven) if (!known.has(id)) console.log(`unknown: a test names ${id}, which no table has`)
  const named = rows.filter((row) => proven.has(row.id)).length
  console.log(
    `\n${rows.length} requirements: ${named} named by a test, ${rows.filter((row) => decisions.has(row.id) && !proven.has(row.id)).length} decided otherwise, ${open.length} without a test`,
  )
}
