// Messages at the foot of the page: how long they show, what dismisses them, and the texts without a server message.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { get } from '../api/api.ts'
import { bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { Snackbars } from './snackbar.tsx'
import { dismiss, readNotes, sayError, saySaved } from './snackbar-store.ts'

beforeEach(async () => {
  draw(<Snackbars />)
  await expect.poll(() => document.querySelector('.snackbars')).not.toBeNull()
})
afterEach(() => {
  vi.useRealTimers()
  for (const { id } of readNotes()) dismiss(id)
  clear()
})
const notes = () => [...document.querySelectorAll('.snackbar > span')].map((note) => note.textContent)
/** A frame of the page, whose time is not the faked one. */
const drawn = () => new Promise((done) => requestAnimationFrame(done))

describe('how long', () => {
  test.each([
    ['FND-412', 'a normal message shows for three seconds', () => saySaved({ message: 'Patient is saved' }), 3_000],
    ['FND-433', 'an error shows for five', () => sayError('It is closed'), 5_000],
  ] as const)('%s %s', async (_id, _title, speak, time) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    speak()
    vi.advanceTimersByTime(time - 1)
    await drawn()
    expect(notes()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await drawn()
    expect(notes()).toEqual([])
  })
  test('FND-415 dismiss closes it at once', async () => {
    sayError('It is closed')
    await userEvent.click(page.getByRole('button', { name: 'dismiss' }))
    expect(notes()).toEqual([])
  })
})

describe('without a message of the server', () => {
  test('FND-417 the transport’s message shows', async () => {
    takeServerAway()
    sayError(await get('/api/sales/7').catch((error: unknown) => error))
    bringServerBack()
    await expect.poll(notes).toEqual(["The server can't be reached."])
  })
  test('FND-418 and without that a generic one shows', async () => {
    sayError(new Error(''))
    await expect.poll(notes).toEqual(['Something went wrong. Please try again.'])
  })
})
