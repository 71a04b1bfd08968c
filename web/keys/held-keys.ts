// Keys typed while something is on its way (a screen, a dialog, the answer to Enter): kept in their order, and played
// to what gets the focus.
import type { EarlyKeys } from './early-keys.ts'
import { canBeHeld, keptOf } from './held-key.ts'
import { isPlayed, playKey } from './play-key.ts'
import type { Key } from './play-key.ts'

/** What is waited for. Two may be at once: the keys flow when none is left. */
export type Awaited =
  'page' | 'screen' | 'dialog' | 'button' | 'question' | 'picker' | 'save' | 'cell' | `part ${string}`
/** Milliseconds after which what was waited for no longer comes; a new screen on a slow line takes ten seconds. */
export const patience = 30_000
let kept: readonly Key[] = []
let playing = false
let listening = false
const awaited = new Map<Awaited, { timer: ReturnType<typeof setTimeout>; onEscape: (() => void) | undefined }>()

const press = (event: KeyboardEvent) => {
  if (isPlayed(event) || !canBeHeld(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape' && awaited.size > 0) {
    const told = [...awaited.values()]
    forget()
    for (const { onEscape } of told) onEscape?.()
    return
  }
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
  // what is closing gives the focus back first
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

/** From now on keys are kept, until it is there or does not come. Escape gives it up. */
export const holdKeys = (what: Awaited, onEscape?: () => void): void => {
  end(what)
  awaited.set(what, { timer: setTimeout(() => dropKeys(what), patience), onEscape })
  listen()
}
/** It is there and has the focus: what was typed is played to it. Nothing happens when it was not waited for. */
export const playKeys = (what: Awaited): void => {
  const isEnded = end(what)
  // the first screen of all is what the page was waited for
  const isFirst = what === 'screen' && end('page')
  if ((isEnded || isFirst) && awaited.size === 0) void play()
}
/** It does not come: keys that were meant for it are forgotten, rather than played elsewhere. */
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
/** The page came to another address than it was typed for (signed out, say): what was typed is not for this one. */
export const isPageElsewhere = (): boolean =>
  early !== undefined && early.path !== '/' && early.path !== window.location.pathname
