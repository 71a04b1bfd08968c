// A referral scheme: what share of a product's price a seller owes its referrers, one of them or all, from a day on.
import {
  date,
  datetime,
  defineModel,
  integer,
  object,
  percent,
  reference,
  references,
  rows,
  text,
  type DraftOf,
} from '../../core/model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const schemeProductFields = {
  ReferralSchemeProductId: integer('Id', { computed: true }),
  ProductId: reference('Product', 'anyproduct', { names: 'Product' }),
  Product: object('Product', { ProductId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  // percent of what the line was sold for
  Commission: percent('Commission', {
    min: 0,
    max: 100,
    range: 'Commission must be between 0% and 100%',
    otherwise: 0,
  }),
}
export const schemeFields = {
  ReferralSchemeId: integer('Referral Scheme Id', { computed: true }),
  EffectiveFromDate: date('Effective From', { required: 'Effective From is required' }),
  EffectiveTillDate: date('Effective Till'),
  SellerId: reference('Seller', 'seller', { required: 'Seller is required', names: 'Seller' }),
  Seller: named('Seller'),
  ReferrerId: reference('Referrer', 'referrer', { names: 'Referrer' }),
  Referrer: named('Referrer'),
  ReferralSchemeProducts: rows('Products', schemeProductFields, {
    rowKey: 'ReferralSchemeProductId',
    rowCounts: 'ProductId',
    mostRows: 60_000,
    kept: { table: 'referral_scheme_products' },
  }),
}
export type SchemeDraft = DraftOf<typeof schemeFields>

export const referralschemes = defineModel({
  id: 'referralschemes',
  name: 'Referral Schemes',
  singular: 'Referral Scheme',
  icon: 'coins',
  group: 'Set-up',
  sequence: 25,
  key: ['ReferralSchemeId'],
  statementId: 1020,
  fields: schemeFields,
  list: [
    'ReferralSchemeId',
    'EffectiveFromDate',
    'EffectiveTillDate',
    { Seller: 'text?', Referrer: 'text?', Products: 'integer?' },
    'SellerId',
    'ReferrerId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    SellerId: reference('Seller', 'seller'),
    ReferrerId: reference('Referrer', 'referrer'),
    BuyerIds: references('Buyers', 'client'),
    GiverId: reference('Giver', 'giver'),
    ReceiverId: reference('Receiver', 'receiver'),
  },
  defaultDays: 5,
  permits: ['list', 'read', 'create', 'update'],
})
