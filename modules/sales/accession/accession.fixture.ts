// The records that an accession made, counted, for tests.
import { sql, type Sql } from '../../../server/db/db.ts'
import type { TestApp } from '../../../server/testing/app.ts'
import { movePromises } from './promise.server.ts'

/** All tests of a sale are promised for a moment. */
export const promisedFor = (app: TestApp, saleId: unknown, at: Sql | string): Promise<void> =>
  app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sample_elements placed
      set
        promised_at = ${at}
      from
        samples tube
      where
        tube.sample_id = placed.sample_id
        and tube.sale_id = ${saleId}
    `)
    await movePromises(tx, [Number(saleId)], sql`false`)
  })

type State = { Samples: number; Elements: number; Work: number; Derived: number }
/** Tubes, their elements, work and the sales made from a sale. */
export const stateOf = (app: TestApp, saleId: unknown): Promise<State> =>
  app.db.read.one<State>(sql`
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
