// Keys are kept while a part of the screen still waits for what it needs before it can answer them.
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
