// The rows of a list that are marked, while these rows are shown.
import { useState } from 'react'
import { anchorOf, reaching, toggled } from './marked.rules.ts'

/** `ids`: rows that are shown, in order. */
export const useMarks = (ids: readonly string[]) => {
  const [kept, setKept] = useState<{ marked: ReadonlySet<string>; from?: string }>({ marked: new Set() })
  // what is not shown any more is not done anything with
  const marked = kept.marked.size === 0 ? kept.marked : new Set(ids.filter((id) => kept.marked.has(id)))
  return {
    marked,
    toggle: (id: string) => setKept({ marked: toggled(marked, id), from: id }),
    /** From the row that was marked last, or from `at`, to this one. */
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
