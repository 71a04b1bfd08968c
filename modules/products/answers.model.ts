// What look-ups of products answer.
import { orNull, rowsAt } from '../../core/answer/answer.ts'

/** Price lists of a product. */
export const pricesOfProduct = rowsAt(102, {
  Id: 'integer',
  Seller: orNull({ ClientId: 'integer', Name: 'text' }),
  BuyerType: 'text?',
  Buyer: orNull({ ClientId: 'integer', Name: 'text' }),
  Price: 'money?',
  Discount: 'money',
  EffectiveFromDate: 'date',
  EffectiveTillDate: 'date?',
})

/** Products by code, name or key. */
export const productsFound = rowsAt(103, {
  ProductId: 'integer',
  Code: 'text',
  Name: 'text',
  IsLocalProduct: 'boolean',
  IsActive: 'boolean',
})

/** All products at their maximum price, to begin a price list. */
export const productsAtTheirPrice = rowsAt(121, {
  ProductId: 'integer',
  Product: { ProductId: 'integer', Code: 'text', Name: 'text' },
  Price: 'money?',
})
