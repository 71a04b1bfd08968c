// Keys that are typed before their target appears.
import { beforeEach, expect, test, vi } from 'vitest'

const played: string[] = []
let onPlay: (key: string) => void = () => undefined
vi.mock('./play-key.ts', () => ({
  isPlayed: () => false,
  playKey: ({ key }: { key: string }) => {
    played.push(key)
    onPlay(key)
  },
}))
const listeners = new Set<(event: object) => void>()
vi.stubGlobal('window', {
  addEventListener: (_: string, act: (event: object) => void) => listeners.add(act),
  removeEventListener: (_: string, act: (event: object) => void) => listeners.delete(act),
})
// another file may have loaded it with its own keys
vi.resetModules()
const { dropKeys, holdKeys, patience, playKeys } = await import('./held-keys.ts')
/** Types; answers the keys that were not saved. */
const type = (...keys: readonly string[]): string[] =>
  keys.filter((key) => {
    let own = true
    const stop = () => void (own = false)
    for (const listener of [...listeners])
      listener({ key, code: '', preventDefault: stop, stopImmediatePropagation: () => undefined })
    return own
  })
beforeEach(() => {
  vi.useFakeTimers()
  played.length = 0
  onPlay = () => undefined
})

test('keys are saved while a target loads and played in their order once it appears', async () => {
  holdKeys('dialog')
  expect(type('2', '6', 'x', 'Backspace', '7', 'Enter', '9')).toEqual([])
  expect(played).toEqual([])
  playKeys('dialog')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['2', '6', 'x', 'Backspace', '7', 'Enter', '9'])
  expect(type('a')).toEqual(['a'])
})
test('a held Enter is saved once, other held keys repeat', async () => {
  holdKeys('screen')
  for (const key of ['Enter', 'Backspace'])
    for (const repeat of [false, true, true])
      for (const listener of [...listeners])
        listener({ key, repeat, code: '', preventDefault: () => undefined, stopImmediatePropagation: () => undefined })
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['Enter', 'Backspace', 'Backspace', 'Backspace'])
})
test('the key that began a wait is not saved when it is pressed again at once, and is after another key', async () => {
  holdKeys('screen', undefined, 'Enter')
  holdKeys('part of it')
  playKeys('part of it')
  expect(type('Enter', 'Enter', 'x', 'Enter')).toEqual([])
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['x', 'Enter'])
  holdKeys('screen')
  type('Enter')
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['x', 'Enter', 'Enter'])
})
test('keys pressed during the replay come after the saved ones', async () => {
  holdKeys('screen')
  type('a', 'b')
  onPlay = (key) => key === 'a' && void type('c')
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['a', 'b', 'c'])
})
test('a key that opens another target leaves the remaining keys for it', async () => {
  holdKeys('screen')
  type('Enter', 'x')
  onPlay = (key) => key === 'Enter' && holdKeys('picker')
  playKeys('screen')
  await vi.runAllTimersAsync()
  expect(played[0]).toBe('Enter')
})
test('keys wait for everything that is loading', async () => {
  holdKeys('screen')
  holdKeys('question')
  type('y')
  playKeys('screen')
  await vi.advanceTimersByTimeAsync(50)
  expect(played).toEqual([])
  playKeys('question')
  await vi.runAllTimersAsync()
  expect(played).toEqual(['y'])
})
test('a target that does not come discards its keys, and an unexpected target plays none', async () => {
  holdKeys('picker')
  type('a')
  dropKeys('picker')
  playKeys('dialog')
  await vi.runAllTimersAsync()
  expect(played).toEqual([])
  expect(type('b')).toEqual(['b'])
})
test('Escape stops waiting and discards the keys', () => {
  const escaped = vi.fn()
  holdKeys('dialog', escaped)
  expect(type('a', 'Escape', 'b')).toEqual(['b'])
  expect(escaped).toHaveBeenCalledOnce()
})
test('after the time limit keys work normally again', () => {
  holdKeys('screen')
  type('a')
  vi.advanceTimersByTime(patience)
  expect(type('b')).toEqual(['b'])
  expect(played).toEqual([])
})
