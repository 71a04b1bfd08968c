// A price list: prices and discounts of a seller for one buyer, for a type of buyer, or for anybody, from a day on.
import {
  choice,
  date,
  datetime,
  defineModel,
  integer,
  money,
  object,
  percent,
  reference,
  references,
  rows,
  text,
  type DraftOf,
} from '../../core/model.ts'
import { buyerTypes, clientTypes } from '../lists/items.model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const priceListProductFields = {
  PriceListProductId: integer('Id', { computed: true }),
  ProductId: reference('Product', 'anyproduct', { names: 'Product' }),
  Product: object('Product', { ProductId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  Price: money('Price', { min: 0, range: 'Price cannot be below 0' }),
  Discount: percent('Discount', { min: 0, max: 100, range: 'Discount must be less than 100%', otherwise: 0 }),
}
export const priceListFields = {
  PriceListId: integer('Price List Id', { computed: true }),
  EffectiveFromDate: date('Effective From', { required: 'Effective From is required' }),
  EffectiveTillDate: date('Effective Till'),
  SellerId: reference('Seller', 'seller', { required: 'Seller is required', names: 'Seller' }),
  Seller: named('Seller'),
  BuyerTypeId: choice('Buyer Type', clientTypes, {
    names: 'BuyerType',
    only: buyerTypes,
    served: { path: '/api/buyertypes', value: 'ClientTypeId', label: 'Name' },
  }),
  BuyerType: object('Buyer Type', { ItemLabel: text('Label') }),
  BuyerId: reference('Buyer', 'listbuyer', {
    names: 'Buyer',
    hint: 'Leave it blank to set prices for all buyers of the selected type',
  }),
  Buyer: named('Buyer'),
  // keys of other lists of the same seller and buyers in effect on some of the same days: the latest of them wins
  Overlaps: text('Overlaps', { computed: true }),
  PriceListProducts: rows('Products', priceListProductFields, {
    rowKey: 'PriceListProductId',
    rowCounts: 'ProductId',
    mostRows: 60_000,
    kept: { table: 'price_list_products' },
  }),
}
export type PriceListDraft = DraftOf<typeof priceListFields>

export const pricelists = defineModel({
  id: 'pricelists',
  name: 'Price Lists',
  singular: 'Price List',
  icon: 'tag',
  group: 'Set-up',
  sequence: 20,
  key: ['PriceListId'],
  statementId: 1018,
  firstRow: 'A price list says what each product costs. Products come first.',
  fields: priceListFields,
  list: [
    'PriceListId',
    'EffectiveFromDate',
    'EffectiveTillDate',
    { Seller: 'text?', BuyerType: 'text?', Buyer: 'text?', Products: 'integer?' },
    'SellerId',
    'BuyerTypeId',
    'BuyerId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    SellerId: reference('Seller', 'seller'),
    BuyerIds: references('Buyers', 'client'),
    GiverId: reference('Giver', 'giver'),
  },
  defaultDays: 5,
  imports: true,
  // of two lists of one seller for the same buyers from the same day, only one would be in effect
  distinctBy: ['SellerId', 'BuyerTypeId', 'BuyerId', 'EffectiveFromDate'],
  permits: ['list', 'read', 'create', 'update'],
})
