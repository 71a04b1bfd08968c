// What a save removes from the cache.
import { expect, test } from 'vitest'
import { cache, forget, isUnder, keyOf } from './cache.ts'

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
