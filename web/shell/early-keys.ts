// What is typed between the key of a dialog and the dialog itself, which may still be on its way: kept, and given to it.
export type Typed = { readonly text: string; /** Enter ended it. */ readonly entered: boolean }

let typed: Typed = { text: '', entered: false }
let stop: (() => void) | undefined
let open = false

const press = (event: KeyboardEvent, onEscape: () => void) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'Escape') {
    letGo()
    onEscape()
  } else if (event.key === 'Enter') typed = { ...typed, entered: true }
  else if (event.key === 'Backspace') typed = { text: typed.text.slice(0, -1), entered: false }
  // one scan ends with Enter; what follows is not of it
  else if (event.key.length === 1 && !typed.entered) typed = { text: typed.text + event.key, entered: false }
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** From now on keys are kept for the dialog. Nothing happens while it is open or they are kept already. */
export const holdKeys = (onEscape: () => void): void => {
  if (open || stop) return
  const listener = (event: KeyboardEvent) => press(event, onEscape)
  window.addEventListener('keydown', listener, { capture: true })
  stop = () => window.removeEventListener('keydown', listener, { capture: true })
}
/** The keys go their own way again, what was kept is forgotten: the dialog does not come. */
export const letGo = (): void => {
  stop?.()
  stop = undefined
  typed = { text: '', entered: false }
}
/** The dialog is there: what was typed for it. */
export const takeKeys = (): Typed => {
  const taken = typed
  letGo()
  open = true
  return taken
}
/** The dialog is gone: the next one may keep keys. */
export const endKeys = (): void => {
  open = false
}
