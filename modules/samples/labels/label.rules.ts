// Tubes with a label that was printed before the draw: which label may be taken on, and how a paper names a tube.
import { allOf, must, type Decision } from '../../../core/refusal.ts'

const at = 'Barcode'
/** As accessions are numbered: the prefix of the bill, year and month, six digits. */
const accessionNumber = /^[A-Z]+\d{10}$/

/** Scanned and typed labels are one: capitals, without spaces around. */
export const labelOf = (sent: string | null | undefined): string | null => sent?.trim().toUpperCase() || null

/** Whether a label may be taken on at the draw of these tubes. `isTaken`: another tube has it. */
export const mayTakeOn = (label: string, tubes: number, isTaken: boolean): Decision =>
  allOf(
    must(tubes === 1, 'A label is for one tube: collect it alone', { at }),
    must(!accessionNumber.test(label), `${label} reads as an accession number. Take a label of another form`, { at }),
    must(!isTaken, `${label} is on another tube already. Take another label`, { at, code: 'taken' }),
  )

/** A tube on a report: `-02` of its accession, or its own label, which has no hyphen. */
export const shortOf = (barcode: string): string => (barcode.includes('-') ? barcode.slice(-3) : barcode)
