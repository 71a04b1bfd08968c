// Saves keys while a part of the screen still loads what it needs to answer them.
import { useId, useLayoutEffect } from 'react'
import { holdKeys, playKeys } from './held-keys.ts'

export const useHeldKeys = (waiting: boolean): void => {
  const id = useId()
  useLayoutEffect(() => {
    if (!waiting) return undefined
    const what = `part ${id}` as const
    holdKeys(what)
    return () => playKeys(what)
  }, [id, waiting])
}
