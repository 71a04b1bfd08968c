// The tables of the return GSTR-1: what each is called, and its columns as the return names them.

/** Tables by the word of the request, with their titles. */
export const gstTables = [
  ['b2b', 'B2B, registered buyers'],
  ['b2cl', 'B2CL, large invoices to other buyers in another state'],
  ['b2cs', 'B2CS, other buyers'],
  ['exemp', 'Nil rated, exempt and non GST'],
  ['cdnr', 'CDNR, credit notes to registered buyers'],
  ['cdnur', 'CDNUR, credit notes of large invoices'],
  ['hsn-b2b', 'HSN summary, registered buyers'],
  ['hsn-b2c', 'HSN summary, other buyers'],
  ['docs', 'Documents issued'],
] as const
export type GstTable = (typeof gstTables)[number][0]

const byRate = ['Rate', 'Taxable Value', 'Nil Rated Value', 'Exempt Value'] as const
const note = ['Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value', ...byRate] as const
const ofInvoice = ['Invoice Number', 'Invoice Date', 'Reason', 'GSTIN of Supplier'] as const
const summary = [
  ...(['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate'] as const),
  ...(['Taxable Value', 'Integrated Tax Amount'] as const),
  ...(['Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'] as const),
] as const
/** A row is of one rate: what is nil rated or exempt has the rate 0 and a value of its own beside the taxable one. */
export const gstColumns = {
  b2b: [
    ...(['GSTIN/UIN of Recipient', 'Receiver Name', 'Invoice Number', 'Invoice Date', 'Invoice Value'] as const),
    ...(['Place Of Supply', 'Reverse Charge', 'Invoice Type', ...byRate, 'GSTIN of Supplier'] as const),
  ],
  b2cl: ['Invoice Number', 'Invoice Date', 'Invoice Value', 'Place Of Supply', ...byRate, 'GSTIN of Supplier'],
  b2cs: ['Type', 'Place Of Supply', ...byRate, 'GSTIN of Supplier'],
  exemp: ['Description', 'Nil Rated Supplies', 'Exempted', 'Non GST Supplies'],
  cdnr: ['GSTIN/UIN of Recipient', 'Receiver Name', ...note, ...ofInvoice],
  cdnur: ['UR Type', ...note, ...ofInvoice],
  'hsn-b2b': summary,
  'hsn-b2c': summary,
  docs: [
    'Nature of Document',
    'Sr. No. From',
    'Sr. No. To',
    'Total Number',
    'Cancelled',
    'Net Issued',
    'Cancelled Numbers',
  ],
} as const satisfies Readonly<Record<GstTable, readonly string[]>>

/** First and last day of a month (yyyy-mm). */
export const daysOfMonth = (month: string): { readonly first: string; readonly last: string } => {
  const [year, of] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, of ?? 1, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${String(last).padStart(2, '0')}` }
}
