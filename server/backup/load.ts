// Loads the rows of a backup into a database that has its tables, in one transaction: each table is read back and
// compared with what was written.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { copyIn, copyOut } from './format/copy.ts'
import { takeZone } from './invariants.ts'
import type { Backup, BackupTable } from './format/open.ts'
import { copyInto, copyOutOf, manner, nameIn, sequencesOf, tablesOf, type Plan } from './format/plan.ts'

type Definition = { readonly owner: string; readonly drop: string; readonly make: string }

/** What a restore does in turns, each with its own share from 0 to 1: the time of the next is not known before. */
export type Progress = (step: 'rows' | 'keys' | 'proof', share: number) => void

/** Foreign keys, and indexes without a rule: made again when the rows are there, all checked at once. */
const laterOf = async (client: pg.ClientBase): Promise<Definition[]> => {
  const keys = await client.query<Definition>(
    `select
      conrelid::regclass::text as owner,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by 1`,
  )
  const indexes = await client.query<Definition>(
    `select
      indexed.indrelid::regclass::text as owner,
      format('drop index %s', indexed.indexrelid::regclass) as drop,
      pg_get_indexdef(indexed.indexrelid) as make
    from pg_index indexed join pg_class relation on relation.oid = indexed.indexrelid
    where relation.relnamespace = 'public'::regnamespace and not indexed.indisunique
      and not exists (select from pg_constraint rule where rule.conindid = indexed.indexrelid)
    order by 1`,
  )
  return [...keys.rows, ...indexes.rows]
}

/** The plan's tables and columns must be those that its migrations made here. */
const checkTables = async (client: pg.ClientBase, plan: Plan): Promise<void> => {
  const here = new Map((await tablesOf(client)).map(({ name, columns }) => [name, [...columns].sort().join()]))
  for (const { name, columns } of plan.tables) {
    if (here.get(name) !== [...columns].sort().join())
      throw new ConfigError(
        `The table ${name} of the backup is another one here. Restore with the edition that made it.`,
      )
    here.delete(name)
  }
  const [missing] = here.keys()
  if (missing !== undefined)
    throw new ConfigError(`The table ${missing} is not in the backup. Restore with the edition that made it.`)
}

const loadTable = async (client: pg.Client, { table, rows, end }: BackupTable): Promise<void> => {
  const loaded = await copyIn(client, copyInto(table), rows)
  const sum = createHash('sha256')
  for await (const block of copyOut(client, copyOutOf(table))) sum.update(block)
  const wanted = end()
  if (wanted.table !== table.name || loaded !== wanted.rows || sum.digest('hex') !== wanted.sha256)
    throw new ConfigError(
      `The table ${table.name} does not read as it was written, ${loaded} of ${wanted.rows} rows. Take another backup.`,
    )
}

/** Makes keys and indexes. One takes as long as its table has rows, more or less: their share is counted so. */
const makeLater = async (
  client: pg.Client,
  later: readonly Definition[],
  rowsOf: ReadonlyMap<string, number>,
  onProgress: Progress,
): Promise<void> => {
  // a thousand rows for what each takes whatever its table
  const weightOf = ({ owner }: Definition): number => 1000 + (rowsOf.get(owner) ?? 0)
  const all = later.reduce((sum, one) => sum + weightOf(one), 0)
  let made = 0
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const one of later) {
    await client.query(one.make)
    made += weightOf(one)
    onProgress('keys', made / all)
  }
}

/** @throws ConfigError with one line; the database is then as it was before */
export const loadRows = async (client: pg.Client, backup: Backup, onProgress: Progress): Promise<void> => {
  await client.query('begin')
  await client.query(manner)
  // the ways in which the database guards rows are for work; these rows passed them once
  const all = await tablesOf(client, { isWhole: true })
  await checkTables(client, backup.plan)
  const later = await laterOf(client)
  for (const { drop } of later) await client.query(drop)
  for (const { name } of all) await client.query(`alter table ${nameIn(name)} disable trigger user`)
  await client.query(`truncate ${all.map(({ name }) => nameIn(name)).join(', ')}`)
  const rowsOf = new Map<string, number>()
  for await (const table of backup.tables()) {
    await loadTable(client, table)
    rowsOf.set(table.table.name, table.end().rows)
    if (table.table.name === 'network_settings') await takeZone(client)
    onProgress('rows', table.share())
  }
  onProgress('rows', 1)
  const here = new Set((await sequencesOf(client)).map(({ name }) => name))
  for (const { name, value, isCalled } of backup.manifest.sequences)
    if (here.has(name))
      await client.query('select setval($1::regclass, $2::bigint, $3)', [nameIn(name), value, isCalled])
  for (const { name } of all) await client.query(`alter table ${nameIn(name)} enable trigger user`)
  await makeLater(client, later, rowsOf, onProgress)
  await client.query('commit')
}
