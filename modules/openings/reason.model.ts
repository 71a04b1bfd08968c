// The reason that opens what is sensitive of a sale, as it is sent.
import { integer, text } from '../../core/model.ts'

/** Why somebody opens what is sensitive of a sale. */
export const reasonFields = {
  SaleId: integer('Sale', { required: 'SaleId is missing' }),
  Reason: text('Reason', { required: 'Please enter why you open it', maxLength: 500 }),
}
