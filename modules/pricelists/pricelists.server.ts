// Price lists on the server: for their sellers, and for the buyers they name.
import { sql } from '../../server/db.ts'
import type { ServerModule } from '../../server/module.ts'
import { dayOf } from '../../core/dates.ts'
import { equals, type ListPlan } from '../../server/statement.ts'
import { fieldColumns } from '../../server/table.ts'
import { priceListScope } from '../products/products.server.ts'
import { priceListFields, pricelists } from './pricelists.model.ts'

const list: ListPlan = {
  from: 'price_lists l',
  alias: 'l',
  key: 'l.price_list_id',
  sort: '-EffectiveFromDate',
  columns: {
    PriceListId: 'l.price_list_id',
    EffectiveFromDate: 'l.effective_from_date',
    EffectiveTillDate: 'l.effective_till_date',
    Seller: 's.name',
    BuyerType: 't.item_label',
    Buyer: 'b.name',
    Products: '(select count(*)::int from price_list_products x where x.price_list_id = l.price_list_id)',
    SellerId: 'l.seller_id',
    BuyerTypeId: 'l.buyer_type_id',
    BuyerId: 'l.buyer_id',
  },
  names:
    'left join clients s on s.client_id = l.seller_id left join clients b on b.client_id = l.buyer_id left join list_items t on t.list_item_id = l.buyer_type_id',
  filterFields: pricelists.filters,
  filters: {
    // the lists that price what was sold between the two days; an instant means its day in the network's time zone
    FromDate: (value: string) => sql`(l.effective_till_date is null or l.effective_till_date >= ${dayOf(value)}::date)`,
    ToDate: (value: string) => sql`l.effective_from_date <= ${dayOf(value)}::date`,
    SellerId: equals('l.seller_id'),
    BuyerIds: (value: number[]) => sql`l.buyer_id = any(${value})`,
    // a price list has no giver; its seller is the nearest party
    GiverId: equals('l.seller_id'),
  },
  scope: (user) => priceListScope(user),
}

export const pricelistsServer: ServerModule = {
  model: pricelists,
  table: 'price_lists',
  alias: 'l',
  keyColumn: 'price_list_id',
  scope: (user) => priceListScope(user),
  read: (key) =>
    sql`select l.price_list_id as "PriceListId", ${fieldColumns(priceListFields, 'l')}, json_build_object('ClientId', s.client_id, 'Name', s.name) as "Seller",
    case when b.client_id is not null then json_build_object('ClientId', b.client_id, 'Name', b.name) end as "Buyer", case when t.list_item_id is not null then json_build_object('ItemLabel', t.item_label) end as "BuyerType",
    (select coalesce(json_agg(json_build_object('PriceListProductId', x.price_list_product_id, 'ProductId', x.product_id, 'Product', json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name), 'Price', x.price, 'Discount', x.discount) order by p.code), '[]')
      from price_list_products x join products p using (product_id) where x.price_list_id = l.price_list_id) as "PriceListProducts"
    from price_lists l join clients s on s.client_id = l.seller_id left join clients b on b.client_id = l.buyer_id left join list_items t on t.list_item_id = l.buyer_type_id where l.price_list_id = ${key}`,
  statements: [{ id: 1018, name: 'Price Lists', module: 'pricelists', parameters: {}, list }],
}
