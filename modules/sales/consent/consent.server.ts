// The consent that products of a sale ask for, as it is accessioned.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { obey } from '../../../server/refusal.ts'
import { lineStatus } from '../../lists/items.model.ts'
import { haveConsent, type AskedLine } from './consent.rules.ts'

/** @throws 422 at each line without a consent that its product asks for */
export const askConsent = async (tx: Tx, saleId: number): Promise<void> => {
  const asked = await tx.rows<AskedLine>(sql`
    select
      line.place as "Place",
      product.name as "Name",
      line.consent_by as "ConsentBy"
    from
      (
        select
          sale_line.*,
          (
            row_number() over (
              order by
                sale_line.sequence,
                sale_line.sale_product_id
            ) - 1
          )::int as place
        from
          sale_products sale_line
        where
          sale_line.sale_id = ${saleId}
      ) line
      join products product on product.product_id = line.product_id
    where
      line.status_id <> ${literal(lineStatus.Cancelled)}
      and asks_consent (line.product_id)
    order by
      line.place
  `)
  obey(haveConsent(asked))
}
