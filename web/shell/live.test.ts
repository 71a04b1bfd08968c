// A list that is read again because it changed elsewhere is marked passive.
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { get, unasked } from '../api/api.ts'
import { cache, forget, keyOf } from '../api/cache.ts'
import { readAgain, watchMissed } from './missed.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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
  expect(asked.mock.calls.map(([, init]) => new Headers(init.headers).get('X-Passive'))).toEqual([null, '1', null])
})

test('a window is read again when the line returns or after two minutes out of sight, not sooner', () => {
  vi.useFakeTimers()
  const [page, line] = [Object.assign(new EventTarget(), { visibilityState: 'visible' }), new EventTarget()]
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', line.addEventListener.bind(line))
  vi.stubGlobal('removeEventListener', line.removeEventListener.bind(line))
  const missed = vi.fn()
  const stop = watchMissed(missed)
  const goAway = (milliseconds: number) => {
    for (const visibilityState of ['hidden', 'visible']) {
      Object.assign(page, { visibilityState }).dispatchEvent(new Event('visibilitychange'))
      vi.advanceTimersByTime(milliseconds)
    }
  }
  goAway(119_000)
  expect(missed).toHaveBeenCalledTimes(0)
  goAway(120_000)
  expect(missed).toHaveBeenCalledTimes(1)
  line.dispatchEvent(new Event('online'))
  expect(missed).toHaveBeenCalledTimes(2)
  stop()
  goAway(120_000)
  line.dispatchEvent(new Event('online'))
  expect(missed).toHaveBeenCalledTimes(2)
})

test('lists and widgets are read again; pickers and the record on screen are not', () => {
  const [list, picker, record] = [
    [...keyOf('/api/getdata/1001'), 'rows'],
    [...keyOf('/api/getdata/100'), 'picker', 0],
    keyOf('/api/sales/7'),
  ]
  for (const key of [list, picker, record]) cache.setQueryData(key, [])
  readAgain()
  expect([list, picker, record].map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, false, false])
})
