// The sales between the parties on the route of a sale, and a product's route between labs, for tests.
import { literal, sql } from '../../../server/db/db.ts'
import type { TestApp } from '../../../server/testing/app.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { legsOf as below } from '../tubes/follow.server.ts'
import { lineStatus } from '../../lists/items.model.ts'

export type Leg = {
  SaleId: number
  BaseSaleId: number
  SellerId: number
  BuyerId: number
  NetAmount: number
  StatusId: number
  Products: number[] | null
  PatientId: number
  PatientName: string
  ReferringDoctorId: number
  LRN: string
  CollectionDate: Date | string
  RowVersion: number
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
  setRows(app, 'product_labs', { ProductId: productId, SourceLabId: 2 }, { DestinationLabId: lab })
