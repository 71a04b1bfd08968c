// What a screen says of a failure that came without a word: always the same sentence.
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { goTo, leave as leaveAddress } from './address.fixture.tsx'
import { answerSome } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import { box, control, fill, leave, open, save } from './whole-screen.fixture.tsx'

const generic = 'Something went wrong. Please try again.'
const toasts = () => [...document.querySelectorAll('.snackbar.error > span')].map((one) => one.textContent)
const session = somebody('Administrator')

describe('a save', () => {
  afterEach(leave)
  test.each([
    ['an empty body', ''],
    ['a page of something in between', '<html>502</html>'],
    ['JSON without a message', '{}'],
  ])(
    'OPS-304 FND-418 FND-419 refused with %s: the sentence in the style of errors, what was typed stays',
    async (_what, text) => {
      await open('/departments', { session })
      const calls = answerSome(({ method }) => (method === 'POST' ? new Response(text, { status: 500 }) : undefined))
      await fill('Name', 'Cytology')
      await save()
      await expect.poll(toasts).toEqual([generic])
      expect(calls.map(({ url }) => url.pathname)).toContain('/api/departments/')
      expect(control('Name').value).toBe('Cytology')
      await expect.element(box('Name')).toBeEnabled()
    },
  )
})

describe('what is read', () => {
  afterEach(leaveAddress)
  const answer = { status: 500, body: {} }
  test('FND-419 a record that fails so: the sentence', async () => {
    await goTo('/departments?DepartmentId=2', session, { answer })
    await expect.poll(toasts).toContain(generic)
  })
  test('FND-419 a list that fails so: the sentence in place of rows', async () => {
    await goTo('/summary/departments', session, { answer })
    await expect.element(page.getByRole('alert').getByText(generic).first()).toBeVisible()
  })
})
