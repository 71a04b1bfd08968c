// A challan: GST of a place that is paid to the government for a month.
import { choice, date, money, reference, text } from '../../../core/model.ts'
import { paymentModes } from '../../lists/items.model.ts'
import { challanNo } from '../../transactions/challans/challan.model.ts'

export const monthField = text('Month', {
  required: 'Month is required',
  pattern: /^20\d\d-(0[1-9]|1[0-2])$/,
  patternMessage: 'Month must be like 2026-11',
})
export const payGstFields = {
  SellerId: reference('Place', 'place', { required: 'Place is required' }),
  Month: monthField,
  Amount: money('Amount', { required: 'Amount is required' }),
  Date: date('Day', { required: 'Day is required', notFuture: 'Day cannot be in the future' }),
  ChallanNo: challanNo,
  PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
  PaymentRef: text('Payment Reference', { maxLength: 60 }),
}
