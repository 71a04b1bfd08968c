// Following a job until it ends.
import { afterEach, expect, test, vi } from 'vitest'
import { unreachable } from './api.ts'
import { endOf } from './runs.ts'

const answering = (...answers: readonly (() => Response)[]) => {
  const left = [...answers]
  const asked = vi.fn(() => {
    const next = left.shift()
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('Failed to fetch'))
  })
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('location', { port: '3000', origin: 'http://here' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.useFakeTimers()
  return asked
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const running = () => Response.json({ State: 'running' })
const away = () => Response.json({ message: 'Starting' }, { status: 503 })

test('a job is followed over a restart of the server until it is done', async () => {
  const asked = answering(running, away, away, running, () => Response.json({ State: 'done', Result: 7 }))
  const ended = endOf<number>(1)
  await vi.runAllTimersAsync()
  expect((await ended).Result).toBe(7)
  expect(asked).toHaveBeenCalledTimes(5)
})
test('a long job is followed over many restarts', async () => {
  const outage = Array.from({ length: 100 }, () => away)
  answering(...outage, running, ...outage, () => Response.json({ State: 'done', Result: 7 }))
  const ended = endOf<number>(1)
  await vi.runAllTimersAsync()
  expect((await ended).Result).toBe(7)
})
test('a server that does not come back is given up; a refusal ends it at once', async () => {
  answering(running)
  const lost = endOf(1).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await lost).toMatchObject({ status: 0, message: unreachable })
  const asked = answering(() => Response.json({ message: 'Record not found' }, { status: 404 }))
  await expect(endOf(1)).rejects.toThrow('Record not found')
  expect(asked).toHaveBeenCalledTimes(1)
})
