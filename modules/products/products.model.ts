// A product: what is sold, made of tests and of other products, and where each lab has it done.
import {
  boolean,
  choice,
  date,
  defineModel,
  integer,
  money,
  multiline,
  object,
  oneOf,
  percent,
  reference,
  rows,
  text,
  yesNo,
  type DraftOf,
} from '../../core/model.ts'
import { genders } from '../lists/items.model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const productLabFields = {
  ProductLabId: integer('Id', { computed: true }),
  ProductId: integer('Product Id', { computed: true }),
  SourceLabId: reference('Source Lab', 'lab', { names: 'SourceLab' }),
  SourceLab: named('Source Lab'),
  DestinationLabId: reference('Destination Lab', 'consignee', { names: 'DestinationLab' }),
  DestinationLab: named('Destination Lab'),
  MandateLRN: oneOf('Mandate LRN', [
    ['Sale', 'Sale'],
    ['Forward', 'Forward'],
    ['Report', 'Report'],
    ['Purchase', 'Purchase'],
  ]),
  SequenceNumber: integer('Sequence', { computed: true }),
}
const priceFields = {
  Id: integer('Price List'),
  Seller: named('Seller'),
  BuyerType: text('Buyer Type'),
  Buyer: named('Buyer'),
  Price: money('Price'),
  Discount: percent('Discount %'),
  EffectiveFromDate: date('Effective From'),
  EffectiveTillDate: date('Effective Till'),
}
export const productFields = {
  ProductId: integer('Product Id', { computed: true }),
  Code: text('Code', { required: 'Code is required', maxLength: 20 }),
  Name: text('Name', { required: 'Name is required', maxLength: 120 }),
  Description: multiline('Description', { maxLength: 500 }),
  OwnerId: reference('Owner', 'lab', { required: 'Owner is required', names: 'Owner' }),
  Owner: named('Owner'),
  Groups: rows(
    'Groups',
    { ListItemId: choice('Group', 111), ItemLabel: text('Group', { computed: true }) },
    { rowKey: 'ListItemId', rowCounts: 'ListItemId', kept: { table: 'product_groups' } },
  ),
  IsLocalProduct: boolean('Local Product'),
  IsActive: boolean('Active'),
  Mrp: money('MRP', { min: 0, range: 'MRP cannot be below 0' }),
  /** In the price; empty is exempt, as a laboratory's work is. */
  GstRate: percent('GST %', { min: 0 }),
  /** Service accounting code of what is taxed; what is exempt is 999316. */
  Sac: text('SAC', { maxLength: 6 }),
  // only for patients of this gender
  GenderId: choice('Gender', genders),
  FastingRequired: boolean('Fasting Required'),
  // a sale with it is not accessioned before its line says who consents
  ConsentRequired: boolean('Consent Required'),
  Tests: rows(
    'Tests',
    {
      TestId: reference('Id', 'test'),
      Name: text('Name', { computed: true }),
      RecipieCost: money('Recipe Cost', { computed: true }),
    },
    { rowKey: 'TestId', rowCounts: 'TestId', kept: { table: 'product_tests', order: 'sequence' } },
  ),
  SubProducts: rows(
    'Sub-products',
    {
      ProductId: reference('Id', 'anyproduct'),
      Code: text('Code', { computed: true }),
      Name: text('Name', { computed: true }),
    },
    {
      rowKey: 'ProductId',
      rowCounts: 'ProductId',
      kept: { table: 'sub_products', order: 'sequence', columns: { ProductId: 'sub_product_id' } },
    },
  ),
  ProductLabs: rows('Product Labs', productLabFields, {
    rowKey: 'ProductLabId',
    rowCounts: ['SourceLabId', 'DestinationLabId'],
    kept: { table: 'product_labs', order: 'sequence_number' },
  }),
  PriceLists: rows('Price Lists', priceFields, { computed: true }),
}
export type ProductDraft = DraftOf<typeof productFields>

export const products = defineModel({
  id: 'products',
  name: 'Products',
  singular: 'Product',
  icon: 'package',
  group: 'Set-up',
  sequence: 10,
  key: ['ProductId'],
  statementId: 1010,
  firstRow: 'A product is what is billed. Tests come first.',
  fields: productFields,
  list: ['ProductId', 'Code', 'Name', { Owner: 'text?' }, 'Mrp', 'IsLocalProduct', 'IsActive', 'OwnerId'],
  filters: {
    Code: text('Code'),
    Name: text('Name'),
    OwnerId: reference('Owner', 'lab'),
    IsLocalProduct: yesNo('Local Product'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})
