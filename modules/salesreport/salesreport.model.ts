// The sales report: one row for each sold line. It has rows, no records.
import { integer, oneOf, percent, reference, references, text } from '../../core/model.ts'
import { ofPeriod, reportModel } from '../ledger/report.model.ts'
import { legs } from './legs.rules.ts'

const { FromDate, ToDate } = ofPeriod
export const salesreport = reportModel({
  id: 'salesreport',
  name: 'Sales Report',
  icon: 'report',
  sequence: 60,
  key: ['SaleProductId'],
  statementId: 1031,
  firstRow: 'Sales come here when they are saved.',
  fields: { DiscountPercent: percent('Discount %', { computed: true }) },
  list: [
    {
      SaleProductId: 'integer',
      SaleDate: 'datetime?',
      Sale: 'text?',
      AccessionNo: 'text?',
      LRN: 'text?',
      Patient: 'text?',
      Doctor: 'text?',
      Seller: 'text?',
      Buyer: 'text?',
      Code: 'text?',
      Product: 'text?',
      Price: 'money?',
      DiscountPercent: 'number',
      Amount: 'money',
      Commission: 'number?',
      SaleId: 'integer',
      ProductId: 'integer',
    },
  ],
  filters: {
    FromDate,
    ToDate,
    Patient: text('Patient'),
    Doctor: text('Doctor'),
    SellerId: reference('Seller', 'seller'),
    BuyerIds: references('Buyers', 'client'),
    GiverId: reference('Giver', 'giver'),
    LabId: reference('Lab', 'lab'),
    SaleId: integer('Sale Id'),
    ProductId: reference('Product', 'anyproduct'),
    // the legal entity reads each test once, unless it asks for more
    Leg: oneOf('Leg', legs),
  },
  defaultDays: 5,
})
