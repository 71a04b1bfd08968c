// The filter of a list: what is typed in its fields, and which part of it is in the address.
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { Model } from '../../core/model.ts'
import { useSession } from '../session/session.ts'
import { filterIn } from './list-address.ts'
import type { ListSearch } from './list-search.ts'
import { defaultFilter } from './filter/filters.ts'
import type { FilterTexts, FilterValues } from './filter/filters.ts'
import { keepFilter, keptFilter } from './filter/saved-filter.ts'

type Typed = { readonly values: FilterValues; readonly texts: FilterTexts }

/**
 * The fields' values: the newest ones, also of a field that settles in the same key press that runs the search. `by` is
 * the address that filled them, or that their search leads to.
 */
const createTyped = (start: Typed, address: string | undefined) => {
  let typed = start
  let by = address
  const watchers = new Set<() => void>()
  const put = (now: Typed) => {
    typed = now
    for (const watcher of watchers) watcher()
  }
  return {
    read: () => typed,
    put,
    fill: (now: Typed, from: string | undefined) => {
      by = from
      put(now)
    },
    isBy: (from: string | undefined) => by === from,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
const addressOf = ({ filter }: ListSearch): string | undefined => JSON.stringify(filter)

export const useListFilter = (model: Model, search: ListSearch, now: number) => {
  const session = useSession()
  const applied = useMemo(() => filterIn(model, search, now), [model, search, now])
  const [typed] = useState(() =>
    createTyped(
      applied
        ? { values: applied, texts: { ...keptFilter(session, model)?.texts, ...search.names } }
        : (keptFilter(session, model) ?? { values: defaultFilter(model, now), texts: {} }),
      addressOf(search),
    ),
  )
  const { values, texts } = useSyncExternalStore(typed.watch, typed.read)
  const shown = addressOf(search)
  const follow = useEffectEvent(() => {
    if (typed.isBy(shown)) return
    const { values: before, texts: names } = typed.read()
    typed.fill({ values: applied ?? before, texts: { ...names, ...search.names } }, shown)
  })
  // Back and Forward fill the fields again
  useEffect(() => follow(), [shown])
  return {
    values,
    texts,
    applied,
    latest: typed.read,
    change: (name: string, value: unknown, text?: string | readonly string[]) => {
      const before = typed.read()
      typed.put({
        values: { ...before.values, [name]: value },
        texts: text === undefined ? before.texts : { ...before.texts, [name]: text },
      })
    },
    /** Runs the search with these: saves them and puts them into the address. */
    keep: (next: FilterValues, address: ListSearch) => {
      typed.fill({ ...typed.read(), values: next }, addressOf(address))
      keepFilter(session, model.id, next, typed.read().texts)
    },
  }
}
