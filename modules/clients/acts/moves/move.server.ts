// What a merge moves: every record that names the one names the other. Of two patients each is kept, to be undone.
import { raw, sql, type Tx } from '../../../../server/db/db.ts'
import type { Caller } from '../../../../server/caller.ts'
import { clientType } from '../../../lists/items.model.ts'
import { clients } from '../../clients.model.ts'
import type { Pair } from '../merge.rules.ts'
import { keepRows } from './rows.server.ts'

type Link = { readonly Table: string; readonly Column: string }
/**
 * Every column that names a client, as the database knows them: a new one is included by itself. Append-only tables
 * are history and are not changed.
 */
export const linksOf = (tx: Tx): Promise<Link[]> =>
  tx.rows<Link>(sql`
    select
      rule.conrelid::regclass::text as "table",
      field.attname::text as "column"
    from
      pg_constraint rule
      join pg_attribute field on field.attrelid = rule.conrelid
      and field.attnum = rule.conkey[1]
    where
      rule.contype = 'f'
      and rule.confrelid = 'clients'::regclass
      and cardinality(rule.conkey) = 1
      and has_column_privilege(rule.conrelid, field.attname, 'UPDATE')
    order by
      1,
      2
  `)
/** Tables where a client occurs once per other key: the row that the target already has is kept. */
const once = new Map([
  ['user_entities', 'user_id'],
  ['report_letters', 'report_id'],
  ['target_clients', 'target_id'],
])

/** What the merge of two patients moves is kept, so that it can be undone; null for others. */
export const keepMerge = async (tx: Tx, user: Caller, { source, target }: Pair): Promise<number | null> => {
  if (source.ClientTypeId !== clientType.Patient) return null
  const { ClientMergeId } = await tx.one<{ ClientMergeId: number }>(sql`
    insert into
      client_merges (source_id, target_id, was_active, opening_balance, merged_by_id)
    select
      client_id,
      ${target.ClientId},
      is_active,
      coalesce(opening_balance, 0),
      ${user.UserId}
    from
      clients
    where
      client_id = ${source.ClientId}
    returning
      client_merge_id
  `)
  return ClientMergeId
}

export const move = async (tx: Tx, { source, target }: Pair, merge: number | null): Promise<void> => {
  for (const { Table: table, Column } of await linksOf(tx)) {
    const otherKey = once.get(table)
    const twice =
      otherKey === undefined
        ? sql`true`
        : sql`
            not exists (
              select
                1
              from
                ${raw(table)} there
              where
                there.${raw(Column)} = ${target.ClientId}
                and there.${raw(otherKey)} = moved.${raw(otherKey)}
            )
          `
    const ofSource = sql`
      moved.${raw(Column)} = ${source.ClientId}
      and ${twice}
    `
    if (merge !== null)
      await keepRows(
        tx,
        { merge, Table: table, Column },
        sql`
          ${raw(table)} moved
          where
            ${ofSource}
        `,
      )
    await tx.run(sql`
      update ${raw(table)} moved
      set
        ${raw(Column)} = ${target.ClientId}
      where
        ${ofSource}
    `)
  }
  const doubled = sql`
    user_entities moved
    where
      moved.client_id = ${source.ClientId}
  `
  if (merge !== null) await keepRows(tx, { merge, Table: 'user_entities', Column: 'client_id' }, doubled, true)
  await tx.run(sql`
    delete from user_entities
    where
      client_id = ${source.ClientId}
  `)
  // records that name a client without a column of their own
  await tx.run(sql`
    update samples
    set
      route = array_replace(route, ${source.ClientId}::int, ${target.ClientId}::int)
    where
      ${source.ClientId} = any (route)
  `)
  const files = sql`
    kept_files moved
    where
      moved.module_id = ${clients.id}
      and moved.form_id = ${source.ClientId}
  `
  if (merge !== null) await keepRows(tx, { merge, Table: 'kept_files', Column: 'form_id' }, files)
  await tx.run(sql`
    update kept_files
    set
      form_id = ${target.ClientId}
    where
      module_id = ${clients.id}
      and form_id = ${source.ClientId}
  `)
}
