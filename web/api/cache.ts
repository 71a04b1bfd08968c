// Caches each address for 10 seconds; a save removes the addresses it may have changed.
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { AddressOf, AnswerTo, Question } from '../../core/answer/answer.ts'
import { ApiError, get } from './api.ts'
import type { Query } from './api.ts'

const cacheLifetime = 10_000

/** Retried only where that may help: the server was not reached or was busy. A refusal is final. */
const again = (count: number, error: Error): boolean => count < 1 && error instanceof ApiError && error.status === 503

// the browser may believe wrongly that it is offline, so calls are sent anyway: a real error is better than no answer
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: cacheLifetime,
      gcTime: 300_000,
      retry: again,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
  },
})

/** The cache's key of an address. */
export const keyOf = (path: string, query: Query = {}): readonly unknown[] => [path, query]

/** Whether a cached address lies under a path prefix: `/api/sales` covers `/api/sales/7`, not `/api/salesreport`. */
export const isUnder = (path: string, prefix: string): boolean => {
  const clean = prefix.replace(/\/+$/, '')
  return path === clean || path.startsWith(`${clean}/`) || path.startsWith(`${clean}?`)
}

/** How an address is read. */
export const queryOf = <T>(path: string, query: Query = {}) => ({
  queryKey: keyOf(path, query),
  queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(path, query, signal),
})

/** What a question was answered, when it was already asked. */
export const answeredTo = <Q extends Question>(question: Q | AddressOf<Q>): AnswerTo<Q> | undefined =>
  cache.getQueryData<AnswerTo<Q>>(keyOf(`/api/${question.path}`))

/** Reads through the cache. */
export const cached = <T>(path: string, query: Query = {}): Promise<T> => cache.fetchQuery(queryOf<T>(path, query))

/** The same in a component; pass `undefined` as path to wait. */
export const useGet = <T>(path: string | undefined, query: Query = {}): UseQueryResult<T> =>
  useQuery<T>({ ...queryOf<T>(path ?? '', query), enabled: path !== undefined })

/** How a question is asked. */
export const queryTo = <Q extends Question>(question: Q | AddressOf<Q>, query: Query = {}) =>
  queryOf<AnswerTo<Q>>(`/api/${question.path}`, query)
/** Asks through the cache. */
export const cachedTo = <Q extends Question>(question: Q | AddressOf<Q>, query: Query = {}): Promise<AnswerTo<Q>> =>
  cached<AnswerTo<Q>>(`/api/${question.path}`, query)
/** The same in a component; pass `undefined` as question to wait. */
export const useAnswer = <Q extends Question>(
  question: Q | AddressOf<Q> | undefined,
  query: Query = {},
): UseQueryResult<AnswerTo<Q>> => useGet<AnswerTo<Q>>(question && `/api/${question.path}`, query)

/** The meta of a query for which nobody waits after a save: it may take long, and comes by itself. */
export const comesLater = { comesLater: true }

/** Drops what was read under the prefixes and reads again what is on screen, but for what comes later. */
export const forget = async (...prefixes: string[]): Promise<void> => {
  const drop = (later: boolean) =>
    cache.invalidateQueries({
      predicate: ({ queryKey, meta: { comesLater: isLater = false } = {} }) =>
        isLater === later && prefixes.some((prefix) => isUnder(String(queryKey[0]), prefix)),
    })
  void drop(true)
  await drop(false)
}

/** After a save in a module: drops its records, its statements and everything that lists them. */
export const forgetModule = (moduleId: string): Promise<void> => forget(`/api/${moduleId}`, '/api/getdata')
