// The sales report: one row for each sold line. It has rows, no records.
import { datetime, defineModel, integer, money, oneOf, percent, reference, references, text } from '../../core/model.ts'
import { legs } from './legs.rules.ts'

const computed = { computed: true } as const
export const salesreport = defineModel({
  id: 'salesreport',
  name: 'Sales Report',
  singular: 'Sales Report',
  icon: 'report',
  group: 'Accounts',
  sequence: 60,
  key: ['SaleProductId'],
  statementId: 1031,
  firstRow: 'Sales come here when they are saved.',
  createdBy: [],
  fields: {
    SaleProductId: integer('Id', computed),
    Price: money('Price', computed),
    DiscountPercent: percent('Discount %', computed),
    Amount: money('Amount', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
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
  permits: ['list'],
})
