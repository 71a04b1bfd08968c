// Whether a value is an object, its rows, and whether a sent one is the stored one: one comparison for locked and for
// restricted fields.

/** Named values: neither null nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a grid in a record; none where there is no list. */
export const rowsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const instant = /^\d{4}-\d\d-\d\d/

/**
 * Equal as a user sees it: empty values are equal, numbers compare by value ("350.00" is 350), instants by time. Two
 * texts are the same only when every character is: 0042 is another reference than 42.
 */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if ((a ?? null) === (b ?? null)) return true
  if (typeof a === 'string' && typeof b === 'string')
    return instant.test(a) && instant.test(b) && Date.parse(a) === Date.parse(b)
  const [number, other] = typeof a === 'number' ? [a, b] : [b, a]
  return typeof number === 'number' && typeof other === 'string' && other.trim() !== '' && Number(other) === number
}

/** A name as it is read: no space around it, and one between two words. So it is found, and known again, as typed. */
export const nameAsRead = (name: string): string => name.trim().replace(/\s+/g, ' ')
