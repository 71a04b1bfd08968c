// One list: the view of its address, its widths and selected row, and their rows.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Model } from '../../core/model.ts'
import { call, type Answer } from '../api/api.ts'
import { cache, comesLater, keyOf } from '../api/cache.ts'
import { useSession } from '../session/session.ts'
import type { Row } from './table/columns.ts'
import { criteriaOf } from './filter/filters.ts'
import type { FilterValues } from './filter/filters.ts'
import { countOf, keepListState, nextSort, pageSize, readListState } from '../edit/list-state.ts'
import type { ListState } from '../edit/list-state.ts'
import { useListFilter } from './use-list-filter.ts'
import { keepView, searchOf } from './list-address.ts'
import type { ListSearch } from './list-search.ts'

const route = getRouteApi('/shell/summary/$moduleId')

const none: readonly Row[] = []

/** The address and query of a list's rows. */
const listQuery = (
  model: Model,
  applied: FilterValues,
  state: Pick<ListState, 'sort' | 'page'>,
): Record<string, unknown> => ({
  ...(model.askedWith?.(applied) ?? { filterCriteria: JSON.stringify(criteriaOf(model, applied)) }),
  sort: state.sort,
  page: state.page > 1 ? state.page : undefined,
  limit: pageSize,
})

const countHeader = 'X-Total-Count'
/** The number of a list's rows, asked for apart once the rows are there, unless they came with it. */
const useCount = (
  path: string,
  query: Record<string, unknown> | undefined,
  { data, isPlaceholderData: waits }: Pick<UseQueryResult<Answer<Row[]>>, 'data' | 'isPlaceholderData'>,
) => {
  const [exact, setExact] = useState(false)
  // the same for each page and sort
  const asked = { ...query, sort: undefined, page: undefined, limit: 0, count: exact ? 'exact' : undefined }
  const told = data?.headers.get(countHeader) ?? null
  const apart = useQuery({
    queryKey: [...keyOf(path, asked), 'count'],
    queryFn: async ({ signal }) => (await call<Row[]>('GET', path, { query: asked, signal })).headers.get(countHeader),
    enabled: query !== undefined && data !== undefined && !waits && told === null,
    meta: comesLater,
    // the rows of the question before keep their number
    ...(waits && { placeholderData: keepPreviousData }),
  })
  return { header: told ?? apart.data ?? null, counting: apart.isFetching, setExact }
}

/** The view in the list's address, saved for the session, and the function that changes it. */
const useView = (model: Model, statementId: number) => {
  const session = useSession()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { sort, page = 1 } = search
  const keep = useEffectEvent(() => {
    if (!search.filter) return
    keepListState(statementId, { sort, page })
    keepView(session, model, search)
  })
  useEffect(() => keep(), [search])
  return {
    search,
    sort,
    page,
    go: (next: ListSearch) => void navigate({ to: '/summary/$moduleId', params: { moduleId: model.id }, search: next }),
  }
}

export const useList = (model: Model, statementId: number) => {
  const path = `/api/getdata/${statementId}`
  const [now] = useState(() => Date.now())
  const { search, sort: sorted, page, go } = useView(model, statementId)
  const filter = useListFilter(model, search, now)
  const [kept, setKept] = useState<ListState>(() => readListState(statementId))
  const query = filter.applied && listQuery(model, filter.applied, { sort: sorted, page })
  const answer = useQuery({
    queryKey: [...keyOf(path, query), 'rows'],
    queryFn: ({ signal }) => call<Row[]>('GET', path, { query: { ...query, count: 'none' }, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const { header, counting, setExact } = useCount(path, query, answer)
  const set = (change: Partial<Pick<ListState, 'selected' | 'widths' | 'top'>>) => {
    keepListState(statementId, change)
    setKept((before) => ({ ...before, ...change }))
  }
  const run = (values: FilterValues = filter.latest().values, apply = true) => {
    const { texts } = filter.latest()
    const { columns } = search
    const next = apply
      ? { ...searchOf(model, { values, texts }, { sort: sorted }, now), ...(columns && { columns }) }
      : {}
    const before = JSON.stringify(query)
    const after = apply ? JSON.stringify(listQuery(model, values, { sort: sorted, page: 1 })) : undefined
    set({ selected: undefined })
    setExact(false)
    filter.keep(values, next)
    go(next)
    // an unchanged query is sent again; a changed one is sent by itself, and cached answers count as old
    void cache.invalidateQueries({ queryKey: [path], refetchType: before === after ? 'active' : 'none' })
  }
  const rows = query === undefined ? none : (answer.data?.data ?? none)
  const columns = answer.data?.headers.get('X-Columns') ?? ''
  const named = useMemo(() => columns.split(',').filter(Boolean), [columns])
  const sort = sorted ?? (answer.data?.headers.get('X-Sort') || undefined)
  return {
    /** When the list was opened, in milliseconds. */
    now,
    path,
    query,
    filter,
    state: { ...kept, page },
    rows,
    loaded: query !== undefined && answer.data !== undefined,
    fetching: answer.isFetching,
    error: answer.error,
    count: countOf(header, (page - 1) * pageSize + rows.length),
    /** The count is still under way. */
    counting,
    /** Names of the columns, known also without a row. */
    named,
    /** The sort of the rows: the user's, else the list's own. */
    sort,
    set,
    run,
    again: () => void answer.refetch(),
    countAll: () => setExact(true),
    toPage: (to: number) => {
      set({ selected: undefined, top: 0 })
      go({ ...search, page: to })
    },
    sortBy: (column: string) => {
      set({ selected: undefined })
      go({ ...search, sort: nextSort(sort, column), page: undefined })
    },
    /** The view in the address, and the function that changes it. */
    search,
    go,
    allData: () => run({}, model.askedWith === undefined),
  }
}
export type List = ReturnType<typeof useList>
