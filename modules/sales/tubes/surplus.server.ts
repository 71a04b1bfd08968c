// Removes what a repeated accession no longer needs: links, work and tube elements.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { lineStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import type { ElementToSample } from './sampling.rules.ts'

/** The elements to sample, each with the lab that runs it. */
const wantedOf = (elements: readonly ElementToSample[]): Sql => {
  const [ids, labs] = [elements.map((e) => e.ElementId), elements.map((e) => e.PerformingLabId)]
  return sql`
    (
      select
        x.element_id,
        x.lab_id
      from
        unnest(${ids}::int[], ${labs}::int[]) x (element_id, lab_id)
    )
  `
}

/** No element is measured in the `tube` any longer. */
export const isNoGood = sql`
  tube.status_id in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
`

/**
 * Unlinks lines until they are linked again; an element with a value is still theirs, whatever the catalogue says.
 */
export const unlinkLines = async (tx: Tx, saleId: number): Promise<void> => {
  await tx.run(sql`
    delete from sale_product_elements wanted using sale_products line
    where
      line.sale_product_id = wanted.sale_product_id
      and line.sale_id = ${saleId}
      and (
        line.status_id = ${literal(lineStatus.Cancelled)}
        or not exists (
          select
            1
          from
            work_items item
          where
            item.sample_element_id = wanted.sample_element_id
            and item.result_id is not null
        )
      )
  `)
  await tx.run(sql`
    delete from sale_product_samples drawn using sale_products line
    where
      line.sale_product_id = drawn.sale_product_id
      and line.sale_id = ${saleId}
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  `)
}

const dropWork = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.NotPerformed)},
      reason_id = null,
      row_version = row_version + 1
    where
      item.sale_id = ${saleId}
      and item.result_id is null
      and item.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.OnHold)})
      and not exists (
        select
          1
        from
          ${wanted} x
        where
          x.element_id = item.element_id
          and x.lab_id = item.lab_id
      )
  `)

/** Elements without work that are not wanted there, or whose tube is unusable: another is collected for them. */
const dropElements = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    delete from sample_elements placed using samples tube
    where
      tube.sample_id = placed.sample_id
      and tube.sale_id = ${saleId}
      and (
        ${isNoGood}
        or not exists (
          select
            1
          from
            ${wanted} x
          where
            x.element_id = placed.element_id
            and x.lab_id = tube.performing_lab_id
        )
      )
      and not exists (
        select
          1
        from
          work_items item
        where
          item.sample_element_id = placed.sample_element_id
      )
  `)

/** Work `item` that was dropped since no line needed it: a user who marks work not performed gives a reason. */
export const isDropped = sql`
  (
    item.status_id = ${literal(workItemStatus.NotPerformed)}
    and item.reason_id is null
    and item.result_id is null
  )
`
/** Work that was dropped here once and is wanted again, in a tube that is still usable. */
const resumeWork = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.Pending)},
      row_version = row_version + 1
    where
      item.sale_id = ${saleId}
      and ${isDropped}
      and not exists (
        select
          1
        from
          sample_elements placed
          join samples tube on tube.sample_id = placed.sample_id
        where
          placed.sample_element_id = item.sample_element_id
          and ${isNoGood}
      )
      and exists (
        select
          1
        from
          ${wanted} x
        where
          x.element_id = item.element_id
          and x.lab_id = item.lab_id
      )
  `)

/**
 * Work that no line needs any longer, or that moved to another lab: not performed where no result was entered; tube
 * elements without work are removed. Their lines are unlinked.
 */
export const dropSurplus = async (tx: Tx, saleId: number, elements: readonly ElementToSample[]): Promise<void> => {
  const wanted = wantedOf(elements)
  // sent together, carried out in this order
  await Promise.all([dropWork(tx, saleId, wanted), dropElements(tx, saleId, wanted), resumeWork(tx, saleId, wanted)])
}
