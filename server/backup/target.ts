// The database that a restore fills: an empty one, or one that an earlier restore left in the middle; emptied again
// when the restore fails.
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { migrationNames } from '../db/migrate.ts'
import { markTable } from './format/plan.ts'

type State = 'empty' | 'cut' | 'filled'

/** Whether the tables are ours, and no network is in them: other programs have tables of these names, too. */
const isUnused = async (client: pg.ClientBase): Promise<boolean> => {
  const [first] = await migrationNames()
  const { rows } = await client.query<{ unused: boolean }>(
    `select
      exists (select from public.migrations m where to_jsonb(m) ->> 'name' = $1)
        and not exists (select from public.clients) as unused`,
    [first],
  )
  return rows[0]?.unused === true
}

const stateOf = async (client: pg.ClientBase): Promise<State> => {
  const { rows } = await client.query<{ cut: boolean; tables: number; named: boolean }>(
    `select
      to_regclass($1) is not null as cut,
      (
        select count(*)::int from pg_class relation
        where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (
            select from pg_depend link
            where link.classid = 'pg_class'::regclass and link.objid = relation.oid and link.deptype = 'e'
          )
      ) as tables,
      to_regclass('public.clients') is not null and to_regclass('public.migrations') is not null as named`,
    [`public.${markTable}`],
  )
  const found = rows[0]
  if (found === undefined || found.tables === 0) return 'empty'
  if (found.cut) return 'cut'
  // a server that was started once has made the tables, which are empty until the network is set up
  return found.named && (await isUnused(client)) ? 'empty' : 'filled'
}

/** Drops all that migrations make; extensions and the schema's rights stay. All statements are written, then run. */
const emptyOut = `
do $$ declare statement text; begin
  set local client_min_messages = warning;
  drop schema if exists graphile_worker cascade;
  foreach statement in array array(
    select format(
      'drop %s if exists public.%I cascade',
      case relation.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        else 'table' end,
      relation.relname
    )
    from pg_class relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (
        select from pg_depend link
        where link.classid = 'pg_class'::regclass and link.objid = relation.oid and link.deptype in ('e', 'i', 'a')
      )
  ) || array(
    select format(
      'drop routine if exists public.%I(%s) cascade', proc.proname, pg_get_function_identity_arguments(proc.oid)
    )
    from pg_proc proc
    where proc.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend link
      where link.classid = 'pg_proc'::regclass and link.objid = proc.oid and link.deptype = 'e'
    )
  )
  loop
    execute statement;
  end loop;
end $$;
`

/** Refuses a database that a server uses at this moment. */
const checkUnused = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new ConfigError(
      `The database is in use: ${others} other ${others === 1 ? 'connection is' : 'connections are'} open. ` +
        'Stop the server and whatever else works in it, then restore again.',
    )
}

/** Marks an empty database as one being filled. @throws ConfigError with one line for one that is not empty */
export const beginRestore = async (client: pg.ClientBase, log: (line: string) => void): Promise<void> => {
  const state = await stateOf(client)
  if (state === 'filled')
    throw new ConfigError(
      'The database is not empty, and a restore never writes over anything. Create an empty one and name it.',
    )
  await checkUnused(client)
  if (state === 'cut') log('An earlier restore was cut off here. What it had loaded is removed, and it begins again.')
  await client.query('begin')
  await client.query(emptyOut)
  await client.query(`create table public.${markTable} (begun_at timestamptz not null default now())`)
  await client.query('commit')
}

export const endRestore = (client: pg.ClientBase): Promise<unknown> => client.query(`drop table public.${markTable}`)

/** Leaves an empty database behind. */
export const undoRestore = async (client: pg.ClientBase): Promise<void> => {
  await client.query('rollback')
  await client.query(emptyOut)
}

/** Refuses a database in which a restore was cut off: only a part of a network is in it. */
export const checkRestored = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ cut: boolean }>('select to_regclass($1) is not null as cut', [
    `public.${markTable}`,
  ])
  if (rows[0]?.cut === true)
    throw new ConfigError(
      'A restore into this database was cut off: only a part of the network is in it. ' +
        'Run npm run restore again with the same file and database, then start.',
    )
}
