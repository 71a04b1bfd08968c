// The key that confirmed a dialog. Pressed once more before the answer shows, it is the same press of a key that
// bounces or is held too long: the dialog has closed by then, and it would press a button of the screen.
import { topLayer } from './hotkeys.ts'

const presses = new Set(['Enter', ' '])
let last: string | undefined
window.addEventListener(
  'keydown',
  ({ key }) => (last = topLayer() !== undefined && presses.has(key) ? key : undefined),
  {
    capture: true,
  },
)
window.addEventListener('pointerdown', () => (last = undefined), { capture: true })

/** Enter or the space bar, when it was the last thing pressed, and in a dialog. */
export const confirmingKey = (): string | undefined => last
