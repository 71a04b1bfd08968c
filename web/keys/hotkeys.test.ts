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

test('FND-161 FND-162 FND-163 FND-164 alt keys go by the physical key, for any keyboard layout', () => {
  expect(keys.keysOf(press({ altKey: true, code: 'KeyN', key: 'Dead' }))).toBe('alt+n')
  expect(keys.keysOf(press({ altKey: true, code: 'KeyF', key: 'ƒ' }))).toBe('alt+f')
  expect(keys.keysOf(press({ metaKey: true, code: 'KeyK', key: 'k' }))).toBe('ctrl+k')
  expect(keys.keysOf(press({ shiftKey: true, code: 'Slash', key: '?' }))).toBe('?')
})
test('keys as written on buttons and as named for a screen reader', () => {
  expect(keys.keyLabel('alt+n')).toBe('Alt N')
  expect(keys.keyShortcut('ctrl+k')).toBe('Control+K')
})
test('while a dialog is open only its own keys work, and those that always do', () => {
  const act = () => undefined
  const all = [
    { keys: 'alt+s', label: 'Save', act },
    { keys: '?', label: 'All keys', act, always: true },
    { keys: 'y', label: 'Yes', act, layer: 'question' },
  ]
  expect(keys.hotkeyFor(all, 'alt+s', undefined)?.label).toBe('Save')
  expect(keys.hotkeyFor(all, 'alt+s', 'question')).toBeUndefined()
  expect(keys.hotkeyFor(all, 'y', 'question')?.label).toBe('Yes')
  expect(keys.hotkeyFor(all, '?', 'question')?.label).toBe('All keys')
})
test('the dialog opened last is on top until it closes', () => {
  const closeFirst = keys.openLayer('first')
  const closeSecond = keys.openLayer('second')
  expect(keys.topLayer()).toBe('second')
  closeSecond()
  expect(keys.topLayer()).toBe('first')
  closeFirst()
  expect(keys.topLayer()).toBeUndefined()
})
