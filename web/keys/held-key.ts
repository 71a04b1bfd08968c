// Which keys can be saved and replayed later, and what is saved of them.
import type { Key } from './play-key.ts'

const named = new Set([
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'F2',
])

/** Keys of the browser itself (copy, reload) are not saved. */
export const canBeHeld = ({ key, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean => {
  if (isComposing) return false
  if (ctrlKey || metaKey) return ctrlKey && key.toLowerCase() === 'k'
  return altKey ? key.length === 1 : key.length === 1 || named.has(key)
}
/** What is replayed later; undefined for a repeated Enter, which must not answer what comes next. */
export const keptOf = ({ key, code, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent): Key | undefined =>
  key === 'Enter' && repeat ? undefined : { key, code, altKey, ctrlKey, metaKey, shiftKey }
