// A received csv file, and the values of its cells.
import { malformed, Refusal } from '../refusal.ts'

/** Most bytes of a file. */
const largestFile = 5_000_000
/** A file somewhat too large gets a reason, not a broken connection. */
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
/** A text as a number if it is one, else the text. */
export const numberOr = (text: string): number | string => (plainNumber.test(text) ? Number(text) : text)
