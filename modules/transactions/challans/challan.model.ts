// The number of a challan, by which tax is paid to the government.
import { text } from '../../../core/model.ts'

export const challanNo = text('Challan Number', {
  required: 'Challan Number is required',
  maxLength: 40,
  // without one, numbers could not be told apart (plain_number)
  pattern: /[1-9a-z]/i,
  patternMessage: 'Challan Number must have a letter or a digit other than 0',
})
