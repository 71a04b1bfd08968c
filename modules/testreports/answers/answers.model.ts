// What questions about reports and acts on them answer.
import { asks, doesAt, oneOfTexts } from '../../../core/answer/answer.ts'
import { started } from '../../../core/answer/questions.ts'
import { callToMake } from '../../lists/called.model.ts'

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

/** One who had the report of a sale, with the last time. */
export const given = {
  SaleId: 'integer',
  To: 'text',
  What: oneOfTexts('E-mail', 'Printed', 'Portal', 'Telephone'),
  At: 'datetime',
} as const
/** Who was given a report. */
export const whoWasGiven = asks('given/testreports', [given])
/** It is noted who was informed. */
export const informed = doesAt('told/testreports', {})
/** Reports to print into one file. */
export const reportsToPrint = doesAt('printmany/testreports', started)
/** The patient of a report corrected; what is left are the calls about its critical values. */
export const patientCorrected = doesAt('correctpatient/sales', { CallsToMake: [callToMake] })
/** Its doctor, LRN, collection time or state at the draw. */
export const detailsCorrected = doesAt('correctdetails/sales', { CallsToMake: [callToMake] })
/** The whole report withdrawn: who was given it. */
export const reportWithdrawn = doesAt('withdrawreport/testresults', { Given: [given] })
