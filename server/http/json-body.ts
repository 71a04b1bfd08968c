// The body of a request as JSON, with a limited depth.
import { malformed } from '../refusal.ts'

/** Most levels of nested objects and lists. A sale has four; records from the database are written by recursion. */
const deepest = 50

const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []))
  }
  return false
}

/** Reads a body, an empty one as an empty object; 400 when it is not JSON or too deep. */
export const readJson = (text: string): unknown => {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON')
  }
  if (isTooDeep(value)) throw malformed('The body is nested too deeply')
  return value
}
