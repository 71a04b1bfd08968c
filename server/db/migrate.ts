// Migrates a database to the newest schema: plain SQL files in order, each once, then the rights of the application's
// role.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorOf } from '../thrown.ts'
import { ConfigError } from '../config.ts'
import { lockOf } from './advisory.ts'
import { codeOf } from './failure.ts'

const ours = new URL('../../migrations/', import.meta.url)

/** Names of the migrations in order. */
export const migrationNames = async (folder: URL = ours): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()

// the application can add to audit, audit blocks, ledger, supplies and issued papers, and read them, but change none.
// Results, calls, reports with their pictures and the events of a tube are never deleted. A document changes only its
// client, in a merge, and is withdrawn
const rights = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'aliquot_app') then create role aliquot_app nologin; end if;
  begin execute format('grant aliquot_app to %I', current_user); exception when others then null; end;
end $$;
grant usage on schema public to aliquot_app;
grant select, insert, update, delete on all tables in schema public to aliquot_app;
grant usage, select, update on all sequences in schema public to aliquot_app;
revoke update, delete, truncate on audit, audit_blocks, ledger_entries, invoice_supplies, access_log from aliquot_app;
revoke update, delete, truncate on cancelled_discounts from aliquot_app;
revoke delete, truncate on results, critical_calls, reports, sample_events from aliquot_app;
revoke delete, truncate on batch_outs from aliquot_app;
revoke update on critical_calls from aliquot_app;
grant update (about_other) on critical_calls to aliquot_app;
revoke update, truncate on kept_files from aliquot_app;
grant update (form_id, withdrawn_at, withdrawn_for) on kept_files to aliquot_app;
revoke update, delete, truncate on report_tellings, sensitive_openings from aliquot_app;
revoke update, delete, truncate on paper_pictures, issued_papers, account_statements from aliquot_app;
revoke insert, update, delete, truncate on migrations from aliquot_app;
`

/** Stores the checksum of each migration, and stops at one that was edited after it had been applied. */
const checkSums = async (client: pg.Client, sums: ReadonlyMap<string, string>): Promise<void> => {
  const applied = await client.query<{ name: string; checksum: string | null }>('select name, checksum from migrations')
  for (const { name, checksum } of applied.rows) {
    const sum = sums.get(name)
    if (sum === undefined || sum === checksum) continue
    if (checksum !== null)
      throw new ConfigError(
        `Migration ${name} was edited after it had been applied: undo the edit and write the next one`,
      )
    await client.query('update migrations set checksum = $1 where name = $2', [sum, name])
  }
}

/** Sets the network's zone, so that the days of a migration are the network's. */
const takeZone = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('network_settings') as there`)
  if (rows[0]?.there == null) return
  await client.query(`select set_config('aliquot.zone', time_zone, false) from network_settings`)
}

/** The session with the longest transaction in this database, as far as the owner may see it. */
const longestWork = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ said: string }>(`
    select
      format(
        'process %s (%s) has been at work since %s UTC',
        pid,
        coalesce(nullif(application_name, ''), 'unnamed'),
        to_char(xact_start at time zone 'UTC', 'HH24:MI:SS')
      ) as said
    from
      pg_stat_activity
    where
      datname = current_database()
      and pid <> pg_backend_pid()
      and xact_start is not null
    order by
      xact_start
    limit
      1
  `)
  return rows[0]?.said ?? 'another session has it'
}

/** Whether the first lines of a file ask to run outside a transaction; they give the reason. */
const isAlone = (text: string): boolean => /^(--.*\n)*-- Outside a transaction\b/.test(text)

/** Removes unusable indexes that an earlier, interrupted try left. */
const removeBroken = async (client: pg.Client, text: string): Promise<void> => {
  const named = [...text.matchAll(/create (?:unique )?index concurrently (?:if not exists )?(\w+)/gi)].map(
    ([, name]) => name,
  )
  const { rows } = await client.query<{ name: string }>(
    `select relation.relname as name
    from pg_index indexed join pg_class relation on relation.oid = indexed.indexrelid
    where relation.relname = any ($1) and not indexed.indisvalid`,
    [named],
  )
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

/**
 * Runs the statements in sequence, each ended by a semicolon at the end of its line. An interrupted file is run again
 * from its first statement, so each has `if not exists` or the like.
 */
const applyAlone = async (client: pg.Client, name: string, text: string): Promise<void> => {
  // an index built concurrently waits for other work and does not block it
  await client.query('set lock_timeout = 0')
  await removeBroken(client, text)
  const statements = text
    .replaceAll(/^--.*\n/gm, '')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  for (const statement of statements) await client.query(statement)
  await client.query('insert into migrations (name) values ($1)', [name])
}

const applyWhole = async (client: pg.Client, name: string, text: string, patience: Patience): Promise<void> => {
  await client.query(`set lock_timeout = ${patience.milliseconds}`)
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** How long a migration waits for a table, while all others wait behind it, and how often it tries. */
type Patience = { milliseconds: number; tries: number; pause: number }
const patient: Patience = { milliseconds: 3000, tries: 20, pause: 2000 }

type Applying = { log: (line: string) => void; patience: Patience }
const apply = async (client: pg.Client, name: string, text: string, { log, patience }: Applying): Promise<void> => {
  for (let round = 1; ; round += 1)
    try {
      return await (isAlone(text) ? applyAlone(client, name, text) : applyWhole(client, name, text, patience))
    } catch (error) {
      // it could not lock a table, or deadlocked: the sessions that waited behind it go first
      if (!['55P03', '40P01'].includes(codeOf(error)))
        throw new ConfigError(`Migration ${name} failed: ${errorOf(error).message}`, { cause: error })
      const holder = await longestWork(client)
      if (round === patience.tries)
        throw new ConfigError(
          `Migration ${name} could not lock its tables in ${round} tries: ${holder}. End that work, then start again.`,
        )
      log(`Migration ${name} waits for work in the database (try ${round} of ${patience.tries}): ${holder}.`)
      await wait(patience.pause)
    }
}

export type MigrateOptions = {
  log?: (line: string) => void
  folder?: URL
  patience?: Patience
  /** The only ones to apply, of an earlier release; checksums and rights follow when all are applied. */
  only?: ReadonlySet<string>
}

/**
 * Applies the missing migrations as the owner of the database; two servers starting together wait for each other.
 * Answers the names applied.
 * @throws ConfigError with one line, also for a database of a newer program
 */
export const migrate = async (
  ownerUrl: string,
  { log = () => undefined, folder = ours, patience = patient, only }: MigrateOptions = {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  const applied: string[] = []
  const begun = performance.now()
  try {
    await client.query('select pg_advisory_lock($1)', [lockOf.migrations])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations order by name')).rows.map((row) => row.name),
    )
    const known = await migrationNames(folder)
    const newer = [...done].filter((name) => !known.includes(name)).at(-1)
    if (newer !== undefined)
      throw new ConfigError(
        `This database was migrated to ${newer} by a newer version of Aliquot. ` +
          'Start that version, or restore a backup from before it.',
      )
    const sums = new Map<string, string>()
    for (const name of known) {
      const text = await readFile(new URL(name, folder), 'utf8')
      sums.set(name, createHash('sha256').update(text).digest('hex'))
      if (done.has(name) || only?.has(name) === false) continue
      const from = performance.now()
      await takeZone(client)
      await apply(client, name, text, { log, patience })
      applied.push(name)
      if (done.size > 0) log(`Migration ${name} was applied in ${secondsSince(from)} s.`)
    }
    if (done.size === 0 && applied.length > 0)
      log(`An empty database: ${applied.length} migrations up to ${applied.at(-1)} in ${secondsSince(begun)} s.`)
    if (only) return applied
    await checkSums(client, sums)
    await client.query('set lock_timeout = 0')
    await client.query(rights)
  } finally {
    await client.end()
  }
  return applied
}

const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(1)
