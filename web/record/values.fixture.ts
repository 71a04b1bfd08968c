// A small record for the tests of the detail frame.
import { date, digits, integer, money, object, reference, rows, text } from '../../core/model.ts'

export const fieldsForTest = {
  SaleId: integer('Sale Id', { computed: true }),
  LRN: digits('LRN'),
  BirthDate: date('Birth Date'),
  Patient: object('Patient', { Name: text('Name') }),
  NetAmount: money('Net', { computed: true }),
  Lines: rows(
    'Lines',
    {
      LineId: integer('Id'),
      ProductId: reference('Product', 'product', { names: 'Product' }),
      Product: object('Product', { Name: text('Name') }),
      Price: money('Price'),
    },
    { rowKey: 'LineId', rowCounts: 'ProductId' },
  ),
}
export const modelForTest = { fields: fieldsForTest, key: ['SaleId'] }
