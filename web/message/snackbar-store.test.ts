// How long a note shows and its text.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api.ts'
import { dismiss, readNotes, say, sayError, saySaved } from './snackbar-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})
test('FND-412 FND-433 a note shows for 3 seconds', () => {
  say('Changes saved')
  vi.advanceTimersByTime(2_999)
  expect(readNotes()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readNotes()).toHaveLength(0)
})
test('FND-413 FND-414 an error shows for 5 seconds and is marked as one', () => {
  sayError(new ApiError(423, 'Locked by Anita Sharma'))
  vi.advanceTimersByTime(4_999)
  expect(readNotes()[0]).toMatchObject({ text: 'Locked by Anita Sharma', error: true })
  vi.advanceTimersByTime(1)
  expect(readNotes()).toHaveLength(0)
})
test('FND-415 dismiss closes a note at once', () => {
  say('One')
  dismiss(readNotes()[0]?.id ?? 0)
  expect(readNotes()).toHaveLength(0)
})
test('FND-257 FND-426 OPS-305 a save shows the message of the server, else Changes saved', () => {
  saySaved({ message: 'Sale 7 saved' })
  saySaved({})
  expect(readNotes().map((note) => note.text)).toEqual(['Sale 7 saved', 'Changes saved'])
})
