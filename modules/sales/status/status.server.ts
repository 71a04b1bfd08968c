// Updates the statuses of lines and sales after any change: a few statements for many sales.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { keepTurnarounds } from './turnaround.server.ts'
import { deriveLineStatus, deriveSaleStatus } from './status.rules.ts'
import { lineStatus, saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

type LineRow = {
  SaleProductId: number
  SaleId: number
  StatusId: number
  Elements: number
  WithoutWork: number
  Unsaid: boolean
  Items: number[] | null
  Samples: number[] | null
}
type SaleRow = { SaleId: number; StatusId: number; Accessioned: boolean; Samples: number[] | null }

/** A tube that left its first party is in transit for its line until it is at the lab that performs. */
const tubeForLine = sql`
  case
    when tube.status_id in (${literal(sampleStatus.Packed, sampleStatus.Delivered)})
    and tube.owner_id <> tube.performing_lab_id
    and tube.owner_id <> tube.route[1] then ${literal(sampleStatus.Dispatched)}
    else tube.status_id
  end
`

// a formula that could not be calculated does not count, nor does work that waits for a recollected tube; a
// tube that was replaced does not count
const readLines = (tx: Tx, saleIds: readonly number[]): Promise<LineRow[]> =>
  tx.rows<LineRow>(sql`
    select
      line.sale_product_id,
      line.sale_id,
      line.status_id,
      coalesce(k.elements, 0) as elements,
      coalesce(k.without_work, 0) as without_work,
      coalesce(k.unsaid, false) as unsaid,
      k.items,
      (
        select
          array_agg(${tubeForLine})
        from
          sale_product_samples drawn
          join samples tube on tube.sample_id = drawn.sample_id
        where
          drawn.sale_product_id = line.sale_product_id
          and not exists (
            select
              1
            from
              samples newer
            where
              newer.replaces_sample_id = tube.sample_id
          )
      ) as samples
    from
      sale_products line
      left join lateral (
        select
          count(*)::int as elements,
          (
            count(*) filter (
              where
                work.work_item_id is null
            )
          )::int as without_work,
          bool_or(
            work.status_id = ${literal(workItemStatus.NotPerformed)}
            and work.given_out_at is null
            and printed.print_on_report
          ) as unsaid,
          array_agg(work.status_id) filter (
            where
              work.work_item_id is not null
              and not work.is_not_calculable
          ) as items
        from
          sale_product_elements wanted
          join sample_elements placed on placed.sample_element_id = wanted.sample_element_id
          join samples tube on tube.sample_id = placed.sample_id
          join elements printed on printed.element_id = placed.element_id
          left join work_item_facts work on work.sample_element_id = wanted.sample_element_id
          and (
            work.result_id is not null
            or tube.status_id <> ${literal(sampleStatus.ToBeCollected)}
          )
        where
          wanted.sale_product_id = line.sale_product_id
      ) k on true
    where
      line.sale_id = any (${[...saleIds]})
    order by
      line.sale_product_id
  `)

const nextOf = (row: LineRow, accessioned: boolean): number => {
  const items = row.Items ?? []
  // a tube still in transit keeps the whole line at "received"
  const workItems = items.length > 0 && row.WithoutWork > 0 ? [...items, workItemStatus.Pending] : items
  return deriveLineStatus({
    StatusId: row.StatusId,
    isCharge: row.Elements === 0 && accessioned,
    accessioned,
    samples: accessioned ? (row.Samples ?? []) : [],
    workItems: accessioned ? workItems : [],
    isUnsaid: row.Unsaid,
  })
}

const readSales = (tx: Tx, saleIds: readonly number[]): Promise<SaleRow[]> =>
  tx.rows<SaleRow>(sql`
    select
      sale.sale_id,
      sale.status_id,
      -- an issued report counts, even if the accession was reversed since
      sale.accession_date is not null
      or exists (
        select
          1
        from
          reports report
        where
          report.sale_id = sale.sale_id
      )
      or exists (
        select
          1
        from
          work_items out
        where
          out.sale_id = sale.sale_id
          and out.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
      ) as accessioned,
      (
        select
          array_agg(tube.status_id)
        from
          samples tube
        where
          tube.sale_id = sale.sale_id
          and not exists (
            select
              1
            from
              samples newer
            where
              newer.replaces_sample_id = tube.sample_id
          )
      ) as samples
    from
      sales sale
    where
      sale.sale_id = any (${[...saleIds]})
    order by
      sale.sale_id
  `)

/** Recomputes lines and sales; lines and status of derived sales follow the sale they were made from. */
export const refreshStatuses = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  if (saleIds.length === 0) return
  const derived = await derivedOf(tx, saleIds)
  // sent together: each statement reads when the one before it has ended, so after the lock
  const [, rows, sales] = await Promise.all([
    holdSales(tx, [...saleIds, ...derived.map((one) => one.SaleId)]),
    readLines(tx, saleIds),
    readSales(tx, saleIds),
  ])
  const accessioned = new Map(sales.map((s) => [s.SaleId, s.Accessioned]))
  const changed = rows.map((row) => ({ row, next: nextOf(row, accessioned.get(row.SaleId) ?? false) }))
  const moved = changed
    .filter(({ row, next }) => row.StatusId !== next)
    .map(({ row, next }) => [row.SaleProductId, next] as const)
  const states = sales
    .filter((s) => s.StatusId !== saleStatus.Cancelled && s.StatusId !== saleStatus.Quotation)
    .map((sale) => {
      const lines = changed
        .filter(({ row }) => row.SaleId === sale.SaleId)
        .map(({ row, next }) => ({ StatusId: next, isCharge: row.Elements === 0 && sale.Accessioned }))
      return { sale, next: deriveSaleStatus({ accessioned: sale.Accessioned, lines, samples: sale.Samples ?? [] }) }
    })
    .filter(({ sale, next }) => sale.StatusId !== next)
  const reached = states.map(({ sale, next }) => [sale.SaleId, next] as const)
  await Promise.all([
    ...(moved.length > 0 ? writeLines(tx, moved, derived) : []),
    reached.length > 0 && writeSales(tx, reached, derived),
  ])
  const now = new Map(reached)
  // one that stays reported may have other work: of a tube that was drawn again, or of a cancelled line
  const reported = sales.filter((one) => (now.get(one.SaleId) ?? one.StatusId) === saleStatus.Reported)
  const keys = reported.map((one) => one.SaleId)
  await keepTurnarounds(tx, keys)
}

/**
 * Locks the sales before their lines are read: two labs that finish at once each see the other's work, else both
 * would write the status of their own half and no later save would correct it.
 */
export const holdSales = (tx: Tx, saleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    select
      1
    from
      sales
    where
      sale_id = any (${[...saleIds]})
    order by
      sale_id
    for update
  `)

/** Derived sales at any hop, with their first sale; most sales have none. */
const derivedOf = (tx: Tx, saleIds: readonly number[]): Promise<{ SaleId: number; Origin: number }[]> =>
  tx.rows(sql`
    with recursive
      d as (
        select
          sale_id,
          base_sale_id as origin
        from
          sales
        where
          base_sale_id = any (${[...saleIds]})
        union all
        select
          sale.sale_id,
          d.origin
        from
          sales sale
          join d on sale.base_sale_id = d.sale_id
      )
    select
      sale_id,
      origin
    from
      d
  `)

const writeSales = async (
  tx: Tx,
  moves: readonly (readonly [number, number])[],
  derived: readonly { SaleId: number; Origin: number }[],
): Promise<void> => {
  const next = new Map(moves)
  const followers = derived.flatMap(({ SaleId, Origin }): (readonly [number, number])[] =>
    (next.get(Origin) ?? 0) >= saleStatus.Accessioned ? [[SaleId, next.get(Origin) ?? 0]] : [],
  )
  const all = [...moves, ...followers]
  await tx.run(sql`
    update sales sale
    set
      status_id = m.next
    from
      unnest(${all.map(([id]) => id)}::int[], ${all.map(([, status]) => status)}::int[]) m (id, next)
    where
      sale.sale_id = m.id
      and sale.status_id <> ${literal(saleStatus.Cancelled)}
  `)
}

const writeLines = (
  tx: Tx,
  moves: readonly (readonly [number, number])[],
  derived: readonly { SaleId: number; Origin: number }[],
): Promise<number>[] => {
  const [ids, next] = [moves.map(([id]) => id), moves.map(([, status]) => status)]
  const own = tx.run(sql`
    update sale_products line
    set
      status_id = m.status_id,
      reported_at = case
        when m.status_id = ${literal(lineStatus.Released)} then coalesce(line.reported_at, now())
        else line.reported_at
      end
    from
      unnest(${ids}::int[], ${next}::int[]) m (id, status_id)
    where
      line.sale_product_id = m.id
  `)
  if (derived.length === 0) return [own]
  const following = tx.run(sql`
    update sale_products line
    set
      status_id = m.status_id
    from
      unnest(${ids}::int[], ${next}::int[]) m (id, status_id)
      join sale_products sale_line on sale_line.sale_product_id = m.id
      join unnest(${derived.map((d) => d.SaleId)}::int[], ${derived.map(
        (d) => d.Origin,
      )}::int[]) d (sale_id, origin) on d.origin = sale_line.sale_id
    where
      line.sale_id = d.sale_id
      and line.product_id = sale_line.product_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
      and m.status_id <> ${literal(lineStatus.Cancelled)}
  `)
  return [own, following]
}
