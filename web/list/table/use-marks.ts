// The marked rows of a list, while these rows are shown.
import { useState } from 'react'
import { anchorOf, reaching, toggled } from './marked.rules.ts'

/** `ids`: rows that are shown, in order. */
export const useMarks = (ids: readonly string[]) => {
  const [kept, setKept] = useState<{ marked: ReadonlySet<string>; from?: string }>({ marked: new Set() })
  // rows that no longer show must not be acted on
  const marked = kept.marked.size === 0 ? kept.marked : new Set(ids.filter((id) => kept.marked.has(id)))
  return {
    marked,
    toggle: (id: string) => setKept({ marked: toggled(marked, id), from: id }),
    /** From the last marked row, or from `at`, to this one. */
    reach: (at: number, to: number) => {
      const from = anchorOf(ids, marked.size === 0 ? undefined : kept.from, at)
      setKept({ marked: reaching(marked, ids, from, to), from: ids[from] })
    },
    all: () => setKept({ marked: new Set(ids) }),
    only: (some: readonly string[]) => setKept({ marked: new Set(some) }),
    clear: () => setKept({ marked: new Set() }),
  }
}
export type Marks = ReturnType<typeof useMarks>
