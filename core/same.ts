// Whether a sent value is the stored one: what locks a field and what restricts it ask the same question.
const instant = /^\d{4}-\d\d-\d\d/

/**
 * Equal as a user sees it: nothing is nothing, a number is its digits ("350.00" is 350), instants go by their time. Two
 * texts are the same only when every character is: 0042 is another reference than 42.
 */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if ((a ?? null) === (b ?? null)) return true
  if (typeof a === 'string' && typeof b === 'string')
    return instant.test(a) && instant.test(b) && Date.parse(a) === Date.parse(b)
  const [number, other] = typeof a === 'number' ? [a, b] : [b, a]
  return typeof number === 'number' && typeof other === 'string' && other.trim() !== '' && Number(other) === number
}
