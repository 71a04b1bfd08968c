// Rows of a grid out of a csv file: read by a job, line by line, checked by the model. Good rows go to the screen,
// which saves them like any others; bad lines are reported word for word.
import { setImmediate } from 'node:timers/promises'
import { linesRead, rowsRead } from '../../core/answer/questions.ts'
import { unguarded } from '../../core/files/csv.ts'
import { multiline, type Field, type Fields, type Model, type RowsName } from '../../core/model.ts'
import { validate } from '../../core/validate.ts'
import type { Caller } from '../caller.ts'
import type { Database, Sql } from '../db/db.ts'
import { jobOf, type Job } from '../job.ts'
import { addJob } from '../jobs/add.ts'
import { refused } from '../refusal.ts'
import { json, routeOf, type Route } from '../route.ts'
import { bodyLimit, csvIn, numberOr, small } from './file.ts'
import { linesOf, type Line } from './lines.ts'

/** Most bytes of a file that is read while its sender waits; a larger one is a job. */
const readAtOnce = 100_000

/** A cell of each line: ignored, the value of a field, or the text that finds a reference of the row. */
type Column = {
  readonly title: string
  /** A field of the row. */
  readonly name?: string
  /**
   * Finds the records that the texts name, in the user's scope: rows of { Text, Key, Names, More }, the text in small
   * letters; `More` are further fields of the row, where it has some. Without a key it is not to be had.
   */
  readonly find?: (user: Caller, texts: readonly string[]) => Sql
  /** The error of a text that names no record. */
  readonly missing?: string
  /** The error of a text whose record has no key. */
  readonly taken?: string
  /** The error of a text that names several; absent: the last one is meant. */
  readonly ambiguous?: string
}
type Found = { readonly Text: string; readonly Key: number | null; readonly Names?: Row; readonly More?: Row }
type Row = Record<string, unknown>

/** What a text finds that names several records of which none is meant alone. */
const several = 'several'
type Known = ReadonlyMap<string, Found | typeof several>
const knownBy = (rows: readonly Found[], { ambiguous }: Column): Known => {
  const keys = Map.groupBy(rows, (one) => one.Text)
  const isOne = (text: string): boolean => new Set(keys.get(text)?.map((one) => one.Key)).size === 1
  return new Map(rows.map((one) => [one.Text, ambiguous === undefined || isOne(one.Text) ? one : several]))
}

const plain = (text: string): string => unguarded(text.trim())

const valueOf = (cell: string): unknown => (cell === '' ? null : numberOr(cell))

/**
 * The columns in the order of a head; undefined when the line is not a head: each of its cells must be a title or a
 * name.
 */
const headOf = (columns: readonly Column[], fields: Fields, line: Line | undefined): Column[] | undefined => {
  const ordered = (line?.cells ?? []).map((cell) =>
    columns.find(({ title, name }) =>
      [title, name, name === undefined ? undefined : fields[name]?.label].some(
        (one) => one !== undefined && small(one) === small(cell),
      ),
    ),
  )
  const known = ordered.filter((column) => column !== undefined)
  return known.length === ordered.length && columns.every((column) => !column.find || known.includes(column))
    ? known
    : undefined
}

/** Reads one line into a row, or gives its error. */
const reader =
  (columns: readonly Column[], fields: Fields, found: ReadonlyMap<Column, Known>) =>
  ({ cells, text }: Line): Row | string => {
    if (cells.length !== columns.length) return `Error reading: ${text}`
    const row: Row = {}
    for (const [index, column] of columns.entries()) {
      const cell = plain(cells[index] ?? '')
      const { name, missing } = column
      if (name === undefined) continue
      if (!column.find) {
        row[name] = valueOf(cell)
        continue
      }
      const one = found.get(column)?.get(small(cell))
      if (one === several) return `${column.ambiguous ?? ''}: ${text}`
      if (!one) return `${missing ?? `${fields[name]?.label ?? name} does not exist`}: ${text}`
      if (one.Key === null) return `${column.taken ?? ''}: ${text}`
      Object.assign(row, one.More)
      row[name] = one.Key
      const { names } = fields[name] ?? {}
      if (names !== undefined) row[names] = one.Names
    }
    const [error] = Object.values(validate(fields, row)).flat()
    return error === undefined ? row : `${error}: ${text}`
  }

/** The job that reads a file into rows of a grid, and the address that takes the file. */
export const importOf = <F extends Fields>(
  model: Model<F>,
  {
    grid,
    columns,
    summary,
    counted,
  }: {
    grid: RowsName<F>
    columns: readonly Column[]
    summary: string
    /** The word for the rows: `products`. */
    counted: string
  },
): { job: Job; route: Route } => {
  const lines: Field | undefined = model.fields[grid]
  const { fields = {}, mostRows = 2000 } = lines ?? {}
  const once = columns.find((column) => column.find)?.name
  type Reading = { db: Database; user: Caller; progress: (done: number, total: number, what?: string) => void }
  const readFile = async (csv: string, { db, user, progress }: Reading): Promise<{ rows: Row[]; errors: string[] }> => {
    const all = await linesOf(csv, mostRows)
    const head = headOf(columns, fields, all[0])
    const lines = head ? all.slice(1) : all
    const order = head ?? columns
    if (lines.length > mostRows) throw refused(`A file can have ${mostRows} lines at most`)
    const found = new Map<Column, Known>()
    for (const [index, column] of order.entries()) {
      if (!column.find) continue
      const texts = new Set(lines.map(({ cells }) => small(plain(cells[index] ?? ''))))
      const rows = await db.read.rows<Found>(column.find(user, [...texts]))
      found.set(column, knownBy(rows, column))
    }
    const read = reader(order, fields, found)
    const [rows, errors, seen]: [Row[], string[], Set<unknown>] = [[], [], new Set()]
    for (const [index, line] of lines.entries()) {
      // lets other requests be answered in between
      if (index % 1000 === 0) {
        progress(index, lines.length, `Reading ${counted}`)
        await setImmediate()
      }
      const row = read(line)
      const key = typeof row === 'string' || once === undefined ? undefined : row[once]
      if (typeof row === 'string') errors.push(row)
      else if (key !== undefined && seen.has(key)) errors.push(`Duplicate of an earlier line: ${line.text}`)
      else {
        seen.add(key)
        rows.push(row)
      }
    }
    progress(lines.length, lines.length)
    return { rows, errors }
  }
  const said = (rows: readonly Row[], errors: readonly string[]): string =>
    `Imported ${rows.length} ${counted}${errors.length === 0 ? '' : `, ${errors.length} lines could not be read`}`
  const job = jobOf({
    name: `import-${model.id}`,
    summary,
    payload: { Csv: multiline('File') },
    ...(lines && { result: rowsRead(lines) }),
    run: async ({ db, user, payload, progress }) => {
      const { rows, errors } = await readFile(payload.Csv ?? '', { db, user, progress })
      return { message: said(rows, errors), errors, result: { Rows: rows } }
    },
  })
  const route = routeOf({
    method: 'POST',
    path: `import/${model.id}`,
    ...(lines && { answers: linesRead(lines).answers }),
    access: { module: model.id, permit: 'update' },
    scope: "records in the user's scope; no record changes until the user saves",
    summary: `Read a csv file for ${model.name}`,
    body: { text: multiline('File') },
    takesCsv: true,
    bodyLimit,
    handler: async (call) => {
      const text = csvIn(call.body.text)
      if (Buffer.byteLength(text) <= readAtOnce) {
        const { rows, errors } = await readFile(text, { db: call.db, user: call.user, progress: () => undefined })
        return json({ message: said(rows, errors), Lines: rows, Errors: errors })
      }
      const id = await call.db.transaction((tx) =>
        addJob(tx, call.user, job, { Csv: text }, { module: model.id, formId: null }),
      )
      return json({ message: 'The file is being read', JobRunId: id }, 202)
    },
  })
  return { job, route }
}
