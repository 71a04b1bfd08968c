// The lines of the sale `s` as its screen shows them.
import { sql } from '../../../server/db/db.ts'
import { arrayOf, objectOf } from '../../../server/table/shown.ts'

const product = sql`
  json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name, 'IsLocalProduct', p.is_local_product)
`

export const lines = arrayOf(
  objectOf(
    'l',
    [
      'SaleProductId',
      'ProductId',
      'Price',
      'DiscountPercent',
      'CommissionPercent',
      'Amount',
      'LRN',
      'Remarks',
      'StatusId',
      'OriginalPrice',
      'OriginalDiscountPercent',
      'OriginalCommissionPercent',
      'PriceSource',
      'CommissionSource',
    ],
    { Product: product, TestStatus: sql`json_build_object('ItemValue', ls.item_value, 'ItemLabel', ls.item_label)` },
  ),
  sql`
    from
      sale_products l
      join products p on p.product_id = l.product_id
      left join list_items ls on ls.list_item_id = l.status_id
    where
      l.sale_id = s.sale_id
  `,
  sql`
    l.sequence,
    l.sale_product_id
  `,
)
