// The sign-in screen explains why a user was signed out, and shows a new visitor no reason.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signedOut } from '../../core/entrance/signed-out.ts'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { followSignOut, forgetSession } from '../session/session.ts'
import { whyHere } from './why-here.ts'

afterEach(leave)
const { 'switched-off': switchedOff, 'signed-out': itself } = signedOut

test.each([
  ['switched-off', '/roleselection/true', true, switchedOff],
  ['idle', '/profile', true, signedOut.idle],
  [undefined, '/roleselection/true', true, signedOut.gone],
  ['a word of a newer server', '/profile', true, signedOut.gone],
  [undefined, '/profile', false, undefined],
])('FND-435 a 401 with the reason %s at %s, a known user: %s', async (code, path, remembered, text) => {
  await goTo('/404')
  await goTo(path, undefined, { remembered, answer: { status: 401, body: { message: 'Sign in to go on', code } } })
  await expect.poll(at).toBe('/login')
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  const bands = page.getByRole('status').elements()
  expect(bands.map((band) => band.textContent)).toEqual(text === undefined ? [] : [text])
})

test('another tab’s reason for a sign-out shows here too, as does a sign-out there', () => {
  forgetSession('idle')
  sessionStorage.clear()
  followSignOut()
  expect(whyHere()).toBe(signedOut.idle)
  forgetSession()
  followSignOut()
  expect(whyHere()).toBe(itself)
})
