// Imports a module's records from a csv file: a job saves each through the door as its user would, and reports the bad
// ones word for word.
import { randomUUID } from 'node:crypto'
import { recordsImported } from '../../../core/answer/questions.ts'
import { multiline, text as textField, type Field } from '../../../core/model.ts'
import { csvCell } from '../../../core/files/csv.ts'
import type { Caller, Loaded } from '../../caller.ts'
import { now } from '../../clock.ts'
import { columnOf } from '../../db/names.ts'
import { join, raw, sql, type Database } from '../../db/db.ts'
import { findNamed, tableOfPicker } from '../../door/references.ts'
import { saveRecord } from '../../door/save.ts'
import { jobOf } from '../../job.ts'
import { addJob } from '../../jobs/add.ts'
import type { ServerModule } from '../../module.ts'
import { Refusal, refused } from '../../refusal.ts'
import { json, routeOf, type Route } from '../../route.ts'
import { bodyLimit, csvIn, small } from '../file.ts'
import { linesOf, type Line } from '../lines.ts'
import { columnsOf, headOf, isLookedUp, plain, textsIn, type Column } from './columns.ts'
import { groupsOf, readLines, type Lookup } from './read.ts'

/** Most records in one file. */
const most = 5000

type Found = { readonly Text: string; readonly Id: number; readonly Count: number }
const itemsNamed = (db: Database, listId: number, texts: readonly string[]): Promise<Found[]> =>
  db.read.rows<Found>(sql`
    select
      lower(item_label) as text,
      min(list_item_id) as id,
      count(*)::int as count
    from
      list_items
    where
      list_id = ${listId}
      and lower(item_label) = any (${[...texts]})
    group by
      1
  `)

const sourceOf = ({ picker, listId }: Field): string => picker ?? `list ${listId ?? 0}`
/** The records that the texts of all lines name, queried once for each kind; records of the file itself are added. */
const lookupOf = async (
  db: Database,
  user: Caller,
  order: readonly Column[],
  lines: readonly Line[],
): Promise<{ lookup: Lookup; learn: (table: string, text: string, key: number) => void }> => {
  const asked = new Map<string, { field: Field; texts: Set<string> }>()
  for (const [at, column] of order.entries()) {
    if (!isLookedUp(column.field)) continue
    const source = sourceOf(column.field)
    const known = asked.get(source) ?? { field: column.field, texts: new Set<string>() }
    for (const line of lines) for (const text of textsIn(column, line.cells[at] ?? '')) known.texts.add(text)
    asked.set(source, known)
  }
  const found = new Map<string, Map<string, number | null>>()
  for (const [source, { field, texts }] of asked) {
    const rows = field.picker
      ? await findNamed(db.read, user, field.picker, [...texts])
      : await itemsNamed(db, field.listId ?? 0, [...texts])
    found.set(source, new Map(rows.map((row) => [row.Text, row.Count === 1 ? row.Id : null])))
  }
  return {
    lookup: (column, text) => found.get(sourceOf(column.field))?.get(text),
    learn: (table, text, key) => {
      for (const [source, { field }] of asked)
        if (field.picker && tableOfPicker(field.picker) === table) found.get(source)?.set(text, key)
    },
  }
}

const nameOf = ({ model }: ServerModule): string | undefined =>
  ['Name', 'UserName'].find((name) => model.fields[name] !== undefined)
/** Existing names, so that a file imported twice creates no duplicates. */
const namesThere = async (db: Database, user: Caller, module: ServerModule, names: readonly string[]) => {
  const name = nameOf(module)
  if (name === undefined) return new Set<string>()
  const column = raw(`lower(${module.alias}.${columnOf(name)})`)
  const rows = await db.read.rows<{ Name: string }>(sql`
    select
      ${column} as name
    from
      ${raw(module.table)} ${raw(module.alias)}
    where
      ${column} = any (${[...names]})
      and (${module.scope(user)})
  `)
  return new Set(rows.map((row) => row.Name))
}

/** Whether a record without a name already exists: one with the same values in its identifying fields. */
const existsAlready = async (
  db: Database,
  user: Caller,
  module: ServerModule,
  record: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const { distinctBy } = module.model
  if (distinctBy === undefined) return false
  const same = distinctBy.map(
    (name) => sql`${raw(`${module.alias}.${columnOf(name)}::text`)} is not distinct from ${textOf(record[name])}::text`,
  )
  const row = await db.read.maybe(sql`
    select
      1
    from
      ${raw(module.table)} ${raw(module.alias)}
    where
      ${join(same, ' and ')}
      and (${module.scope(user)})
    limit
      1
  `)
  return row !== undefined
}
const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))

/** The records that this file already created before its server crashed: answers by their keys. */
const doneBefore = async (db: Database, user: Caller, key: string): Promise<ReadonlyMap<string, Loaded>> => {
  const rows = await db.read.rows<{ Key: string; Answer: Loaded }>(sql`
    select
      key,
      answer
    from
      idempotency
    where
      user_id = ${user.UserId}
      and key like ${`${key}:%`}
      and answer is not null
  `)
  return new Map(rows.map((row) => [row.Key, row.Answer]))
}

const whyNot = (error: unknown, text: string): string => {
  if (!(error instanceof Refusal)) throw error
  return `${Object.values(error.errors ?? {})[0]?.[0] ?? error.message}: ${text}`
}

/** `key`: under which each record is saved once, even when the job is restarted. */
type File = { readonly csv: string; readonly key: string }
type Reading = {
  readonly db: Database
  readonly user: Caller
  progress(done: number, total: number, what?: string): void
  isStopped(): Promise<boolean>
}
const importFile = async (module: ServerModule, { csv, key }: File, { db, user, progress, isStopped }: Reading) => {
  const { model } = module
  const [first, ...lines] = await linesOf(csv, most)
  const order = headOf(model.fields, first?.cells ?? [])
  if (typeof order === 'string') throw refused(`${model.name} have no column "${order.trim()}"`)
  if (lines.length > most) throw refused(`A file can have ${most} lines at most`)
  const groups = groupsOf(lines, order)
  const name = order.findIndex((column) => column.grid === undefined && column.name === nameOf(module))
  const nameIn = ([line]: readonly Line[]): string => small(plain(line?.cells[name] ?? ''))
  const there = await namesThere(db, user, module, groups.map(nameIn))
  const { lookup, learn } = await lookupOf(db, user, order, lines)
  const done = await doneBefore(db, user, key)
  const errors: string[] = []
  let saved = 0
  const keep = (own: string, answer: Loaded): void => {
    learn(module.table, own, Number(answer[model.key[0] ?? '']))
    there.add(own)
    saved += 1
  }
  const save = async (group: readonly Line[], idempotencyKey: string): Promise<string | undefined> => {
    const [own, text] = [nameIn(group), group[0]?.text ?? '']
    const before = done.get(idempotencyKey)
    if (before) return void keep(own, before)
    if (own !== '' && there.has(own)) return `${model.singular} already exists: ${text}`
    const { record, error } = readLines(group, order, lookup, now())
    if (error !== undefined) return error
    if (await existsAlready(db, user, module, record)) return `${model.singular} already exists: ${text}`
    // records are active unless the file says otherwise
    const active = Object.hasOwn(model.fields, 'IsActive') ? { IsActive: true } : {}
    const meta = { user, idempotencyKey, ifMatch: undefined, tab: 'import' }
    try {
      return void keep(own, (await saveRecord(db, module, null, { ...active, ...record }, meta)).json)
    } catch (refusal) {
      return whyNot(refusal, text)
    }
  }
  const ended = () => {
    const failed = errors.length === 0 ? '' : `, ${errors.length} could not be`
    return { message: `Imported ${saved} ${model.name.toLowerCase()}${failed}`, errors, result: { Saved: saved } }
  }
  for (const [at, group] of groups.entries()) {
    progress(at, groups.length, `Importing ${model.name.toLowerCase()}`)
    if (at % 20 === 0 && (await isStopped())) return ended()
    const error = await save(group, `${key}:${at}`)
    if (error !== undefined) errors.push(error)
  }
  progress(groups.length, groups.length)
  return ended()
}

/** The module with its import job, and the addresses for a file's head and for a file. */
export const withImports = (module: ServerModule): ServerModule => {
  const { model } = module
  if (model.imports !== true) return module
  const job = jobOf({
    name: `records-${model.id}`,
    summary: `Import of ${model.name.toLowerCase()}`,
    payload: { Csv: multiline('File'), Key: textField('Key') },
    run: ({ payload, ...reading }) => importFile(module, { csv: payload.Csv ?? '', key: payload.Key ?? '' }, reading),
  })
  const access = { module: model.id, permit: 'create' } as const
  const head: Route = {
    method: 'GET',
    path: `importrecords/${model.id}`,
    access,
    scope: 'the same for all users',
    summary: `The head of a csv file of ${model.name.toLowerCase()}`,
    handler: async () => ({
      text: `\uFEFF${columnsOf(model.fields)
        .map(({ title }) => csvCell(title))
        .join(',')}\r\n`,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${model.id}.csv"`,
      },
    }),
  }
  const take = routeOf({
    method: 'POST',
    path: `importrecords/${model.id}`,
    answers: recordsImported.answers,
    access,
    scope: 'each record is saved as the user would save it',
    summary: `Import ${model.name.toLowerCase()} from a csv file`,
    body: { text: multiline('File') },
    takesCsv: true,
    bodyLimit,
    handler: async (call) => {
      const text = csvIn(call.body.text)
      const id = await call.db.transaction((tx) =>
        addJob(tx, call.user, job, { Csv: text, Key: randomUUID() }, { module: model.id, formId: null }),
      )
      return json({ message: 'The file is being imported', JobRunId: id }, 202)
    },
  })
  return { ...module, jobs: [...(module.jobs ?? []), job], routes: [...(module.routes ?? []), head, take] }
}
