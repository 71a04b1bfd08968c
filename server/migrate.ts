// Brings a database to the newest plan: plain SQL files in order, each once, then the rights of the application's role.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../migrations/', import.meta.url)

/** Names of the migrations in order. */
export const migrationNames = async (): Promise<string[]> => (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()

// audit, audit blocks and ledger can be added to and read; nothing in them can be changed by the application
const rights = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'aliquot_app') then create role aliquot_app nologin; end if;
  begin execute format('grant aliquot_app to %I', current_user); exception when others then null; end;
end $$;
grant usage on schema public to aliquot_app;
grant select, insert, update, delete on all tables in schema public to aliquot_app;
grant usage, select, update on all sequences in schema public to aliquot_app;
revoke update, delete, truncate on audit, audit_blocks, ledger_entries, access_log from aliquot_app;
revoke insert, update, delete, truncate on migrations from aliquot_app;
`

/** Applies what is missing as the owner of the database; two servers starting together wait for each other. Answers the names applied. */
export const migrate = async (ownerUrl: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock(720471)')
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name))
    for (const name of await migrationNames()) {
      if (done.has(name)) continue
      await client.query('begin')
      try {
        await client.query(await readFile(new URL(name, folder), 'utf8'))
        await client.query('insert into migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`)
      }
      applied.push(name)
    }
    await client.query(rights)
  } finally {
    await client.end()
  }
  return applied
}
