// Something sensitive: the reason is asked with what is kept of it, required, and without one the act stays refused.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../api/api.ts'
import { bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { Asked } from './asked.tsx'
import { withReason } from './reason.ts'

beforeEach(takeServerAway)
afterEach(() => {
  bringServerBack()
  clear()
})
const closed = new ApiError(422, 'Enter why', {}, undefined, undefined, 'sensitive')

test('an act that is closed asks why; without an answer it stays refused, done once', async () => {
  draw(<Asked />)
  let tried = 0
  const act = async () => {
    tried += 1
    throw closed
  }
  const ended = withReason(7, act).catch((error: unknown) => error)
  await expect.element(page.getByRole('dialog', { name: 'Open Sensitive Results' })).toBeVisible()
  await expect.element(page.getByText('Your name, the time and the reason are kept', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.element(page.getByText('required', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect([await ended, tried]).toEqual([closed, 1])
})

test('any other refusal is no question', async () => {
  draw(<Asked />)
  const other = new ApiError(422, 'The sale is cancelled')
  await expect(withReason(7, () => Promise.reject(other))).rejects.toBe(other)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
