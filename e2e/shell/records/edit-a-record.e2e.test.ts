// Editing a record in a real browser: under a lock, saved once, and left only on purpose.
import { describe, expect, test } from 'vitest'
import type { Read } from '../../../server/testing/answers.ts'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import { sizeOf } from '../../hands/sale.ts'
import { editClient, lockCalls, nameBox } from '../../hands/record.ts'

const { here, desk } = journeyForTests('desk')

const visit = () => here.visit('labdesk', 5, 2)
const nameOf = async (id: number): Promise<string> => (await desk.get(`/api/clients/${id}`)).body.Name

describe('editing', () => {
  test('FND-243 FND-244 FND-246 FND-247 FND-248 FND-249 FND-267 FND-271 alt+e takes the lock and opens the form; alt+d releases it and restores the record', async () => {
    const id = await aPatient(desk, { Name: 'Lata Before' })
    const { page } = await visit()
    const calls = lockCalls(page)
    await editClient(page, id)
    expect(calls).toEqual([`POST clients ${id}`])
    expect(await button(page, 'Edit').count()).toBe(0)
    expect(await button(page, 'Discard').count()).toBe(1)
    await nameBox(page).fill('Lata After')
    await page.keyboard.press('Alt+d')
    await shows(button(page, 'Edit'))
    await settles(() => calls, [`POST clients ${id}`, `DELETE clients ${id}`])
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Lata Before')
    expect(await page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
  })
  test('typed values survive a reload, on the version they were typed over', async () => {
    const id = await aPatient(desk, { Name: 'Sudha Before' })
    const { page } = await visit()
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft.')))
    const offer = page.getByRole('status').filter({ hasText: /^Changes of this client typed on .* were not saved/ })
    const typeAndReload = async (name: string) => {
      await editClient(page, id)
      await nameBox(page).fill(name)
      await settles(kept, [`draft.clients.${id}`])
      await page.reload()
      await shows(offer)
    }
    page.on('dialog', (dialog) => void dialog.accept())
    await typeAndReload('Sudha After')
    await offer.getByRole('button', { name: 'Resume' }).click()
    await settles(() => nameBox(page).inputValue(), 'Sudha After')
    await button(page, 'Save').click()
    await arrives(page, '/summary/clients')
    expect([await nameOf(id), await kept()]).toEqual(['Sudha After', []])

    // another user saves it meanwhile: that version is not overwritten, and the typed values remain on screen
    await typeAndReload('Sudha Later')
    const other = await here.person('admin', 1, 2)
    const { body } = await other.get(`/api/clients/${id}`)
    expect((await other.put(`/api/clients/${id}`, { ...body, Name: 'Sudha Elsewhere' })).status).toBe(200)
    await offer.getByRole('button', { name: 'Resume' }).click()
    await settles(() => nameBox(page).inputValue(), 'Sudha Later')
    await button(page, 'Save').click()
    await shows(page.getByRole('alert'))
    expect([await nameOf(id), await nameBox(page).inputValue()]).toEqual(['Sudha Elsewhere', 'Sudha Later'])
    await button(page, 'Discard').click()
    await shows(button(page, 'Edit'))
    await settles(kept, [])
  })
  test('the answer to a save does not bring back a user who has left', async () => {
    const id = await aPatient(desk, { Name: 'Meera Before' })
    const { page } = await visit()
    const answered = Promise.withResolvers<undefined>()
    await page.route(`**/api/clients/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await answered.promise
      await route.continue()
    })
    await editClient(page, id)
    await nameBox(page).fill('Meera After')
    await button(page, 'Save').click()
    await page.getByRole('link', { name: 'Sales', exact: true }).click()
    await question(page, 'Discard changes ?').getByRole('button', { name: 'Yes' }).click()
    await arrives(page, '/summary/sales')
    answered.resolve(undefined)
    await shows(said(page, /saved/))
    await settles(() => nameOf(id), 'Meera After')
    expect(new URL(page.url()).pathname).toBe('/summary/sales')
  })
  test('FND-250 FND-251 FND-252 an invalid form is not sent; errors show at the fields and above them; discarding a new record closes the screen', async () => {
    const { page } = await visit()
    await page.goto('/clients')
    await shows(button(page, 'Save'))
    const sent: string[] = []
    page.on(
      'request',
      (request) => request.method() === 'POST' && request.url().includes('/api/clients') && sent.push(request.url()),
    )
    await page.keyboard.press('Alt+s')
    await shows(page.locator('[data-field=Name] .error'))
    expect(await page.locator('[data-field=Name] .error').innerText()).toBe('Name is required')
    expect(await nameBox(page).getAttribute('aria-invalid')).toBe('true')
    await shows(page.locator('.errors[role=alert]'))
    await page.keyboard.press('Alt+d')
    await arrives(page, '/summary/clients')
    expect(sent).toEqual([])
  })
  test('FND-253 FND-256 FND-257 FND-258 FND-261 FND-270 FND-391 alt+s sends once, the screen is read-only meanwhile, then it shows a message, releases the lock and closes', async () => {
    const id = await aPatient(desk, { Name: 'Neha Before' })
    const { page } = await visit()
    const calls = lockCalls(page)
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const bodies: Pick<Read<'clients'>, 'Name' | 'RowVersion'>[] = []
    await page.route(`**/api/clients/${id}`, async (route) => {
      if (route.request().method() === 'PUT') {
        bodies.push(route.request().postDataJSON())
        await held
      }
      await route.continue()
    })
    await editClient(page, id)
    await nameBox(page).fill('Neha After')
    await page.keyboard.press('Alt+s')
    await settles(() => page.locator('fieldset.detail-body').evaluate((set: HTMLFieldSetElement) => set.disabled), true)
    await page.keyboard.press('Alt+s')
    go()
    await arrives(page, '/summary/clients')
    await shows(said(page, 'Changes saved'))
    expect(bodies.map((body) => body.Name)).toEqual(['Neha After'])
    expect(typeof bodies[0]?.RowVersion).toBe('number')
    await settles(() => calls.at(-1), `DELETE clients ${id}`)
    expect(await nameOf(id)).toBe('Neha After')
  })
})

describe('leaving', () => {
  test('FND-020 FND-188 FND-191 FND-192 FND-263 FND-264 FND-265 FND-437 MDA-019 a changed screen is left only after Yes, which releases the lock', async () => {
    const id = await aPatient(desk, { Name: 'Swati Before' })
    const { page } = await visit()
    const calls = lockCalls(page)
    await editClient(page, id)
    await nameBox(page).fill('Swati After')
    const leave = () =>
      page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }).click()
    const asked = question(page, 'Discard changes ?')
    await leave()
    await shows(asked)
    expect(await asked.getByRole('heading').innerText()).toBe('Confirmation')
    expect(await sizeOf(asked)).toEqual([640, 240])
    await asked.getByRole('button', { name: 'No' }).click()
    await gone(asked)
    expect(new URL(page.url()).pathname).toBe('/clients')
    expect(await nameBox(page).inputValue()).toBe('Swati After')
    expect(calls).toEqual([`POST clients ${id}`])
    await leave()
    await asked.getByRole('button', { name: 'Yes' }).click()
    await arrives(page, '/summary/sales')
    await settles(() => calls.at(-1), `DELETE clients ${id}`)
    expect(await nameOf(id)).toBe('Swati Before')
  })
  test('FND-020 an editable screen without a change is left without a question, and the lock is released; a half-typed date is a change: leaving by a key asks first; an invalid day is refused at saving', async () => {
    const id = await aPatient(desk, { Name: 'Usha Half Typed', BirthDate: '1980-04-05' })
    const { page } = await visit()
    const calls = lockCalls(page)
    await editClient(page, id)
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }).click()
    await arrives(page, '/summary/sales')
    await settles(() => calls.at(-1), `DELETE clients ${id}`)
    await page.goBack()
    await button(page, 'Edit').press('Alt+e')
    const born = page.getByRole('textbox', { name: 'Birth Date' })
    await born.fill('6-5-8')
    await page.goForward()
    const asked = question(page, 'Discard changes ?')
    await asked.getByRole('button', { name: 'No' }).click()
    await gone(asked)
    await born.fill('31-2-80')
    await page.keyboard.press('Alt+s')
    await shows(page.getByText('Birth Date is not a valid date'))
    expect(await born.inputValue()).toBe('31-2-80')
    expect((await desk.get(`/api/clients/${id}`)).body.BirthDate).toBe('1980-04-05')
  })
})
