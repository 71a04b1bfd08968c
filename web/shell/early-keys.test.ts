// Keys that come before the dialog that they are for.
import { expect, test, vi } from 'vitest'

const listeners = new Set<(event: object) => void>()
vi.stubGlobal('window', {
  addEventListener: (_: string, act: (event: object) => void) => listeners.add(act),
  removeEventListener: (_: string, act: (event: object) => void) => listeners.delete(act),
})
const { endKeys, holdKeys, takeKeys } = await import('./early-keys.ts')
const type = (...keys: readonly string[]) => {
  for (const key of keys)
    for (const listener of [...listeners]) listener({ key, preventDefault: () => undefined, stopImmediatePropagation: () => undefined })
}

test('a scan before the dialog is kept whole, with its Enter, and what follows it is not', () => {
  holdKeys(() => undefined)
  type('2', '6', 'x', 'Backspace', '7', 'Enter', '9')
  expect(takeKeys()).toEqual({ text: '267', entered: true })
  expect(listeners.size).toBe(0)
})
test('while the dialog is open keys go to it; once it is gone they are kept again', () => {
  holdKeys(() => undefined)
  expect(listeners.size).toBe(0)
  endKeys()
  holdKeys(() => undefined)
  type('a')
  expect(takeKeys()).toEqual({ text: 'a', entered: false })
  endKeys()
})
test('Escape gives the dialog up', () => {
  const escaped = vi.fn()
  holdKeys(escaped)
  type('a', 'Escape', 'b')
  expect(escaped).toHaveBeenCalledOnce()
  expect(takeKeys().text).toBe('')
  endKeys()
})
