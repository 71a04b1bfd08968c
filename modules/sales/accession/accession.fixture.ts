// The records that an accession made, counted, for tests.
import { sql } from '../../../server/db/db.ts'
import type { TestApp } from '../../../server/testing/app.ts'
import type { Json } from '../../../server/testing/signed-in.ts'

/** Tubes, their elements, work and the sales made from a sale. */
export const stateOf = (app: TestApp, saleId: unknown): Promise<Json> =>
  app.db.read.one<Json>(sql`
    select
      (
        select
          count(*)::int
        from
          samples
        where
          sale_id = ${saleId}
      ) as samples,
      (
        select
          count(*)::int
        from
          sample_elements e
          join samples t using (sample_id)
        where
          t.sale_id = ${saleId}
      ) as elements,
      (
        select
          count(*)::int
        from
          work_items
        where
          sale_id = ${saleId}
      ) as work,
      (
        select
          count(*)::int
        from
          sales
        where
          base_sale_id = ${saleId}
      ) as derived
  `)
