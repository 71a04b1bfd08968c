// What acts on receipts answer.
import { doesAt } from '../../core/answer/answer.ts'

/** Samples received; what their boxes and tubes give cause to look at. */
export const samplesReceived = doesAt('shipmentreceipt/{key}', { warnings: ['text'] })
