// The lines of the sale `s` as its screen shows them.
import { sql } from '../../../server/db/db.ts'

const product = sql`
  json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name, 'IsLocalProduct', p.is_local_product)
`

export const lines = sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'SaleProductId',
            l.sale_product_id,
            'ProductId',
            l.product_id,
            'Product',
            ${product},
            'Price',
            l.price,
            'DiscountPercent',
            l.discount_percent,
            'CommissionPercent',
            l.commission_percent,
            'Amount',
            l.amount,
            'LRN',
            l.lrn,
            'Remarks',
            l.remarks,
            'StatusId',
            l.status_id,
            'TestStatus',
            json_build_object('ItemValue', ls.item_value, 'ItemLabel', ls.item_label),
            'OriginalPrice',
            l.original_price,
            'OriginalDiscountPercent',
            l.original_discount_percent,
            'OriginalCommissionPercent',
            l.original_commission_percent,
            'PriceSource',
            l.price_source,
            'CommissionSource',
            l.commission_source
          )
          order by
            l.sequence,
            l.sale_product_id
        ),
        '[]'
      )
    from
      sale_products l
      join products p on p.product_id = l.product_id
      left join list_items ls on ls.list_item_id = l.status_id
    where
      l.sale_id = s.sale_id
  )
`
