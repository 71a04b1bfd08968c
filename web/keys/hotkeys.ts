// Keys that work now: a screen says its keys while it shows, a dialog above it takes them over, the `?` sheet lists
// them.
import { createContext, use, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/** `layer`: the dialog it belongs to, absent for the screen itself. `always`: a dialog above does not silence it. */
export type Hotkey = { keys: string; label: string; act: () => void; layer?: string | undefined; always?: boolean }
let live: readonly Hotkey[] = []
const watchers = new Set<() => void>()
const set = (value: readonly Hotkey[]) => {
  live = value
  for (const watcher of watchers) watcher()
}

/**
 * `alt+n` of an event, by its physical key so that layouts and dead keys do not matter; `enter`, `escape`, `?` as they
 * are.
 */
export const keysOf = (
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'key'>,
): string => {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? /^Digit([0-9])$/.exec(event.code)?.[1]
  const name =
    (event.altKey || event.ctrlKey || event.metaKey) && letter ? letter.toLowerCase() : event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}${name}`
}

/** Whether keys without a modifier are being typed into something. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target.tagName === 'INPUT' && !['checkbox', 'radio', 'button'].includes((target as HTMLInputElement).type)))

/** A list of values and a number cannot have a question mark: there it asks for the keys as it does anywhere else. */
const cannotHave = (target: EventTarget | null, keys: string): boolean =>
  keys === '?' && target instanceof HTMLElement && (target.tagName === 'SELECT' || target.inputMode === 'decimal')

/** The dialog around, for the keys in it. */
export const LayerContext = createContext<string | undefined>(undefined)
let layers: readonly string[] = []
/** The dialog on top. */
export const topLayer = (): string | undefined => layers.at(-1)
/** A dialog opens: the keys below it rest until the answer is called. */
export const openLayer = (layer: string): (() => void) => {
  layers = [...layers, layer]
  return () => {
    layers = layers.filter((one) => one !== layer)
  }
}
/** The key that works now. Below a dialog none does: a second Save must not run while the first one asks. */
export const hotkeyFor = (hotkeys: readonly Hotkey[], keys: string, layer: string | undefined): Hotkey | undefined =>
  hotkeys.findLast((hotkey) => hotkey.keys === keys && (hotkey.layer === layer || hotkey.always === true))
/** A key that is held down presses a button once: what it opened may have put the focus on another by then. */
const pressesAgain = ({ key, repeat, target }: KeyboardEvent): boolean =>
  repeat && (key === 'Enter' || key === ' ') && target instanceof Element && target.matches('button, a, summary')
const find = (keys: string) => hotkeyFor(live, keys, topLayer())
window.addEventListener('keydown', (event) => {
  if (pressesAgain(event)) event.preventDefault()
  const keys = keysOf(event)
  const hotkey = find(keys)
  if (
    !hotkey ||
    event.repeat ||
    event.defaultPrevented ||
    (!keys.includes('+') && isTyping(event.target) && !cannotHave(event.target, keys))
  )
    return
  event.preventDefault()
  hotkey.act()
})

/**
 * Makes a key work while the component shows. `label` is its line in the sheet; `always` lets it work below a dialog
 * too.
 */
export const useHotkey = (keys: string | undefined, label: string, act: () => void, always = false): void => {
  const now = useEffectEvent(act)
  const layer = use(LayerContext)
  // what shows its key works: not only after it was drawn
  useLayoutEffect(() => {
    if (!keys) return undefined
    const hotkey = { keys, label, act: () => now(), layer, always }
    set([...live, hotkey])
    return () => set(live.filter((one) => one !== hotkey))
  }, [keys, label, layer, always])
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
/** All keys that were said, of the screen and of its dialogs. */
export const useLiveHotkeys = (): readonly Hotkey[] => useSyncExternalStore(watch, () => live)

/** How a key is written on buttons: `Alt N`. */
export const keyLabel = (keys: string): string =>
  keys
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
/** How a key is told to assistive technology: `Alt+N`. */
export const keyShortcut = (keys: string): string =>
  keys
    .split('+')
    .map((part) => (part === 'ctrl' ? 'Control' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')
