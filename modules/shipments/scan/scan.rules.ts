// Matches a typed or scanned text with tubes of a list.

export type Scannable = {
  readonly SampleId: number
  readonly Barcode: string
  readonly LRN: string
  readonly Sale: { readonly AccessionNo: string | null }
}

// hyphens are printed and never encoded
const plain = (text: string): string => text.replace(/[-\s]/g, '').toLowerCase()
const codesOf = (tube: Scannable): string[] =>
  [tube.Barcode, tube.Sale.AccessionNo ?? '', tube.LRN, String(tube.SampleId)].map(plain)

/**
 * Tubes that a text matches: first those whose whole barcode, accession number, LRN or sample id it is. Without such a
 * match, those whose barcode or LRN contains it. An empty text matches all.
 */
export const meantBy = <T extends Scannable>(tubes: readonly T[], text: string): readonly T[] => {
  const asked = plain(text)
  if (asked === '') return tubes
  const whole = tubes.filter((tube) => codesOf(tube).includes(asked))
  if (whole.length > 0) return whole
  return tubes.filter((tube) => plain(tube.Barcode).includes(asked) || plain(tube.LRN).includes(asked))
}

/** The outcome of a scan: its one tube, or why there is none. */
export type Scanned<T> = { readonly tube: T } | { readonly reason: string }
/** `there`: tubes that were moved already. */
export const scanOf = <T extends Scannable>(
  text: string,
  waiting: readonly T[],
  there: readonly T[],
  words: { readonly none: string; readonly there: string },
): Scanned<T> => {
  // a whole match, wherever that tube is, excludes partial ones
  const meant = meantBy([...waiting, ...there], text)
  const found = meant.filter((tube) => waiting.includes(tube))
  const [tube] = found
  if (tube && found.length === 1) return { tube }
  if (tube) return { reason: `${found.length} samples match ${text.trim()}` }
  const [known, ...others] = meant
  return { reason: known && others.length === 0 ? `${known.Barcode} ${words.there}` : `${words.none} ${text.trim()}` }
}
