// The sales between the parties on the route of a sale, and a product's route between labs, for tests.
import { literal, sql } from '../../../server/db/db.ts'
import type { TestApp } from '../../../server/testing/app.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { legsOf as below } from '../tubes/follow.server.ts'
import { lineStatus } from '../../lists/items.model.ts'

export type Leg = {
  sale_id: number
  base_sale_id: number
  seller_id: number
  buyer_id: number
  net_amount: number
  status_id: number
  products: number[] | null
  patient_id: number
  patient_name: string
  referring_doctor_id: number
  lrn: string
  collection_date: Date | string
  row_version: number
}
/** Sales derived from a sale, at any depth; products of lines that are not cancelled. */
export const legsOf = (app: TestApp, saleId: unknown): Promise<Leg[]> =>
  app.db.read.rows<Leg>(sql`
    with recursive
      ${below(Number(saleId))}
    select
      s.sale_id,
      s.base_sale_id,
      s.seller_id,
      s.buyer_id,
      s.net_amount,
      s.status_id,
      s.patient_id,
      s.patient_name,
      s.referring_doctor_id,
      s.lrn,
      s.collection_date,
      s.row_version,
      (
        select
          array_agg(
            product_id
            order by
              product_id
          )
        from
          sale_products l
        where
          l.sale_id = s.sale_id
          and l.status_id <> ${literal(lineStatus.Cancelled)}
      ) as products
    from
      legs s
    order by
      s.sale_id
  `)

/** Sends a product of the central laboratory to another lab. */
export const route = (app: TestApp, productId: number, lab: number | undefined): Promise<number> =>
  setRows(app, 'product_labs', { product_id: productId, source_lab_id: 2 }, { destination_lab_id: lab })
