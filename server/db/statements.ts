// The names of statements, and those that take long, for the log: with their name and text, which holds no values.
import { createHash } from 'node:crypto'

/** To be put into a statement that is planned for its values: those of this week are found otherwise than old ones. */
export const plannedForValues = '/* planned for its values */'
/**
 * To be put into a statement that reads and that one plan serves, though the planner expects those for its values to
 * cost less: planning takes as long as what they would save, and more.
 */
export const plannedOnce = '/* planned once */'

type Facts = {
  /** The name under which it is prepared: the same for the same text, in every process. */
  readonly name: string
  /**
   * Whether one plan serves it whatever its values, so that it is prepared. A contains-match is planned for each text:
   * one plan cannot serve frequent and rare words, unless the statement looks for both ways itself (`plannedOnce`).
   */
  readonly hasOnePlan: boolean
  /** Whether it keeps the one plan though those for its values are expected to cost less (`plannedOnce`). */
  readonly isPlannedOnce: boolean
  /** Whether it may write or lock; one that only reads certainly does not. */
  readonly mayWrite: boolean
}
const known = new Map<string, Facts>()
/** What is asked of the text of a statement; texts are long, and searched once. */
export const factsOf = (text: string): Facts => {
  const found = known.get(text)
  if (found !== undefined) return found
  const isPlannedOnce = text.includes(plannedOnce)
  const facts = {
    name: createHash('sha1').update(text).digest('base64url').slice(0, 20),
    hasOnePlan: isPlannedOnce || (!text.includes(' like $') && !text.includes(plannedForValues)),
    isPlannedOnce,
    mayWrite: /\b(insert|update|delete|for share|lock table)\b/i.test(text),
  }
  if (known.size < 2000) known.set(text, facts)
  return facts
}

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
    heard({ statement: factsOf(text).name, text: text.replace(/\s+/g, ' ').trim().slice(0, 300), ms })
}
