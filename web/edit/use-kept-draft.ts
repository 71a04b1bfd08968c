// Work of a screen of its own that is not saved yet, kept as a draft while it changes.
import { useEffect, useEffectEvent } from 'react'
import { dropDraft, keepDraft } from './draft.ts'
import type { Draft } from './draft.ts'

/**
 * Keeps what `make` gives each time `work` changes; nothing to keep drops what was kept. Without a name or work all
 * stays as it is.
 */
export const useKeptDraft = <T>(
  name: string | undefined,
  work: T | undefined,
  make: (work: T) => Draft | undefined,
): void => {
  const keep = useEffectEvent((under: string, what: T) => {
    const draft = make(what)
    if (draft) keepDraft(under, draft)
    else dropDraft(under)
  })
  useEffect(() => {
    if (name !== undefined && work !== undefined) keep(name, work)
  }, [name, work])
}
