// What acts of the party ledger answer.
import { doesAt } from '../../core/answer/answer.ts'

/** A challan of GST. */
export const gstPaid = doesAt('paygst/partyledger', { TransactionId: 'integer', Amount: 'money' })
