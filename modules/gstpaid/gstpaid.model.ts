// The challans by which GST was paid to the government: of which place and month, when, and by whom. A row opens its
// payment, which is cancelled where it was wrong.
import { money, oneOf, text } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'

/** What each row adds to the totals. */
export const gstPaidSums = amounts('Amount', 'Cancelled')
export const gstpaid = reportModel({
  id: 'gstpaid',
  name: 'GST Paid',
  icon: 'file-check',
  sequence: 77,
  statementId: 1083,
  opensEach: [['transactions', 'TransactionId']],
  firstRow: 'Challans come here when GST is paid: Pay GST above the party ledger, signed in at the legal entity.',
  fields: gstPaidSums,
  list: [
    {
      Line: 'integer?',
      Date: 'datetime?',
      Place: 'text?',
      Month: 'text?',
      ChallanNo: 'text?',
      ...gstPaidSums,
      PaymentMode: 'text?',
      PaymentRef: 'text?',
      PaidBy: 'text?',
      State: 'text?',
      TransactionId: 'integer?',
    },
  ],
  filters: {
    ...ofPeriod,
    Month: text('Month', { pattern: /^20\d\d-(0[1-9]|1[0-2])$/, patternMessage: 'Month must be like 2026-11' }),
    ChallanNo: text('Challan Number'),
    Amount: money('Amount'),
    PaidBy: text('Paid By'),
    State: oneOf(
      'State',
      ['Paid', 'Cancelled'].map((state) => [state, state] as const),
    ),
  },
  defaultDays: 400,
})
