// npm run requirements: the requirement rows that a passed test of the last npm test names in its title (--list prints
// the open ones, --keep stores the proved ones).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Requirement = { id: string; area: string; text: string }
/** A test as vitest reports it: all titles joined, and its result. */
export type Ran = { title: string; passed: boolean }

const top = path.resolve(import.meta.dirname, '..')
const folder = path.join(top, 'docs/requirements')
const kept = path.join(folder, 'proved.txt')
const record = path.join(top, 'node_modules/.cache/aliquot/ran.json')

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

const idsOf = (title: string): string[] => title.match(/\b(?:FND|OPS|MDA)-\d{3}\b/g) ?? []

/** Ids of which every test passed: one failure means not proved. */
export const provedIds = (ran: readonly Ran[]): Set<string> => {
  const proved = new Set(ran.flatMap(({ title, passed }) => (passed ? idsOf(title) : [])))
  for (const { title, passed } of ran) if (!passed) for (const id of idsOf(title)) proved.delete(id)
  return proved
}

/** The problems of a complete run, in words: rows that lost their test, proved rows not stored, unknown ids. */
export const complaints = (
  proved: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  known: ReadonlySet<string>,
): string[] => [
  ...[...expected].filter((id) => !proved.has(id)).map((id) => `${id} has lost its test: no passed test names it now`),
  ...[...proved]
    .filter((id) => known.has(id) && !expected.has(id))
    .map((id) => `${id} is newly proved: npm run requirements -- --keep`),
  ...[...proved].filter((id) => !known.has(id)).map((id) => `${id} is named by a test, and no table has it`),
]

const allRows = (): Requirement[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readRows(readFileSync(path.join(folder, name), 'utf8')))
const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

/** Clears the record of the last run, for a new npm test. */
export const forgetRun = (): void => rmSync(record, { force: true })
/** Adds the tests of a step to the record of the run. */
export const rememberRun = (ran: readonly Ran[]): void => {
  mkdirSync(path.dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify([...ranTests(), ...ran]))
}
const ranTests = (): Ran[] => (existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Ran[]) : [])

/** Checks the last complete run against the stored proved rows. */
export const checkRequirements = (): string[] =>
  complaints(provedIds(ranTests()), new Set(linesOf(kept)), new Set(allRows().map((row) => row.id)))

const print = (list: boolean): void => {
  const rows = allRows()
  const proved = provedIds(ranTests())
  const decided = path.join(top, 'docs/decisions/requirements-decided.tsv')
  const decisions = new Set(existsSync(decided) ? readRows(readFileSync(decided, 'utf8')).map((row) => row.id) : [])
  const open = (row: Requirement): boolean => !proved.has(row.id) && !decisions.has(row.id)
  for (const [name, area] of Map.groupBy(rows, (row) => `${row.id.slice(0, 3)} ${row.area}`)) {
    console.log(`${name}: ${area.filter((row) => !open(row)).length} of ${area.length}`)
    if (list) for (const row of area.filter(open)) console.log(`  ${row.id}\t${row.text}`)
  }
  const named = rows.filter((row) => proved.has(row.id)).length
  const otherwise = rows.filter((row) => decisions.has(row.id) && !proved.has(row.id)).length
  console.log(
    `\n${rows.length} requirements: ${named} named by a passed test, ${otherwise} decided otherwise, ${rows.filter(open).length} without a test`,
  )
}

if (import.meta.main) {
  if (!existsSync(record)) {
    console.error('No test has run yet. Run npm test first.')
    process.exitCode = 1
  } else if (process.argv.includes('--keep')) {
    const known = new Set(allRows().map((row) => row.id))
    writeFileSync(
      kept,
      `${[...provedIds(ranTests())]
        .filter((id) => known.has(id))
        .sort()
        .join('\n')}\n`,
    )
    console.log(`${linesOf(kept).length} proved rows are stored in docs/requirements/proved.txt`)
  } else print(process.argv.includes('--list'))
}
