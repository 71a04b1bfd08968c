// A csv file as it arrives, and what its cells hold.
import { malformed, Refusal } from '../refusal.ts'

/** Bytes of a file at most. */
const largestFile = 5_000_000
/** What is somewhat too large is refused in words, not cut off. */
export const bodyLimit = 2 * largestFile

/** The file in a request's body. */
export const csvIn = (text: unknown): string => {
  if (typeof text !== 'string') throw malformed('Send the file as text/csv')
  if (Buffer.byteLength(text) > largestFile) throw new Refusal(413, 'The file can have 5 MB at most')
  if (text.includes('\0')) throw malformed('This is not a csv file')
  return text
}

export const small = (text: string | undefined): string => (text ?? '').trim().toLowerCase()

const plainNumber = /^-?\d+(\.\d+)?$/
/** The number that a text is, or the text itself. */
export const numberOr = (text: string): number | string => (plainNumber.test(text) ? Number(text) : text)
