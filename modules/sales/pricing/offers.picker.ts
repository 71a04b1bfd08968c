// The products that a seller offers a buyer, with prices: statement 101. Outside of a sale it is the catalogue.
import { codeColumn, keyIn, nameColumn, type PickerDefinition, type Pickers } from '../../../web/picker/definition.ts'
import type { Values } from '../../../web/record/values.ts'
import { productPickers } from '../../products/products.picker.ts'

const typeOf = (buyer: unknown): unknown =>
  typeof buyer === 'object' && buyer !== null && 'ClientTypeId' in buyer ? buyer.ClientTypeId : undefined

/** Buyer, day, seller and referrer: what a price depends on. */
const parties = ({ Buyer, SaleDate, ...sale }: Values): Values => ({
  BuyerId: keyIn(sale, 'BuyerId'),
  BuyerTypeId: typeOf(Buyer),
  ReferrerId: keyIn(sale, 'ReferrerId'),
  SaleDate,
})

const offers: PickerDefinition = {
  path: '/api/getdata/101',
  key: 'ProductId',
  columns: [codeColumn(90), nameColumn, { name: 'Price', title: 'Price', width: '90px', kind: 'money' }],
  query: ({ Entity }, sale) => ({
    ...parties(sale),
    SellerId: keyIn(sale, 'SellerId') ?? Entity.ClientId,
    // the line shows the source of its price
    Sources: true,
  }),
}

export const salePickers = {
  product: (_session, around) => ('SaleDate' in around ? offers : productPickers.anyproduct),
} satisfies Pickers
