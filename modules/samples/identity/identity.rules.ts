// Whether what was scanned or stated at the draw is of the patient of the tubes: their bill, or beside the name a
// second identifier.
import { parseDate } from '../../../core/dates.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'

/** The patient of a tube. The birth date is a day, yyyy-mm-dd. */
export type Identified = {
  readonly SaleId: number
  readonly AccessionNo: string | null
  readonly PatientId: number
  readonly BirthDate: string | null
  readonly Phone: string | null
}
export type IdentifiedBy = 'bill' | 'birth date' | 'phone'

const plain = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^A-Z\d]/g, '')
const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '')
/** Digits by which a phone is known, without its country. */
const ofPhone = 10

/** What it is of this patient; undefined: it is of another one. */
export const identifiedBy = (sent: string, who: Identified, now: Date): IdentifiedBy | undefined => {
  const scanned = plain(sent)
  if (scanned !== '' && [who.AccessionNo, String(who.SaleId)].some((number) => plain(number) === scanned)) return 'bill'
  if (who.BirthDate !== null && parseDate(sent, { now: now.getTime() }) === who.BirthDate) return 'birth date'
  const [said, kept] = [digits(sent), digits(who.Phone)]
  return said.length >= ofPhone && kept.length >= ofPhone && said.slice(-ofPhone) === kept.slice(-ofPhone)
    ? 'phone'
    : undefined
}

const at = 'Identity'
/** Whether tubes are collected with what was sent. `isAsked`: the network asks for it at each draw. */
export const mayIdentify = (
  sent: string | null,
  tubes: readonly Identified[],
  { isAsked, now }: { readonly isAsked: boolean; readonly now: Date },
): Decision =>
  allOf(
    must(sent !== null || !isAsked, 'Scan the bill, or type the birth date or phone as the patient states it', {
      at,
      code: 'identity-needed',
    }),
    must(sent === null || new Set(tubes.map((tube) => tube.PatientId)).size <= 1, 'Identify one patient at a time', {
      at,
    }),
    must(
      sent === null || tubes.every((tube) => identifiedBy(sent, tube, now) !== undefined),
      'This is not of the patient of these tubes. Ask for name and birth date again, and check the tubes',
      { at, code: 'other-patient' },
    ),
  )
