// A record that somebody else edits: who types on after Edit was refused does not ask for its lock with each Enter.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { somebody } from '../screen/session.fixture.ts'
import { leave, open } from '../screen/whole-screen.fixture.tsx'

afterEach(leave)

const product = { ProductId: 1, Code: 'P1', Name: 'CBC', RowVersion: 1, Actions: { update: true } }
const begin = async () => {
  await open('/products?ProductId=1', { session: somebody(), read: [['/api/products/1', {}, product]] })
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  let asked = 0
  globalThis.fetch = (to) => {
    if (String(to instanceof Request ? to.url : to).includes('/api/locks/')) asked += 1
    const message = 'This record is being edited by Asha Rao since 21-Nov-2026 09:30 AM'
    return Promise.resolve(Response.json({ message }, { status: 423 }))
  }
  return () => asked
}

test.each([
  ['a click', () => userEvent.click(page.getByRole('button', { name: 'Edit' }))],
  ['its key', () => userEvent.keyboard('{Alt>}e{/Alt}')],
])('after %s one refusal is shown, and Enter asks no more; the key asks again', async (_by, press) => {
  const asked = await begin()
  await press()
  await expect.element(page.getByText(/being edited by Asha Rao/)).toBeVisible()
  await userEvent.keyboard('12{Enter}13{Enter}{Enter}')
  expect(asked()).toBe(1)
  await userEvent.keyboard('{Alt>}e{/Alt}')
  await expect.poll(asked).toBe(2)
})
