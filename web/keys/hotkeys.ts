// Keys that work now: a screen registers its keys while it shows, a dialog above it replaces them, the `?` sheet lists
// them.
import { createContext, use, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/** `layer`: the dialog it belongs to, absent for the screen itself. `always`: it works also below a dialog. */
export type Hotkey = { keys: string; label: string; act: () => void; layer?: string | undefined; always?: boolean }
let live: readonly Hotkey[] = []
const watchers = new Set<() => void>()
const set = (value: readonly Hotkey[]) => {
  live = value
  for (const watcher of watchers) watcher()
}

/**
 * `alt+n` of an event, by its physical key so that layouts and dead keys do not matter; `enter`, `escape`, `?`
 * unchanged.
 */
export const keysOf = (
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'key'>,
): string => {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? /^Digit([0-9])$/.exec(event.code)?.[1]
  const name =
    (event.altKey || event.ctrlKey || event.metaKey) && letter ? letter.toLowerCase() : event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}${name}`
}

/** Whether the user is typing text, so that keys without a modifier belong to it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

/** A list of values and a number cannot contain a question mark: there it opens the sheet of keys, as elsewhere. */
const cannotHave = (target: EventTarget | null, keys: string): boolean =>
  keys === '?' && target instanceof HTMLElement && (target.tagName === 'SELECT' || target.inputMode === 'decimal')

/** The surrounding dialog, for the keys in it. */
export const LayerContext = createContext<string | undefined>(undefined)
let layers: readonly string[] = []
/** The dialog on top. */
export const topLayer = (): string | undefined => layers.at(-1)
/** A dialog opens: the keys below it are off until the answered function is called. */
export const openLayer = (layer: string): (() => void) => {
  layers = [...layers, layer]
  return () => {
    layers = layers.filter((one) => one !== layer)
  }
}
/** The key that works now. Below a dialog none does: a second Save must not run while the first one asks. */
export const hotkeyFor = (hotkeys: readonly Hotkey[], keys: string, layer: string | undefined): Hotkey | undefined =>
  hotkeys.findLast((hotkey) => hotkey.keys === keys && (hotkey.layer === layer || hotkey.always === true))
/** A held key presses a button once: the first press may have moved the focus to another one. */
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
  // a key that shows must already work, so it is not registered after the drawing
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
/** All registered keys, of the screen and of its dialogs. */
export const useLiveHotkeys = (): readonly Hotkey[] => useSyncExternalStore(watch, () => live)

/** How a key is written on buttons: `Alt N`. */
export const keyLabel = (keys: string): string =>
  keys
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
/** How a key is named for assistive technology: `Alt+N`. */
export const keyShortcut = (keys: string): string =>
  keys
    .split('+')
    .map((part) => (part === 'ctrl' ? 'Control' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')
