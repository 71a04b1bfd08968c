// How long an answer is used again when its screen is opened again.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerSome, bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { cache, keyOf, useGet } from './cache.ts'

let shown: Root | undefined
const goAway = () => shown?.unmount()
afterEach(() => {
  goAway()
  vi.useRealTimers()
  bringServerBack()
  cache.clear()
})
const path = '/api/departments/2'
const Answer = () => <output>{useGet<{ times: number }>(path).data?.times}</output>
const readers = () =>
  cache
    .getQueryCache()
    .find({ queryKey: keyOf(path) })
    ?.getObserversCount()
/** Somebody who reads it goes, and comes again. */
const comeBack = async () => {
  goAway()
  shown = createRoot(document.body)
  shown.render(
    <QueryClientProvider client={cache}>
      <Answer />
    </QueryClientProvider>,
  )
  await expect.poll(readers).toBe(1)
}

test('FND-432 a GET repeated after nine seconds sends nothing, after eleven it is sent again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const began = Date.now()
  takeServerAway()
  const calls = answerSome(() => ({ times: calls.length }))
  const reads = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text)
  await comeBack()
  await reads('1')
  vi.setSystemTime(began + 9_000)
  await comeBack()
  await reads('1')
  expect(calls).toHaveLength(1)
  vi.setSystemTime(began + 11_000)
  await comeBack()
  await reads('2')
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([`GET ${path}`, `GET ${path}`])
})
