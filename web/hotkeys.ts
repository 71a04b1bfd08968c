// Keys that work now: a screen says its keys while it shows, a dialog above it takes them over, the `?` sheet lists them.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export type Hotkey = { keys: string; label: string; act: () => void }
let live: readonly Hotkey[] = []
const watchers = new Set<() => void>()
const set = (value: readonly Hotkey[]) => {
  live = value
  for (const watcher of watchers) watcher()
}

/** `alt+n` of an event, by its physical key so that layouts and dead keys do not matter; `enter`, `escape`, `?` as they are. */
export const keysOf = (event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'key'>): string => {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? /^Digit([0-9])$/.exec(event.code)?.[1]
  const name = (event.altKey || event.ctrlKey || event.metaKey) && letter ? letter.toLowerCase() : event.key.toLowerCase()
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}${name}`
}

/** Whether keys without a modifier are being typed into something. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target.tagName === 'INPUT' && !['checkbox', 'radio', 'button'].includes((target as HTMLInputElement).type)))

/** The latest registered wins, which is the dialog on top. */
const find = (keys: string) => live.findLast((hotkey) => hotkey.keys === keys)
window.addEventListener('keydown', (event) => {
  const keys = keysOf(event)
  const hotkey = find(keys)
  if (!hotkey || event.repeat || event.defaultPrevented || (!keys.includes('+') && isTyping(event.target))) return
  event.preventDefault()
  hotkey.act()
})

/** Makes a key work while the component shows. `label` is its line in the sheet; `when` false leaves it out. */
export const useHotkey = (keys: string | undefined, label: string, act: () => void, when = true): void => {
  const now = useEffectEvent(act)
  useEffect(() => {
    if (!keys || !when) return undefined
    const hotkey = { keys, label, act: () => now() }
    set([...live, hotkey])
    return () => set(live.filter((one) => one !== hotkey))
  }, [keys, label, when])
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
/** The keys that work now, one line a key. */
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
