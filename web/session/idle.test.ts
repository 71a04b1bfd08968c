// Idle time.
import { expect, test } from 'vitest'
import { idleMinutes, remaining } from './idle.ts'

test('FND-085 FND-086 FND-435 the session is idle after 15 minutes without activity', () => {
  expect(idleMinutes).toBe(15)
  expect(remaining(0, 15 * 60_000 - 1)).toBe(1)
  expect(remaining(0, 15 * 60_000)).toBe(0)
  expect(remaining(60_000, 15 * 60_000)).toBe(60_000)
})
