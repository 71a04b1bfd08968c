// The tables of the return GSTR-1: what each is called, and its columns as the return names them.

/** Tables by the word of the request, with their titles. */
export const gstTables = [
  ['b2b', 'B2B, registered buyers'],
  ['b2cs', 'B2CS, other buyers'],
  ['exemp', 'Nil rated, exempt and non GST'],
  ['cdnr', 'CDNR, credit notes to registered buyers'],
  ['docs', 'Documents issued'],
] as const
export type GstTable = (typeof gstTables)[number][0]

/** A row is of one rate: what is exempt has the rate 0 and a value of its own beside the taxable one. */
export const gstColumns: Readonly<Record<GstTable, readonly string[]>> = {
  b2b: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Invoice Number', 'Invoice Date', 'Invoice Value'],
    ...[
      'Place Of Supply',
      'Reverse Charge',
      'Invoice Type',
      'Rate',
      'Taxable Value',
      'Exempt Value',
      'GSTIN of Supplier',
    ],
  ],
  b2cs: ['Type', 'Place Of Supply', 'Rate', 'Taxable Value', 'Exempt Value', 'GSTIN of Supplier'],
  exemp: ['Description', 'Nil Rated Supplies', 'Exempted', 'Non GST Supplies'],
  cdnr: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply'],
    ...['Note Value', 'Rate', 'Taxable Value', 'Exempt Value', 'Invoice Number', 'Invoice Date', 'Reason'],
    'GSTIN of Supplier',
  ],
  docs: [
    'Nature of Document',
    'Sr. No. From',
    'Sr. No. To',
    'Total Number',
    'Cancelled',
    'Net Issued',
    'Cancelled Numbers',
  ],
}

/** First and last day of a month (yyyy-mm). */
export const daysOfMonth = (month: string): { readonly first: string; readonly last: string } => {
  const [year, of] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, of ?? 1, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${String(last).padStart(2, '0')}` }
}
