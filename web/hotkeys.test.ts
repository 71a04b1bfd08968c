// Names of keys.
import { beforeAll, expect, test, vi } from 'vitest'

let keys: typeof import('./hotkeys.ts')
beforeAll(async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  keys = await import('./hotkeys.ts')
})
const press = (change: Partial<KeyboardEvent>) => ({
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  code: '',
  key: '',
  ...change,
})

test('FND-161 FND-162 FND-163 FND-164 alt keys are told by the physical key, whatever the layout types', () => {
  expect(keys.keysOf(press({ altKey: true, code: 'KeyN', key: 'Dead' }))).toBe('alt+n')
  expect(keys.keysOf(press({ altKey: true, code: 'KeyF', key: 'ƒ' }))).toBe('alt+f')
  expect(keys.keysOf(press({ metaKey: true, code: 'KeyK', key: 'k' }))).toBe('ctrl+k')
  expect(keys.keysOf(press({ shiftKey: true, code: 'Slash', key: '?' }))).toBe('?')
})
test('keys as written on buttons and as told to a screen reader', () => {
  expect(keys.keyLabel('alt+n')).toBe('Alt N')
  expect(keys.keyShortcut('ctrl+k')).toBe('Control+K')
})
