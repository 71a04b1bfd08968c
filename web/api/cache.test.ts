// What a save removes from the cache.
import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cache, comesLater, forget, isUnder, keyOf } from './cache.ts'

test('FND-432 an answer is fresh for 10 seconds', () => {
  expect(cache.getDefaultOptions().queries?.staleTime).toBe(10_000)
})
test('a prefix covers its own path and those below, not a longer name', () => {
  expect(isUnder('/api/sales', '/api/sales')).toBe(true)
  expect(isUnder('/api/sales/7', '/api/sales/')).toBe(true)
  expect(isUnder('/api/salesreport', '/api/sales')).toBe(false)
})
test('a save forgets by path prefix and leaves the rest', async () => {
  cache.setQueryData(keyOf('/api/sales/7'), 1)
  cache.setQueryData(keyOf('/api/clients/7'), 1)
  await forget('/api/sales')
  expect(cache.getQueryState(keyOf('/api/sales/7'))?.isInvalidated).toBe(true)
  expect(cache.getQueryState(keyOf('/api/clients/7'))?.isInvalidated).toBe(false)
})
test('a save waits for the rows that are on screen, not for what comes later', async () => {
  const reads = { rows: 0, count: 0 }
  const rows = new QueryObserver(cache, {
    queryKey: keyOf('/api/getdata/1'),
    queryFn: () => Promise.resolve(++reads.rows),
  }).subscribe(() => undefined)
  let finish = (_: unknown): void => undefined
  const count = new QueryObserver(cache, {
    queryKey: [...keyOf('/api/getdata/1'), 'count'],
    queryFn: () => (++reads.count === 1 ? Promise.resolve(1) : new Promise((resolve) => (finish = resolve))),
    meta: comesLater,
  }).subscribe(() => undefined)
  await vi.waitUntil(() => !cache.isFetching())
  await forget('/api/getdata/1')
  expect(reads).toEqual({ rows: 2, count: 2 })
  expect(cache.isFetching()).toBe(1)
  finish(2)
  await vi.waitUntil(() => !cache.isFetching())
  rows()
  count()
  // other tests share the cache
  cache.clear()
})
