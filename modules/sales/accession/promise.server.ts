// What is promised of a sale: each test counts its hours from the draw, a line waits for its latest test, the sale for
// its latest line.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { lineStatus } from '../../lists/items.model.ts'

/** The moment of a test of `test`, drawn then, of the sale `sale`. */
const promisedOf = (drawn: Sql): Sql => sql`
  coalesce(${drawn} + test.tat_hours::float8 * interval '1 hour', sale.report_date)
`

/** When `tube` was drawn: of one that was drawn again its first time, since its promise began then. */
const firstDrawn = sql`
  (
    with recursive
      chain as (
        select
          tube.replaces_sample_id,
          tube.collection_date
        union all
        select
          earlier.replaces_sample_id,
          earlier.collection_date
        from
          chain
          join samples earlier on earlier.sample_id = chain.replaces_sample_id
      )
    select
      collection_date
    from
      chain
    where
      replaces_sample_id is null
  )
`

/** When the tube of an element was drawn, or is to be. */
const drawn = sql`coalesce(${firstDrawn}, tube_due (sale.sale_id, tube.time_point), sale.collection_date)`

/** What was promised is kept; an element that several tests share is promised with the first of them. */
const promiseElements = (tx: Tx, saleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update sample_elements placed
    set
      promised_at = promised.at,
      promised_hours = promised.hours
    from
      (
        select distinct
          on (placed.sample_element_id) placed.sample_element_id,
          ${promisedOf(drawn)} as at,
          test.tat_hours as hours
        from
          sales sale
          join samples tube on tube.sale_id = sale.sale_id
          join sample_elements placed on placed.sample_id = tube.sample_id
          join sale_product_elements wanted on wanted.sample_element_id = placed.sample_element_id
          join sale_products line on line.sale_product_id = wanted.sale_product_id
          join tests test on test.test_id = wanted.test_id
        where
          sale.sale_id = any (${[...saleIds]})
          and line.status_id <> ${literal(lineStatus.Cancelled)}
          and placed.promised_at is null
        order by
          placed.sample_element_id,
          at
      ) promised
    where
      placed.sample_element_id = promised.sample_element_id
  `)

/** By the hours that were promised, whatever the catalogue says today. */
const moveElements = (tx: Tx, saleIds: readonly number[], which: Sql): Promise<number> =>
  tx.run(sql`
    update sample_elements placed
    set
      promised_at = coalesce(
        ${drawn} + placed.promised_hours::float8 * interval '1 hour',
        sale.report_date
      )
    from
      sales sale
      join samples tube on tube.sale_id = sale.sale_id
    where
      sale.sale_id = any (${[...saleIds]})
      and tube.sample_id = placed.sample_id
      and placed.promised_at is not null
      and ${which}
  `)

const promiseLines = (tx: Tx, saleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update sale_products line
    set
      promised_at = latest.at
    from
      (
        select
          ordered.sale_product_id,
          max(placed.promised_at) as at
        from
          sale_products ordered
          left join sale_product_elements wanted on wanted.sale_product_id = ordered.sale_product_id
          left join sample_elements placed on placed.sample_element_id = wanted.sample_element_id
        where
          ordered.sale_id = any (${[...saleIds]})
        group by
          ordered.sale_product_id
      ) latest
    where
      line.sale_product_id = latest.sale_product_id
      and line.promised_at is distinct from latest.at
  `)

/** The sale, and those at every hop below it, wait for its latest line that is not cancelled. */
export const promiseSales = (tx: Tx, saleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    with recursive
      chain as (
        select
          sale_id,
          sale_id as origin
        from
          sales
        where
          sale_id = any (${[...saleIds]})
        union all
        select
          leg.sale_id,
          chain.origin
        from
          sales leg
          join chain on leg.base_sale_id = chain.sale_id
      )
    update sales sale
    set
      promised_at = latest.at
    from
      chain
      cross join lateral (
        select
          max(line.promised_at) as at
        from
          sale_products line
        where
          line.sale_id = chain.origin
          and line.status_id <> ${literal(lineStatus.Cancelled)}
      ) latest
    where
      sale.sale_id = chain.sale_id
      and sale.promised_at is distinct from latest.at
  `)

/** Promises what has no promise yet. */
export const promise = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  // sent together, carried out in this order
  await Promise.all([promiseElements(tx, saleIds), promiseLines(tx, saleIds), promiseSales(tx, saleIds)])
}

/** Moves what was promised of elements `placed` in tubes `tube` with the draw, or the report date, of their sale. */
export const movePromises = async (tx: Tx, saleIds: readonly number[], which: Sql = sql`true`): Promise<void> => {
  await Promise.all([moveElements(tx, saleIds, which), promiseLines(tx, saleIds), promiseSales(tx, saleIds)])
}

/**
 * When each line is expected: as it was promised, with its sale where that was accessioned before lines had promises,
 * else as the catalogue would promise it now; null of a charge.
 */
export const expectedOf = async (tx: Tx, saleId: number): Promise<ReadonlyMap<number, string>> => {
  const found = await tx.rows<{ SaleProductId: number; Expected: string | null }>(sql`
    with recursive
      parts as (
        select
          line.sale_product_id,
          line.product_id
        from
          sale_products line
        where
          line.sale_id = ${saleId}
        union
        select
          parts.sale_product_id,
          sub.sub_product_id
        from
          parts
          join sub_products sub on sub.product_id = parts.product_id
      )
    select
      line.sale_product_id,
      coalesce(
        line.promised_at,
        case
          when sale.accession_date is not null then coalesce(sale.promised_at, sale.report_date)
        end,
        max(${promisedOf(sql`sale.collection_date`)})
      ) as expected
    from
      sale_products line
      join sales sale on sale.sale_id = line.sale_id
      join parts on parts.sale_product_id = line.sale_product_id
      join product_tests part on part.product_id = parts.product_id
      join tests test on test.test_id = part.test_id
    where
      line.sale_id = ${saleId}
    group by
      line.sale_product_id,
      sale.sale_id
  `)
  return new Map(found.flatMap((row) => (row.Expected === null ? [] : [[row.SaleProductId, row.Expected] as const])))
}
