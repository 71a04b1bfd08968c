// The input that a test of a screen reads.
import type { Locator } from 'vitest/browser'

/** The input at a place. */
export const inputAt = (place: Locator): HTMLInputElement => {
  const found = place.element()
  if (!(found instanceof HTMLInputElement)) throw new Error('No input here')
  return found
}
