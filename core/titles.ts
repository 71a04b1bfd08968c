// The title of a field, and whether it is a moment, derived from its name; a name inside a sentence.

/** Abbreviations of the trade, which are written in capitals wherever they are read. */
const abbreviations = /\b(Gst|Ifsc|Lrn|Mrp|Pan|Sac|Tat|Tds|Upi|Url)\b/g

/** Title of a column made from a field name: camel case split into words; a run of capitals is one word. */
export const titleOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/^./, (c) => c.toUpperCase())
    .replace(abbreviations, (word) => word.toUpperCase())

/** Whether a list shows a field as a date and time. */
export const isDateField = (name: string): boolean =>
  name.endsWith('Date') || name.endsWith('atedOn') || name === 'createdAt'

/** A name inside a sentence, in small letters; what is written in capitals stays: `GST Paid` is `GST paid`. */
export const inSentence = (name: string): string =>
  name.replace(/[^ ]+/g, (word) => (/^[A-Z]{2,}s?$/.test(word) ? word : word.toLowerCase()))
