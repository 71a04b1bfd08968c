// What questions about invoices and acts on them answer.
import { doesAt, rowsAt } from '../../../core/answer/answer.ts'
import { started } from '../../../core/answer/questions.ts'

/** Invoices that a payer owes. */
export const pendingInvoices = rowsAt(110, {
  InvoiceId: 'integer',
  InvoiceDate: 'datetime',
  InvoiceNo: 'text',
  BuyerId: 'integer',
  Code: 'text?',
  Name: 'text',
  Phone: 'text?',
  NetAmount: 'money',
  Paid: 'money',
  Balance: 'money',
})

/** Sales of a buyer that wait for an invoice. */
export const salesToInvoice = rowsAt(112, {
  SaleId: 'integer',
  SaleDate: 'datetime',
  Patient: 'text',
  Doctor: 'text?',
  NetAmount: 'money',
})

/** What a bill cycle would invoice, by buyer. */
export const draftsOfCycle = rowsAt(113, {
  BuyerId: 'integer',
  Buyer: 'text',
  Sales: 'integer',
  NetAmount: 'money',
})

/** Buyers with sales to invoice. */
export const buyersWithSales = rowsAt(114, {
  ClientId: 'integer',
  Name: 'text',
  Code: 'text?',
  ClientTypeId: 'integer',
  Sales: 'integer',
  NetAmount: 'money',
})

/** Buyers with overdue invoices. */
export const buyersOverdue = rowsAt(115, {
  BuyerId: 'integer',
  Buyer: 'text',
  Email: 'text?',
  Invoices: 'integer',
  Overdue: 'money',
  DueDate: 'date',
  RemindedAt: 'datetime?',
})

/** A credit note for an invoice. */
export const creditNote = doesAt('creditnote/invoices', { CreditNoteNo: 'text' })
/** Invoices of a bill cycle to issue. */
export const cycleStarted = doesAt('generate/invoices', started)
/** What that job has issued. */
export const issuedByCycle = {
  InvoiceIds: ['integer'],
  Invoices: [{ InvoiceId: 'integer', InvoiceNo: 'text', Buyer: 'text' }],
} as const
/** Invoices to print into one file. */
export const invoicesToPrint = doesAt('printmany/invoices', started)
/** Buyers reminded, and why others were not. */
export const buyersReminded = doesAt('remind/invoices', { errors: ['text'], BuyerIds: ['integer'] })
