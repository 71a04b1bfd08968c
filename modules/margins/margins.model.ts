// Margin per test: what was sold of it, what outside laboratories charge for it, and what is left; a row opens its
// product.
import { integer, money, oneOf, percent, reference, yesNo } from '../../core/model.ts'
import { ofPeriod, reportModel } from '../ledger/report.model.ts'
import { legs } from '../salesreport/legs.rules.ts'

const computed = { computed: true } as const

export const margins = reportModel({
  id: 'margins',
  name: 'Margin per Test',
  icon: 'report',
  sequence: 61,
  statementId: 1082,
  opensEach: [['products', 'ProductId']],
  firstRow: 'Tests come here when they are sold.',
  fields: {
    Tests: integer('Tests', computed),
    /** Net of every discount and of GST, and without sales whose invoice was credited and that are on no other. */
    Sold: money('Sold', computed),
    /** By purchase bills, without their GST, which is a cost of its own. */
    Billed: money('Billed', computed),
    /** Agreed by the price list, where no bill has come. */
    ByPriceList: money('By Price List', computed),
    Margin: money('Margin', computed),
    MarginPercent: percent('Margin %', computed),
  },
  list: [
    {
      Line: 'integer?',
      Code: 'text?',
      Product: 'text?',
      Seller: 'text?',
      OutsideLab: 'text?',
      Tests: 'integer?',
      Sold: 'money?',
      Billed: 'money?',
      ByPriceList: 'money?',
      Margin: 'money?',
      MarginPercent: 'number?',
      ProductId: 'integer?',
    },
  ],
  filters: {
    ...ofPeriod,
    SellerId: reference('Seller', 'seller'),
    ProductId: reference('Product', 'anyproduct'),
    SupplierId: reference('Outside Lab', 'supplier'),
    IsSentOut: yesNo('Sent Out'),
    Leg: oneOf('Leg', legs),
  },
  defaultDays: 30,
})
