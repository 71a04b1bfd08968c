// Price lists on the server: for their sellers, and for the buyers they name.
import { sql } from '../../server/db/db.ts'
import { importOf } from '../../server/imports/import.ts'
import { moduleOf } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { dayOf } from '../../core/dates.ts'
import { invalid } from '../../server/refusal.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { saveModel } from '../../server/table/table.ts'
import { priceListScope, productsByCode } from '../products/products.server.ts'
import { expiringLists } from './expiring.server.ts'
import { pricelists } from './pricelists.model.ts'
import { overlapText } from './pricelists.rules.ts'
import { mayPrice, priceListErrors } from './lists.rules.ts'

const place = { model: pricelists, table: 'price_lists', alias: 'list', keyColumn: 'price_list_id' }

const list = listOf(pricelists, {
  ...recordsOf(place),
  sort: '-EffectiveFromDate',
  columns: {
    Seller: 'seller.name',
    BuyerType: 'type.item_label',
    Buyer: 'buyer.name',
    Products: '(select count(*)::int from price_list_products priced where priced.price_list_id = list.price_list_id)',
  },
  names: sql`
    left join clients seller on seller.client_id = list.seller_id
    left join clients buyer on buyer.client_id = list.buyer_id
    left join list_items type on type.list_item_id = list.buyer_type_id
  `,
  filters: {
    // the lists that price what was sold between the two days; an instant means its day in the network's time zone
    FromDate: (value: string) => sql`
      (
        list.effective_till_date is null
        or list.effective_till_date >= ${dayOf(value)}::date
      )
    `,
    ToDate: (value: string) => sql`list.effective_from_date <= ${dayOf(value)}::date`,
    SellerId: equals('list.seller_id'),
    BuyerIds: (value: number[]) => sql`list.buyer_id = any (${value})`,
    // a price list has no giver; its seller is the nearest party
    GiverId: equals('list.seller_id'),
  },
  scope: (user) => priceListScope(user),
})

/** Code, any, price, discount: what Export writes. */
const prices = importOf(pricelists, {
  grid: 'PriceListProducts',
  summary: 'Import of prices',
  counted: 'products',
  columns: [
    { title: 'Code', name: 'ProductId', find: productsByCode, missing: 'Product Not Found' },
    { title: 'Name' },
    { title: 'Price', name: 'Price' },
    { title: 'Discount', name: 'Discount' },
  ],
})

export const pricelistsServer = moduleOf(pricelists, {
  ...place,
  scope: (user) => priceListScope(user),
  read: readOf(
    place,
    (_key, user) => sql`
      (
        select
          string_agg(
            price_list.price_list_id::text,
            ', '
            order by
              price_list.price_list_id
          )
        from
          price_lists price_list
        where
          price_list.price_list_id <> list.price_list_id
          and price_list.seller_id = list.seller_id
          and price_list.buyer_type_id is not distinct from list.buyer_type_id
          and price_list.buyer_id is not distinct from list.buyer_id
          and price_list.effective_from_date <= coalesce(list.effective_till_date, 'infinity')
          and list.effective_from_date <= coalesce(price_list.effective_till_date, 'infinity')
          and (${priceListScope(user, 'price_list')})
      ) as "Overlaps"
    `,
  ),
  saved: ({ Overlaps }) => (Overlaps ? `Changes saved. ${overlapText(Overlaps)}` : 'Changes saved'),
  bodyLimit: 16_777_216,
  decide: { update: (record, user) => mayPrice(record.SellerId, user) },
  save: async (context) => {
    const errors = priceListErrors({ ...context.before, ...context.record })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return saveModel(place, context)
  },
  statements: [{ id: 1018, name: 'Price Lists', module: 'pricelists', parameters: {}, list }],
  routes: [prices.route],
  jobs: [prices.job, expiringLists],
})
