// Nobody touches the page: the shell signs out at fifteen minutes and not a millisecond before.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

afterEach(() => {
  vi.useRealTimers()
  leave()
})
const minute = 60_000
/** Lets the held clock go on, and the page draw what came of it. */
const pass = (time: number) => vi.advanceTimersByTimeAsync(time)
const touch = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))

test('FND-085 FND-086 FND-435 the unit is minutes: still there a millisecond before the fifteenth, at sign-in with it; a key begins them again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const going = goTo('/summary/dashboard', somebody())
  const dashboard = page.getByRole('heading', { name: 'Dashboard' })
  await expect.poll(async () => (await pass(10), dashboard.elements().length), { timeout: 15_000 }).toBe(1)
  await going
  touch()
  await pass(14 * minute)
  touch()
  await pass(15 * minute - 1)
  expect([at(), localStorage.getItem('user')]).toEqual(['/summary/dashboard', expect.any(String)])
  await pass(1)
  await expect.poll(async () => (await pass(10), at())).toBe('/login')
  expect(localStorage.getItem('user')).toBeNull()
})
