// Brings a database to the newest plan: plain SQL files in order, each once, then the rights of the application's role.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/** Names of the migrations in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()

// audit, audit blocks and ledger can be added to and read; nothing in them can be changed by the application. Results,
// calls, reports with their pictures and the way of a tube are never deleted; a document changes its client alone, in a
// merge
const rights = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'aliquot_app') then create role aliquot_app nologin; end if;
  begin execute format('grant aliquot_app to %I', current_user); exception when others then null; end;
end $$;
grant usage on schema public to aliquot_app;
grant select, insert, update, delete on all tables in schema public to aliquot_app;
grant usage, select, update on all sequences in schema public to aliquot_app;
revoke update, delete, truncate on audit, audit_blocks, ledger_entries, access_log from aliquot_app;
revoke delete, truncate on results, critical_calls, reports, sample_events from aliquot_app;
revoke update on critical_calls from aliquot_app;
revoke update, truncate on kept_files from aliquot_app;
grant update (form_id) on kept_files to aliquot_app;
revoke update, delete, truncate on paper_pictures from aliquot_app;
revoke insert, update, delete, truncate on migrations from aliquot_app;
`

/** Takes down what each migration said, and stops at one that says something else than when it was applied. */
const checkSums = async (client: pg.Client, sums: ReadonlyMap<string, string>): Promise<void> => {
  const applied = await client.query<{ name: string; checksum: string | null }>('select name, checksum from migrations')
  for (const { name, checksum } of applied.rows) {
    const sum = sums.get(name)
    if (sum === undefined || sum === checksum) continue
    if (checksum !== null)
      throw new Error(
        `Migration ${name} was edited after it had been applied: take the edit back and write the next one`,
      )
    await client.query('update migrations set checksum = $1 where name = $2', [sum, name])
  }
}

/**
 * Applies what is missing as the owner of the database; two servers starting together wait for each other. Answers the
 * names applied.
 */
export const migrate = async (ownerUrl: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock(720471)')
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    const sums = new Map<string, string>()
    for (const name of await migrationNames()) {
      const text = await readFile(new URL(name, folder), 'utf8')
      sums.set(name, createHash('sha256').update(text).digest('hex'))
      if (done.has(name)) continue
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`)
      }
      applied.push(name)
    }
    await checkSums(client, sums)
    await client.query(rights)
  } finally {
    await client.end()
  }
  return applied
}
