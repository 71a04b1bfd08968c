// What questions about reports answer.
import { asks } from '../../../core/answer/answer.ts'

const trend = {
  ElementId: 'integer',
  Element: 'text',
  Points: [
    {
      SaleId: 'integer',
      Date: 'text',
      Result: 'text',
      Unit: 'text?',
      Low: 'number?',
      High: 'number?',
      Flag: 'text?',
    },
  ],
} as const
/** Released results of the patient over time, for the elements of a report. */
export const trendsOfReport = asks('trends/testreports', [trend])
/** All of them, of a patient. */
export const trendsOfPatient = asks('cumulative/testreports', [trend])
