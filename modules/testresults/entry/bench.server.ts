// The bench of a result: which rows a user works on, how many signatories are there, and the lock for a change.
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { holdSales } from '../../sales/status/status.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import type { Signatories } from '../work-item.rules.ts'
import { clientType } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'

const withBench: readonly number[] = [clientType.LegalEntity, clientType.Lab, clientType.ExternalLab]
/**
 * Work items of the labs the entity covers, and those that it enters for an outside lab. The latter belong to that
 * keeper alone, even when the outside lab gets users later. Buyers and sellers see reports, not the bench.
 */
export const benchScope = (user: Caller, alias = 'work'): Sql =>
  withBench.includes(user.EntityTypeId)
    ? sql`
        (
          (
            ${raw(alias)}.keeper_id is null
            and ${raw(alias)}.lab_id = any (${[...user.Clients]})
          )
          or ${raw(alias)}.keeper_id = any (${[...user.Clients]})
        )
      `
    : sql`false`
/** The same for a row that was read. */
export const isOnBench = (user: Caller, row: Pick<ResultRow, 'LabId' | 'KeeperId'>): boolean =>
  withBench.includes(user.EntityTypeId) && user.Clients.includes(row.KeeperId ?? row.LabId)

/**
 * Locks the sales and then their work items for a change, each in the order of its keys. Read them in a later
 * statement: one that waits for a lock would join the results as they were before it waited.
 */
export const lockWork = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  await holdSales(tx, saleIds)
  await tx.run(sql`
    select
      1
    from
      work_items
    where
      sale_id = any (${[...saleIds]})
    order by
      work_item_id
    for update
  `)
}

/** How many may sign at each lab: active users with role 3 there, the caller among them. */
export const signatoriesAt = async (
  tx: Tx,
  user: Caller,
  labIds: readonly number[],
): Promise<(labId: number) => Signatories> => {
  const rows = await tx.rows<{ lab_id: number; signatories: number }>(sql`
    select
      lab.lab_id,
      count(distinct u.user_id)::int as signatories
    from
      unnest(${[...new Set(labIds)]}::int[]) lab (lab_id)
      join users u on u.is_active
    where
      u.user_id = ${user.UserId}
      or (
        exists (
          select
            1
          from
            user_roles r
          where
            r.user_id = u.user_id
            and r.role_id = ${literal(role.Pathologist)}
        )
        and exists (
          select
            1
          from
            user_entities e
          where
            e.user_id = u.user_id
            and e.client_id = lab.lab_id
        )
      )
    group by
      lab.lab_id
  `)
  const counts = new Map(rows.map((row) => [row.lab_id, row.signatories]))
  return (labId) => counts.get(labId) ?? 'unknown'
}
