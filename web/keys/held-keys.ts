// Saves keys typed while their target loads (a screen, a dialog, the answer to Enter), and plays them in order to what
// gets the focus.
import type { EarlyKeys } from './early-keys.ts'
import { canBeHeld, keptOf } from './held-key.ts'
import { isPlayed, playKey } from './play-key.ts'
import type { Key } from './play-key.ts'

/** What keys wait for. There may be several: the keys are played when none is left. */
export type Awaited =
  'page' | 'screen' | 'dialog' | 'button' | 'question' | 'picker' | 'save' | 'cell' | `part ${string}`
/** Milliseconds until the wait is given up; a new screen on a slow line takes ten seconds. */
export const patience = 30_000
let kept: readonly Key[] = []
let playing = false
/** The key that began the wait, until another one is pressed. */
let begunBy: string | undefined
let listening = false
const awaited = new Map<Awaited, { timer: ReturnType<typeof setTimeout>; onEscape: (() => void) | undefined }>()

const press = (event: KeyboardEvent) => {
  if (isPlayed(event) || !canBeHeld(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape' && awaited.size > 0) {
    const ended = [...awaited.values()]
    forget()
    for (const { onEscape } of ended) onEscape?.()
    return
  }
  if (event.key === begunBy) return
  begunBy = undefined
  const key = keptOf(event)
  if (key) kept = [...kept, key]
}
const listen = () => {
  if (listening) return
  listening = true
  window.addEventListener('keydown', press, { capture: true })
}
const rest = () => {
  if (awaited.size > 0 || playing || kept.length > 0 || !listening) return
  listening = false
  window.removeEventListener('keydown', press, { capture: true })
}
const forget = () => {
  for (const { timer } of awaited.values()) clearTimeout(timer)
  awaited.clear()
  kept = []
  rest()
}
const end = (what: Awaited): boolean => {
  const one = awaited.get(what)
  if (!one) return false
  clearTimeout(one.timer)
  awaited.delete(what)
  return true
}
const turn = () => new Promise<void>((resolve) => setTimeout(resolve))
const play = async () => {
  if (playing) return
  playing = true
  // a closing dialog returns the focus first
  await turn()
  await turn()
  while (awaited.size === 0) {
    const [next, ...later] = kept
    if (!next) break
    kept = later
    await playKey(next)
    await turn()
  }
  playing = false
  rest()
}

/**
 * From now on keys are saved, until the target appears or is given up. Escape gives it up. `by`: the key that began it,
 * which is not saved when it is pressed again before another one.
 */
export const holdKeys = (what: Awaited, onEscape?: () => void, by?: string): void => {
  end(what)
  // a part that loads during the wait does not end it
  if (by !== undefined || awaited.size === 0) begunBy = by
  awaited.set(what, { timer: setTimeout(() => dropKeys(what), patience), onEscape })
  listen()
}
/**
 * The target has appeared and has the focus: the saved keys are played to it. Does nothing when no key waited for it.
 */
export const playKeys = (what: Awaited): void => {
  const isEnded = end(what)
  // the page was awaited for its first screen
  const isFirst = what === 'screen' && end('page')
  if ((isEnded || isFirst) && awaited.size === 0) void play()
}
/** The target does not come: its keys are discarded, rather than played to another one. */
export const dropKeys = (what: Awaited): void => {
  if (!end(what)) return
  kept = []
  rest()
}

const early: EarlyKeys | undefined = window.earlyKeys
if (early) {
  holdKeys('page')
  kept = early.end()
}
/** The page opened at another address than the keys were typed for (signed out, say), so they must not be played. */
export const isPageElsewhere = (): boolean =>
  early !== undefined && early.path !== '/' && early.path !== window.location.pathname
