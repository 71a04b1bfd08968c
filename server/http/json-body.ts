// The body of a request as JSON: whole, and no deeper than anything that is sent here.
import { malformed } from '../refusal.ts'

/**
 * Levels of objects and lists in each other. A sale has four; what comes back out of the database is written by
 * recursion.
 */
const deepest = 50

const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []))
  }
  return false
}

/** Reads it, an empty one as an empty object; 400 when it is not JSON or too deep. */
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
