// A save that fails, in a real browser: refused, not reached, or changed by another user. No entered value is lost.
import { expect, test } from 'vitest'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { sql } from '../../../server/db/db.ts'
import { takePermit } from '../../hands/faults.ts'
import { arrives, button, journeyForTests, said, settles, shows } from '../../hands/journey.ts'
import { headerOf } from '../../hands/wire.ts'
import { editClient, lockCalls, nameBox, showClient } from '../../hands/record.ts'

const { here, desk } = journeyForTests('desk')

const visit = () => here.visit('labdesk', 5, 2)
const nameOf = async (id: number): Promise<string> => (await desk.get(`/api/clients/${id}`)).body.Name

test('FND-259 FND-260 FND-262 FND-421 a refused save shows the message and preserves the values, the form and the lock', async () => {
  const id = await aPatient(desk, { Name: 'Rekha Before' })
  const { page } = await visit()
  const calls = lockCalls(page)
  await editClient(page, id)
  await nameBox(page).fill('Rekha After')
  // the permit is removed while the form is open
  const giveBack = await takePermit(here, 5, 'clients', 'update')
  const refusal = (await desk.put(`/api/clients/${id}`, { Name: 'Rekha Elsewhere' })).body.message
  await page.keyboard.press('Alt+s')
  await shows(said(page, refusal))
  expect(await said(page, refusal).getAttribute('class')).toContain('error')
  await giveBack()
  expect(await nameBox(page).inputValue()).toBe('Rekha After')
  expect(await nameBox(page).isEditable()).toBe(true)
  expect(calls).toEqual([`POST clients ${id}`])
})
test('FND-260 FND-417 FND-421 an unreachable server loses no change: the same save sent again is the same request', async () => {
  const id = await aPatient(desk, { Name: 'Maria Before' })
  const { page } = await visit()
  await editClient(page, id)
  const keys: (string | undefined)[] = []
  await page.route(`**/api/clients/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    keys.push(headerOf(route.request(), 'idempotency-key'))
    // the first one arrives, its answer does not
    if (keys.length === 1) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  await nameBox(page).fill('Maria After')
  await page.keyboard.press('Alt+s')
  await shows(said(page, "The server can't be reached. Your changes are still on this screen."))
  expect(await nameBox(page).inputValue()).toBe('Maria After')
  // no field has an error: the focus remains where the user typed
  await settles(() => nameBox(page).evaluate((box) => box === document.activeElement), true)
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await nameOf(id)).toBe('Maria After')
})
test('FND-245 FND-420 a record that another user edits shows who and is read-only', async () => {
  const id = await aPatient(desk)
  const [one, other] = await Promise.all([visit(), here.visit('manager', 2, 2)])
  await editClient(one.page, id)
  await showClient(other.page, id)
  await button(other.page, 'Edit').click()
  await shows(said(other.page, /This record is being edited by Kavita Joshi since/))
  expect(await other.page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
  await shows(button(other.page, 'Edit'))
  await button(one.page, 'Discard').click()
  await shows(button(one.page, 'Edit'))
  await button(other.page, 'Edit').click()
  await shows(button(other.page, 'Save'))
  await one.context.close()
})
test('FND-259 FND-260 a record changed meanwhile is not overwritten, and the entered values remain', async () => {
  const id = await aPatient(desk, { Name: 'Jyoti Before' })
  const { page } = await visit()
  await editClient(page, id)
  await nameBox(page).fill('Jyoti Mine')
  // a lock can be lost: the version decides
  await here.app.db.transaction((tx) => tx.run(sql`delete from locks`))
  const record = (await desk.get(`/api/clients/${id}`)).body
  const saved = await desk.put(`/api/clients/${id}`, { ...record, Name: 'Jyoti Theirs' })
  expect(saved.text).not.toMatch(/edited by/)
  await page.keyboard.press('Alt+s')
  await shows(page.locator('.snackbar.error').filter({ hasText: /still on this screen/ }))
  expect(await nameBox(page).inputValue()).toBe('Jyoti Mine')
  expect(await nameOf(id)).toBe('Jyoti Theirs')
})
