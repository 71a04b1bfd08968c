// The state of one list: its filter, sort, page, widths and selected row, and the rows for them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Model } from '../../core/model.ts'
import { call } from '../api/api.ts'
import { cache, keyOf } from '../api/cache.ts'
import { useSession } from '../session/session.ts'
import type { Row } from './table/columns.ts'
import { criteriaOf, defaultFilter } from './filter/filters.ts'
import type { FilterTexts, FilterValues } from './filter/filters.ts'
import { countOf, keepListState, nextSort, pageSize, readListState } from '../edit/list-state.ts'
import type { ListState } from '../edit/list-state.ts'
import { keepFilter, keptFilter } from './filter/saved-filter.ts'

const none: readonly Row[] = []

/** The address and query of a list's rows. */
const listQuery = (
  model: Model,
  applied: FilterValues,
  state: Pick<ListState, 'sort' | 'page'>,
  exact = false,
): Record<string, unknown> => ({
  ...(model.askedWith?.(applied) ?? { filterCriteria: JSON.stringify(criteriaOf(model, applied)) }),
  sort: state.sort,
  page: state.page > 1 ? state.page : undefined,
  limit: pageSize,
  count: exact ? 'exact' : undefined,
})

const useListFilter = (model: Model) => {
  const session = useSession()
  const [start] = useState(() => keptFilter(session, model) ?? { values: defaultFilter(model, Date.now()), texts: {} })
  const [values, setValues] = useState<FilterValues>(start.values)
  const [texts, setTexts] = useState<FilterTexts>(start.texts)
  const [applied, setApplied] = useState<FilterValues | undefined>(model.askedWith ? undefined : start.values)
  // the newest values, also those of a field that settles in the same key press that runs the search
  const latest = useRef({ values: start.values, texts: start.texts })
  const change = (name: string, value: unknown, text?: string | readonly string[]) => {
    latest.current = {
      values: { ...latest.current.values, [name]: value },
      texts: text === undefined ? latest.current.texts : { ...latest.current.texts, [name]: text },
    }
    setValues(latest.current.values)
    setTexts(latest.current.texts)
  }
  const run = (next: FilterValues = latest.current.values, apply = true) => {
    latest.current = { ...latest.current, values: next }
    setValues(next)
    setApplied(apply ? next : undefined)
    keepFilter(session, model.id, next, latest.current.texts)
  }
  return { values, texts, applied, change, run, latest: () => latest.current.values }
}

export const useList = (model: Model, statementId: number) => {
  const path = `/api/getdata/${statementId}`
  const filter = useListFilter(model)
  const [state, setState] = useState<ListState>(() => readListState(statementId))
  const [exact, setExact] = useState(false)
  const [now] = useState(() => Date.now())
  const query = filter.applied && listQuery(model, filter.applied, state, exact)
  const answer = useQuery({
    queryKey: [...keyOf(path, query), 'rows'],
    queryFn: ({ signal }) => call<Row[]>('GET', path, { query, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const set = (change: Partial<ListState>) => {
    keepListState(statementId, change)
    setState((before) => ({ ...before, ...change }))
  }
  const run = (values?: FilterValues, apply = true) => {
    const before = JSON.stringify(query)
    const after = apply
      ? JSON.stringify(listQuery(model, values ?? filter.latest(), { sort: state.sort, page: 1 }))
      : undefined
    set({ page: 1, selected: undefined })
    setExact(false)
    filter.run(values, apply)
    // the same question is asked again; another one is asked by itself, and the kept answers count as old
    void (before === after ? answer.refetch() : cache.invalidateQueries({ queryKey: [path], refetchType: 'none' }))
  }
  const rows = query === undefined ? none : (answer.data?.data ?? none)
  const columns = answer.data?.headers.get('X-Columns') ?? ''
  const named = useMemo(() => columns.split(',').filter(Boolean), [columns])
  const sort = state.sort ?? answer.data?.headers.get('X-Sort') ?? undefined
  return {
    /** When the list was opened, in milliseconds. */
    now,
    path,
    query,
    filter,
    state,
    rows,
    loaded: query !== undefined && answer.data !== undefined,
    fetching: answer.isFetching,
    error: answer.error,
    count: countOf(answer.data?.headers.get('X-Total-Count') ?? null, rows.length),
    /** Names of the columns, known without a row too. */
    named,
    /** The sort of the rows: the user's, else the list's own. */
    sort,
    set,
    run,
    again: () => void answer.refetch(),
    countAll: () => setExact(true),
    sortBy: (column: string) => set({ sort: nextSort(sort, column), page: 1, selected: undefined }),
    allData: () => run({}, model.askedWith === undefined),
  }
}
export type List = ReturnType<typeof useList>
