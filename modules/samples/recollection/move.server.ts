// Moves elements from one tube of a sale to another: at once when a tube is rejected, later when a repeat is requested
// for a rejected one.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { startWork } from '../../sales/tubes/tubes.server.ts'

/**
 * Moves elements, with their sale lines, to another tube of the sale. Work without an entry is removed. Work whose
 * value was withdrawn is held until the tube arrives; its runs are retained.
 */
export const moveElements = async (
  tx: Tx,
  ids: readonly number[],
  from: number,
  to: number,
  reasonId: number,
): Promise<void> => {
  await tx.run(sql`
    delete from work_items item
    where
      item.sample_element_id = any (${[...ids]})
      and not exists (
        select
          1
        from
          results result
        where
          result.work_item_id = item.work_item_id
      )
  `)
  await tx.run(sql`
    update work_items
    set
      status_id = ${literal(workItemStatus.OnHold)},
      reason_id = ${reasonId},
      work_sheet_id = null,
      row_version = row_version + 1
    where
      sample_element_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update sample_elements
    set
      sample_id = ${to}
    where
      sample_element_id = any (${[...ids]})
  `)
  await tx.run(sql`
    insert into
      sale_product_samples (sale_product_id, sample_id, product_id, destination_lab_id)
    select
      link.sale_product_id,
      ${to},
      link.product_id,
      link.destination_lab_id
    from
      sale_product_samples link
    where
      link.sample_id = ${from}
      and exists (
        select
          1
        from
          sale_product_elements wanted
        where
          wanted.sale_product_id = link.sale_product_id
          and wanted.sample_element_id = any (${[...ids]})
      )
    on conflict do nothing
  `)
}

type Follower = { Id: number; From: number; To: number; Reason: number }
/** Moves elements that are to be repeated from a recollected tube to its replacement. The caller locks the sale. */
export const followTubes = async (tx: Tx, user: Caller, workItemIds: readonly number[]): Promise<void> => {
  const followers = await tx.rows<Follower>(sql`
    with recursive
      way as (
        select
          placed.sample_element_id as id,
          placed.sample_id as first,
          placed.sample_id as last,
          0 as steps
        from
          work_items item
          join sample_elements placed on placed.sample_element_id = item.sample_element_id
        where
          item.work_item_id = any (${[...workItemIds]})
        union all
        select
          way.id,
          way.first,
          newer.sample_id,
          way.steps + 1
        from
          way
          join samples newer on newer.replaces_sample_id = way.last
      )
    select distinct
      on (way.id) way.id,
      way.first as
    from
    ,
      way.last as to,
      before.reason_id as reason
    from
      way
      join samples tube on tube.sample_id = way.last
      join samples before on before.sample_id = tube.replaces_sample_id
    where
      way.steps > 0
    order by
      way.id,
      way.steps desc
  `)
  for (const { Id, From, To, Reason } of followers) await moveElements(tx, [Id], From, To, Reason)
  await startWork(tx, [...new Set(followers.map(({ To }) => To))], user.UserId)
}
