// A screen that is there and at rest: what comes next gets the focus where nothing has it, and what was typed on the
// way is played.
import { useEffect } from 'react'
import { playKeys } from '../keys/held-keys.ts'
import { focusAction } from './focus.ts'

/** `rests`: it is drawn and nothing is under way. `again`: another value (a mode, say) makes it a new arrival. */
export const useArrival = (rests: boolean, again?: unknown): void => {
  useEffect(() => {
    if (!rests) return
    focusAction()
    playKeys('screen')
  }, [rests, again])
}
