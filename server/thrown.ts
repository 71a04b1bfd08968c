// What was thrown, whatever it is: JavaScript throws anything, and libraries put their codes on their errors.
import { isObject } from '../core/same.ts'

/** The error itself; anything else that was thrown as one. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** A text that an error has beside its message: `code`, `syscall`, `detail`. */
export const partOf = (thrown: unknown, name: string): string | undefined => {
  const part = isObject(thrown) ? thrown[name] : undefined
  return typeof part === 'string' ? part : undefined
}
