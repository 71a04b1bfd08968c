// The names of statements, and those that take long, for the log: with their name and text, which holds no values.
import { createHash } from 'node:crypto'

const names = new Map<string, string>()
/** The name under which a statement is prepared: the same for the same text, in every process. */
export const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    if (names.size < 2000) names.set(text, name)
  }
  return name
}

/** To be put into a statement that is planned for its values: those of this week are found otherwise than old ones. */
export const plannedForValues = '/* planned for its values */'
/**
 * Whether one plan serves a statement whatever its values, so that it is prepared. A contains-match is planned for each
 * text: one plan cannot serve frequent and rare words.
 */
export const hasOnePlan = (text: string): boolean => !text.includes(' like $') && !text.includes(plannedForValues)

/** Milliseconds from which a statement counts as slow, the wait for a connection included. */
const slow = 500

export type Slow = { readonly statement: string; readonly text: string; readonly ms: number }
const listeners = new Set<(found: Slow) => void>()

/** Calls `heard` for each slow statement of this process; answers how to stop. */
export const hearSlow = (heard: (found: Slow) => void): (() => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** To be called after each statement. */
export const timed = (text: string, begun: number): void => {
  const ms = Math.round(performance.now() - begun)
  if (ms < slow) return
  for (const heard of listeners)
    heard({ statement: nameOf(text), text: text.replace(/\s+/g, ' ').trim().slice(0, 300), ms })
}
