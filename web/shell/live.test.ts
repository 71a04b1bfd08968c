// A list that is read again because it changed elsewhere says that nobody asked for it.
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { get, unasked } from '../api/api.ts'
import { cache, forget, keyOf } from '../api/cache.ts'

afterEach(() => vi.unstubAllGlobals())

test('a list on screen that is read again by itself does not count as activity', async () => {
  const asked = vi.fn((_address: string, _init: RequestInit) => Promise.resolve(new Response('[]')))
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('location', { port: '3000', origin: 'http://here' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  const path = '/api/getdata/1001'
  const onScreen = new QueryObserver(cache, { queryKey: keyOf(path), queryFn: ({ signal }) => get(path, {}, signal) })
  const leave = onScreen.subscribe(() => undefined)
  await vi.waitFor(() => expect(onScreen.getCurrentResult().isSuccess).toBe(true))
  await unasked(() => forget(path))
  await forget(path)
  leave()
  expect(asked.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['X-Passive'])).toEqual([
    undefined,
    '1',
    undefined,
  ])
})
