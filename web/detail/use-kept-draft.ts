// Work of a screen of its own that is not saved yet, kept as a draft while it changes.
import { useEffect } from 'react'
import { dropDraft, keepDraft } from './draft.ts'
import type { Draft } from './draft.ts'

/** Keeps what `make` gives each time `work` changes; nothing to keep drops what was kept. Without a name or work all stays as it is. */
export const useKeptDraft = <T>(name: string | undefined, work: T | undefined, make: (work: T) => Draft | undefined): void => {
  useEffect(() => {
    if (name === undefined || work === undefined) return
    const draft = make(work)
    if (draft) keepDraft(name, draft)
    else dropDraft(name)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- how it is written down does not change
  }, [name, work])
}
