// The bench of a result: which rows a user works on, how many signatories are there, and the lock for a change.
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { holdSales } from '../../sales/status/status.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf, type Signatories } from '../work-item.rules.ts'
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

/** Their patients, in the order of their keys. */
const holdPatients = (tx: Tx, saleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    select
      1
    from
      clients
    where
      client_id in (
        select
          patient_id
        from
          sales
        where
          sale_id = any (${[...saleIds]})
      )
    order by
      client_id
    for no key update
  `)
/**
 * Like lockWork, for an act that issues reports or takes back what was issued: before the sales it locks their
 * patients, whose other reports print these values as previous results. So a report either prints what is in force once
 * it is issued, or is found by the act that takes a value back.
 */
export const lockToIssue = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  await holdPatients(tx, saleIds)
  await lockWork(tx, saleIds)
  // one whose patient was corrected, or merged, meanwhile
  await holdPatients(tx, saleIds)
}

type Signed = Pick<ResultRow, 'LabId' | 'KeeperId' | 'DepartmentId'>
const placeOf = (row: Signed): string => `${benchOf(row)}/${row.DepartmentId}`

/**
 * How many may sign a result: active users with role 3 at its lab who sign for its department, the caller among them.
 */
export const signatoriesAt = async (
  tx: Tx,
  user: Caller,
  asked: readonly Signed[],
): Promise<(row: Signed) => Signatories> => {
  const places = [...new Map(asked.map((row) => [placeOf(row), row])).values()]
  const rows = await tx.rows<{ Place: string; Signatories: number }>(sql`
    select
      lab.lab_id || '/' || lab.department_id as place,
      count(distinct person.user_id)::int as signatories
    from
      unnest(${places.map(benchOf)}::int[], ${places.map((row) => row.DepartmentId)}::int[]) lab (lab_id, department_id)
      join users person on person.is_active
    where
      (
        person.user_id = ${user.UserId}
        or (
          exists (
            select
              1
            from
              user_roles held
            where
              held.user_id = person.user_id
              and held.role_id = ${literal(role.Pathologist)}
          )
          and exists (
            select
              1
            from
              user_entities place
            where
              place.user_id = person.user_id
              and place.client_id = lab.lab_id
          )
        )
      )
      and not exists (
        select
          1
        from
          signatories_outside outside
        where
          outside.user_id = person.user_id
          and outside.department_id = lab.department_id
      )
    group by
      lab.lab_id,
      lab.department_id
  `)
  const counts = new Map(rows.map((row) => [row.Place, row.Signatories]))
  return (row) => counts.get(placeOf(row)) ?? 'unknown'
}
