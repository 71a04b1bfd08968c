// Plays a key to what has the focus, as the browser would: the handlers first, then the key's own effect.
export type Key = Readonly<Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>>

const own = new WeakSet<Event>()
/** Whether the event was played, not pressed. */
export const isPlayed = (event: Event): boolean => own.has(event)

const reachable = [
  'a[href]',
  ...['button', 'input', 'select', 'textarea', '[tabindex]'].map((name) => `${name}:not(:disabled)`),
  'summary',
].join(', ')
const isRadio = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'radio'
const groupOf = (radio: HTMLInputElement): HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]:not(:disabled)')].filter(
    (one) => one.name === radio.name && one.form === radio.form,
  )
/** In a group of radios Tab reaches the chosen one, else the first. */
const isStop = (element: HTMLElement): boolean => {
  if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) return false
  if (!isRadio(element) || element.name === '') return true
  const group = groupOf(element)
  return element === (group.find((one) => one.checked) ?? group[0])
}
const moveFocus = (back: boolean) => {
  const within = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? document.body
  const all = [...within.querySelectorAll<HTMLElement>(reachable)].filter(isStop)
  const at = document.activeElement
  const after = all.filter(
    (one) => at && at !== within && (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  )
  const before = all.filter((one) => at && (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) > 0)
  const next = back ? (before.at(-1) ?? all.at(-1)) : (after[0] ?? all[0])
  next?.focus()
  if (next instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(next.type)) next.select()
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type))
/** The browser's own editing, so that every listener notices it like typing. */
const edit = (command: 'insertText' | 'insertLineBreak' | 'delete' | 'forwardDelete', text?: string) =>
  document.execCommand(command, false, text)

const choose = (select: HTMLSelectElement, index: number) => {
  if (index < 0 || index >= select.options.length || index === select.selectedIndex) return
  select.selectedIndex = index
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
const step = (element: HTMLElement, by: 1 | -1) => {
  if (element instanceof HTMLSelectElement) return choose(element, element.selectedIndex + by)
  if (!isRadio(element)) return
  const group = groupOf(element)
  const next = group[(group.indexOf(element) + by + group.length) % group.length]
  next?.focus()
  next?.click()
}
const enter = (element: HTMLElement) => {
  if (element instanceof HTMLTextAreaElement) edit('insertLineBreak')
  else if (
    element instanceof HTMLButtonElement ||
    element instanceof HTMLAnchorElement ||
    element.tagName === 'SUMMARY'
  )
    element.click()
  else if (element instanceof HTMLInputElement) element.form?.requestSubmit()
}
const character = (element: HTMLElement, key: string) => {
  if (isText(element)) edit('insertText', key)
  else if (element instanceof HTMLSelectElement)
    choose(
      element,
      [...element.options].findIndex((one) => one.text.toLowerCase().startsWith(key.toLowerCase())),
    )
  else if (key === ' ' && element.matches('button, summary, input')) element.click()
}

/** Presses the key where the focus is now; resolves when it has had its effect. */
export const playKey = async (pressed: Key): Promise<void> => {
  const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true, composed: true })
  own.add(event)
  if (!(document.activeElement ?? document.body).dispatchEvent(event)) return
  // what a handler renders is drawn first, as after a real key: a cell opens for the character that opened it
  await Promise.resolve()
  // the focus may have moved: the key takes effect there
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return
  const { key, shiftKey } = pressed
  if (key === 'Tab') moveFocus(shiftKey)
  else if (key === 'Enter') enter(element)
  else if (key === 'Backspace' && isText(element)) edit('delete')
  else if (key === 'Delete' && isText(element)) edit('forwardDelete')
  else if (key === 'ArrowDown' || key === 'ArrowRight') step(element, 1)
  else if (key === 'ArrowUp' || key === 'ArrowLeft') step(element, -1)
  else if (key.length === 1) character(element, key)
}
