// Writes the initial rows of a new network, and brings a network of an earlier release to those of this one.
import { readFile } from 'node:fs/promises'
import { lockOf } from '../server/db/advisory.ts'
import { empty, raw, sql, type Database, type Sql, type Tx } from '../server/db/db.ts'
import { columnOf, fieldOf } from '../server/db/names.ts'
import { columnsOf, rowsAs, takenFrom, type Columns } from '../server/table/columns.ts'
import { beginning, kinds, type Beginning, type Kind, type KindName, type Row } from './beginning.ts'
import { changeOf, type Change } from './change.rules.ts'

/** Kept under the names of the columns, as earlier releases did. */
const asKept = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]))
const fromKept = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [fieldOf(name), value]))

const names = Object.keys(kinds) as KindName[]
const keyOf = (kind: Kind, row: Row): string => kind.key.map((name) => row[name]).join(' ')

/** Two rows with one key were not given so: they count as changed. */
const byKey = (kind: Kind, rows: readonly Row[]): Map<string, Row> => {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(kind, row)
    found.set(key, found.has(key) ? { ...row, isDouble: true } : row)
  }
  return found
}

const byKind = (of: (name: KindName) => readonly Row[]): Beginning => ({
  lists: of('lists').map(fromKept),
  items: of('items').map(fromKept),
  roles: of('roles').map(fromKept),
  permits: of('permits').map(fromKept),
  templates: of('templates').map(fromKept),
  widgets: of('widgets').map(fromKept),
})

/** The initial rows of releases that did not record them, by the release's last migration. */
const earlier = ['0008', '0085'] as const
const earlierBeginning = async (tx: Tx): Promise<Beginning> => {
  // the first entry of the history was written by the release that the network was set up with
  const { Release } = await tx.one<{ Release: string | null }>(sql`
    select
      max(name) as release
    from
      migrations
    where
      applied_at <= (
        select
          min(at)
        from
          audit
      )
  `)
  const name = earlier.findLast((one) => one <= (Release ?? '9999').slice(0, 4)) ?? earlier[0]
  const kept = JSON.parse(await readFile(new URL(`./earlier/${name}.json`, import.meta.url), 'utf8')) as Beginning
  return byKind((kind) => kept[kind])
}

type Given = { Kind: KindName; Value: Row }
const givenTo = async (tx: Tx): Promise<Beginning> => {
  const rows = await tx.rows<Given>(sql`
    select
      kind,
      value
    from
      beginnings
  `)
  const isNew = !(await tx.maybe(sql`
    select
      1
    from
      roles
    limit
      1
  `))
  if (rows.length === 0 && !isNew) return earlierBeginning(tx)
  const of = (name: KindName): Row[] => rows.filter((row) => row.Kind === name).map((row) => row.Value)
  return byKind(of)
}

const onlyOf = (kind: Kind): Sql => (kind.only === undefined ? empty : raw(`and t.${kind.only}`))
const sameKey = (kind: Kind): Sql =>
  raw(
    kind.key
      .map(columnOf)
      .map((column) => `t.${column} = sent.${column}`)
      .join(' and '),
  )

const apply = async (tx: Tx, kind: Kind, { insert, update, remove }: Change): Promise<void> => {
  const sent = (rows: readonly Row[]): Sql => rowsAs('sent', kind.columns, rows as never)
  const given: Columns = Object.fromEntries(Object.entries(kind.columns).filter(([name]) => !kind.key.includes(name)))
  if (insert.length > 0)
    await tx.run(sql`
      insert into
        ${raw(kind.table)} (${columnsOf(kind.columns)})
      select
        ${columnsOf(kind.columns)}
      from
        ${sent(insert)}
    `)
  if (update.length > 0)
    await tx.run(sql`
      update ${raw(kind.table)} t
      set
        ${takenFrom(given, 'sent')} ${kind.hasVersion ? raw(', row_version = t.row_version + 1') : empty}
      from
        ${sent(update)}
      where
        ${sameKey(kind)} ${onlyOf(kind)}
    `)
  if (remove.length > 0)
    await tx.run(sql`
      delete from ${raw(kind.table)} t using ${sent(remove)}
      where
        ${sameKey(kind)} ${onlyOf(kind)}
    `)
}

const keep = async (tx: Tx, gives: Beginning): Promise<void> => {
  const rows = names.flatMap((kind) =>
    gives[kind].map((row) => ({ Kind: kind, Key: keyOf(kinds[kind], row), Value: asKept(row) })),
  )
  await tx.run(sql`delete from beginnings`)
  await tx.run(sql`
    insert into
      beginnings (kind, key, value)
    select
      kind,
      key,
      value
    from
      ${rowsAs('sent', { Kind: 'text', Key: 'text', Value: 'jsonb' }, rows)}
  `)
}

/**
 * The number of rows that a release changed, and the rows left as the network changed them: `permits 3 sales cancel`.
 */
export type Brought = { readonly changed: number; readonly kept: readonly string[] }

const bring = async (tx: Tx): Promise<Brought> => {
  const gives = await beginning()
  const given = await givenTo(tx)
  let changed = 0
  const kept: string[] = []
  for (const name of names) {
    const kind: Kind = kinds[name]
    const has = await tx.rows<Row>(sql`
      select
        ${columnsOf(kind.columns)}
      from
        ${raw(kind.table)} t
      where
        true ${onlyOf(kind)}
    `)
    const change = changeOf(byKey(kind, given[name]), byKey(kind, gives[name]), byKey(kind, has))
    const done = kind.isReferred ? { ...change, remove: [] } : change
    await apply(tx, kind, done)
    changed += done.insert.length + done.update.length + done.remove.length
    kept.push(...change.kept.map((key) => `${name} ${key}`))
  }
  await keep(tx, gives)
  return { changed, kept }
}

/** Fills an empty database with the initial rows of every network. */
export const fillStart = async (tx: Tx): Promise<void> => {
  await bring(tx)
  // records added later get keys above them
  for (const [table, column] of [
    ['lists', 'list_id'],
    ['list_items', 'list_item_id'],
  ] as const)
    await tx.rows(sql`
      select
        setval(
          pg_get_serial_sequence(${table}, ${column}),
          1001
        )
    `)
}

/** Brings a network of an earlier release to this one's initial rows; a database without a network is left empty. */
export const bringToRelease = (db: Database): Promise<Brought> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      select
        pg_advisory_xact_lock(${lockOf.beginnings})
    `)
    const isSetUp = await tx.maybe(sql`
      select
        1
      from
        roles
      limit
        1
    `)
    return isSetUp ? bring(tx) : { changed: 0, kept: [] }
  })
