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

/** No element is measured in the tube `t` any longer. */
export const isNoGood = sql`
  t.status_id in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
`

/**
 * Unlinks lines until they are linked again; an element with a value is still theirs, whatever the catalogue says.
 */
export const unlinkLines = async (tx: Tx, saleId: number): Promise<void> => {
  await tx.run(sql`
    delete from sale_product_elements x using sale_products l
    where
      l.sale_product_id = x.sale_product_id
      and l.sale_id = ${saleId}
      and (
        l.status_id = ${literal(lineStatus.Cancelled)}
        or not exists (
          select
            1
          from
            work_items w
          where
            w.sample_element_id = x.sample_element_id
            and w.result_id is not null
        )
      )
  `)
  await tx.run(sql`
    delete from sale_product_samples x using sale_products l
    where
      l.sale_product_id = x.sale_product_id
      and l.sale_id = ${saleId}
      and l.status_id <> ${literal(lineStatus.Cancelled)}
  `)
}

const dropWork = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    update work_items w
    set
      status_id = ${literal(workItemStatus.NotPerformed)},
      reason_id = null,
      row_version = row_version + 1
    where
      w.sale_id = ${saleId}
      and w.result_id is null
      and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.OnHold)})
      and not exists (
        select
          1
        from
          ${wanted} x
        where
          x.element_id = w.element_id
          and x.lab_id = w.lab_id
      )
  `)

/** Elements without work that are not wanted there, or whose tube is unusable: another is collected for them. */
const dropElements = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    delete from sample_elements e using samples t
    where
      t.sample_id = e.sample_id
      and t.sale_id = ${saleId}
      and (
        ${isNoGood}
        or not exists (
          select
            1
          from
            ${wanted} x
          where
            x.element_id = e.element_id
            and x.lab_id = t.performing_lab_id
        )
      )
      and not exists (
        select
          1
        from
          work_items w
        where
          w.sample_element_id = e.sample_element_id
      )
  `)

/** Work `w` that was dropped since no line needed it: a user who marks work not performed gives a reason. */
export const isDropped = sql`
  (
    w.status_id = ${literal(workItemStatus.NotPerformed)}
    and w.reason_id is null
    and w.result_id is null
  )
`
/** Work that was dropped here once and is wanted again, in a tube that is still usable. */
const resumeWork = (tx: Tx, saleId: number, wanted: Sql): Promise<number> =>
  tx.run(sql`
    update work_items w
    set
      status_id = ${literal(workItemStatus.Pending)},
      row_version = row_version + 1
    where
      w.sale_id = ${saleId}
      and ${isDropped}
      and not exists (
        select
          1
        from
          sample_elements e
          join samples t on t.sample_id = e.sample_id
        where
          e.sample_element_id = w.sample_element_id
          and ${isNoGood}
      )
      and exists (
        select
          1
        from
          ${wanted} x
        where
          x.element_id = w.element_id
          and x.lab_id = w.lab_id
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
