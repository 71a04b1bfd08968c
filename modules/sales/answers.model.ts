// What questions and acts at the counter answer.
import { asks, doesAt, oneOfTexts, orNull, rowsAt } from '../../core/answer/answer.ts'

/** Other sales of the seller with this LRN in the financial year. */
export const salesWithLrn = asks('warnings/lrn', [{ SaleId: 'integer', SaleDate: 'datetime', Patient: 'text' }])
/** A sale accessioned. */
export const saleAccessioned = doesAt('accession/sales', { AccessionNo: 'text' })
/** States at the draw, by the names of their fields; keys of the products that ask for consent. */
export const askedByProducts = asks('asks/products', { Asks: ['text'], Consent: ['integer'] })
const figures = {
  ProductId: 'integer',
  Price: 'money?',
  Discount: 'number',
  Commission: 'number',
  'PriceSource?': orNull({
    PriceListId: 'integer',
    Tier: oneOfTexts('buyer', 'buyerType', 'anyBuyer', 'parentLab'),
    Inherited: 'boolean',
  }),
  'CommissionSource?': orNull({
    ReferralSchemeId: 'integer',
    Tier: oneOfTexts('referrer', 'anyReferrer', 'parentLabReferrer', 'parentLabAnyReferrer'),
    Inherited: 'boolean',
  }),
} as const
/** Price, discount and commission of products in force on a day; where they come from is for who puts one on a bill. */
export const pricesInForce = rowsAt(100, figures)
/** The products that a seller offers, with the same. */
export const offeredProducts = rowsAt(101, { ...figures, Code: 'text', Name: 'text', IsLocalProduct: 'boolean' })

/** The columns of the list of sales. */
export const saleList = [
  'SaleId',
  'SaleDate',
  'AccessionNo',
  'LRN',
  { Patient: 'text?', Doctor: 'text?', Seller: 'text?' },
  'NetAmount',
  'Outstanding',
  { SaleStatus: 'text?', Buyer: 'text?', Referrer: 'text?' },
  'StatusId',
  'SellerId',
  'BuyerId',
  'PatientId',
  'BaseSaleId',
  'InvoiceId',
] as const
