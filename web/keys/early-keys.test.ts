// Keys typed before the application has loaded: saved for its first screen, and for no other address.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const played: string[] = []
vi.mock('./play-key.ts', () => ({
  isPlayed: () => false,
  playKey: ({ key }: { key: string }) => void played.push(key),
}))
const keyOf = (key: string) => ({ key, code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false })
type Listener = (event: object) => void
/** A page that has just opened, with its first script alone; answers a function that presses a key in it. */
const pageAt = async (pathname: string) => {
  const listeners = new Set<Listener>()
  vi.resetModules()
  vi.stubGlobal('window', {
    location: { pathname },
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
  })
  await import('./early-keys.ts')
  return {
    type: (...keys: readonly string[]): string[] =>
      keys.filter((key) => {
        let own = true
        const stop = () => void (own = false)
        for (const listener of [...listeners])
          listener({ ...keyOf(key), preventDefault: stop, stopImmediatePropagation: () => undefined })
        return own
      }),
    go: (to: string) => void (window.location.pathname = to),
  }
}
afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})
beforeEach(() => {
  vi.useFakeTimers()
  played.length = 0
})

test('keys typed before the application loads are played to its first screen, with those that follow', async () => {
  const page = await pageAt('/sales')
  expect(page.type('J', 'o', 's')).toEqual([])
  const { holdKeys, isPageElsewhere, playKeys } = await import('./held-keys.ts')
  expect(page.type('e', 'p', 'h', 'Enter')).toEqual([])
  holdKeys('dialog')
  playKeys('screen')
  expect(page.type('3')).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  expect(played).toEqual([])
  playKeys('dialog')
  await vi.runAllTimersAsync()
  expect([played.join(' '), isPageElsewhere()]).toEqual(['J o s e p h Enter 3', false])
  expect(page.type('x')).toEqual(['x'])
})
test('Escape discards the saved keys; the reload key still works in the browser', async () => {
  const page = await pageAt('/sales')
  expect(page.type('J', 'Escape', 'F5', 'M')).toEqual(['F5'])
  const { playKeys } = await import('./held-keys.ts')
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['M'])
})
test('a page that opens at another address detects it', async () => {
  const page = await pageAt('/sales')
  const { isPageElsewhere } = await import('./held-keys.ts')
  page.go('/login')
  expect(isPageElsewhere()).toBe(true)
})
