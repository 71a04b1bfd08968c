// The key that confirmed a dialog. Pressed once more before the answer shows, it is the same press of a key that
// bounces or is held too long: the dialog has closed by then, and it would press a button of the screen.
import { topLayer } from '../keys/hotkeys.ts'

let last: string | undefined
const note = (event: KeyboardEvent | PointerEvent): void => {
  last = 'key' in event && topLayer() && /^(Enter| )$/.test(event.key) ? event.key : undefined
}
window.addEventListener('keydown', note, true)
window.addEventListener('pointerdown', note, true)

/** Enter or the space bar, when it was the last thing pressed, and in a dialog. */
export const confirmingKey = (): string | undefined => last
