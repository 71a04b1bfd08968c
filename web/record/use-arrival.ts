// A screen that is drawn and at rest: focuses the next action where the focus is free, and plays the keys typed before.
import { useEffect } from 'react'
import { playKeys } from '../keys/held-keys.ts'
import { focusAction } from './focus.ts'

/** `rests`: it is drawn and no action is running. `again`: another value (a mode, say) counts as a new arrival. */
export const useArrival = (rests: boolean, again?: unknown): void => {
  useEffect(() => {
    if (!rests) return
    focusAction()
    playKeys('screen')
  }, [rests, again])
}
