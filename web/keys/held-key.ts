// Which keys can be kept and given back later, and what is kept of them.
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

/** What the browser does itself (copy, reload) goes its own way. */
export const canBeHeld = ({ key, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean => {
  if (isComposing) return false
  if (ctrlKey || metaKey) return ctrlKey && key.toLowerCase() === 'k'
  return altKey ? key.length === 1 : key.length === 1 || named.has(key)
}
/** What is played later; undefined for Enter that is still down, which answers nothing that comes. */
export const keptOf = ({ key, code, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent): Key | undefined =>
  key === 'Enter' && repeat ? undefined : { key, code, altKey, ctrlKey, metaKey, shiftKey }
