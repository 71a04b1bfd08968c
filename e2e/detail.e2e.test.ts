// The detail screen in a real browser: reading, editing under a lock, saving, failing, leaving. On a client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../modules/sales/sales.fixture.ts'
import { sql } from '../server/db.ts'
import type { Person } from '../server/testing/signed-in.ts'
import { arrives, button, gone, journey, question, said, settles, shows, type Journey } from './journey.ts'

let here: Journey
let desk: Person
let sale: Record<string, unknown>
beforeAll(async () => {
  here = await journey()
  desk = await here.person('labdesk', 5, 2)
  sale = await accessioned(desk)
})
afterAll(() => here?.close())

const visit = () => here.visit('labdesk', 5, 2)
const nameOf = async (id: number): Promise<string> => (await desk.get(`/api/clients/${id}`)).body['Name'] as string
const show = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/clients?ClientId=${id}`)
  await shows(button(page, 'Close'))
}
const edit = async (page: Page, id: number): Promise<void> => {
  await show(page, id)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
}
const nameBox = (page: Page) => page.locator('[data-field=Name] input')
/** Calls on locks as they are made: method and the record. */
const lockCalls = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname !== '/api/locks/') return
    const body = (request.postDataJSON() ?? Object.fromEntries(url.searchParams)) as { ModuleId?: string; FormId?: unknown }
    calls.push(`${request.method()} ${body.ModuleId} ${String(body.FormId)}`)
  })
  return calls
}

describe('reading', () => {
  test('FND-016 FND-017 FND-042 FND-166 FND-168 FND-169 FND-170 FND-237 FND-238 FND-239 FND-269 OPS-016 a key opens the record read-only with its id and its buttons; alt+c closes', async () => {
    const id = await aPatient(desk, { Name: 'Asha Read' })
    const { page, context } = await visit()
    await show(page, id)
    expect(await page.locator('.page-head').innerText()).toMatch(new RegExp(`Asha Read[\\s\\S]*Client ${id}`))
    for (const name of ['Edit', 'History', 'Close']) expect(await button(page, name).count()).toBe(1)
    for (const name of ['Save', 'Discard']) expect(await button(page, name).count()).toBe(0)
    expect(await page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
    await page.keyboard.press('Alt+c')
    await arrives(page, '/summary/clients')
    await context.close()
  })
  test('FND-241 without the permit update there is no Edit', async () => {
    const id = await aPatient(desk)
    const { page, context } = await here.visit('accounts', 7, 2)
    await show(page, id)
    expect(await button(page, 'Edit').count()).toBe(0)
    await context.close()
  })
  test('FND-222 FND-237 FND-268 alt+h shows who did what, read anew each time', async () => {
    const id = await aPatient(desk)
    const { page, context } = await visit()
    await show(page, id)
    for (const time of [1, 2]) {
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('/api/actions')),
        page.keyboard.press('Alt+h'),
      ])
      expect(new URL(asked.url()).search).toBe(`?ModuleId=clients&FormId=${id}`)
      const dialog = page.getByRole('dialog', { name: `History of Client ${id}` })
      await shows(dialog.getByText(/create by Kavita Joshi/))
      await page.keyboard.press('Escape')
      await gone(dialog)
      expect(time).toBeLessThan(3)
    }
    await context.close()
  })
  test('FND-171 FND-434 OPS-322 a spinner shows while a slow record is awaited', async () => {
    const id = await aPatient(desk)
    const { page, context } = await visit()
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(`**/api/clients/${id}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/clients?ClientId=${id}`)
    await shows(page.locator('.screen .spinner'))
    expect(
      await page
        .locator('.late:has(> .spinner)')
        .first()
        .evaluate((box) => getComputedStyle(box).animationDelay),
    ).toBe('0.4s')
    go()
    await shows(button(page, 'Edit'))
    await gone(page.locator('.screen .spinner'))
    await context.close()
  })
  test('FND-423 OPS-022 OPS-306 a record that is not there says so and returns to its list', async () => {
    const { page, context } = await here.visit('admin', 1, 2)
    for (const [module, key] of [
      ['clients', 'ClientId'],
      ['sales', 'SaleId'],
      ['products', 'ProductId'],
      ['samples', 'SampleId'],
      ['worksheets', 'WorkSheetId'],
    ] as const) {
      await page.goto(`/${module}?${key}=99999999`)
      await arrives(page, `/summary/${module}`).catch(() => {
        throw new Error(`${module} stays`)
      })
      await shows(page.locator('.snackbar.error'))
    }
    await context.close()
  })
  test('FND-018 FND-022 FND-024 FND-031 FND-036 FND-037 FND-038 FND-039 FND-040 FND-041 FND-042 FND-043 FND-044 FND-045 OPS-014 OPS-015 detail routes open, without a key for a new record', async () => {
    const { page, context } = await here.visit('admin', 1, 2)
    for (const [module, title] of [
      ['sales', 'New Sale'],
      ['clients', 'New Client'],
      ['pricelists', 'New Price List'],
      ['elements', 'New Element'],
      ['specimens', 'New Specimen'],
      ['departments', 'New Department'],
      ['instruments', 'New Instrument'],
      ['labinstruments', 'New Lab Instrument'],
      ['tests', 'New Test'],
      ['products', 'New Product'],
      ['users', 'New User'],
      ['lists', 'New List'],
    ] as const) {
      await page.goto(`/${module}`)
      await shows(page.getByRole('heading', { name: new RegExp(`^${title}`, 'i') }))
      expect(await button(page, 'Save').count(), module).toBe(1)
    }
    const [sample] = sale['Samples'] as { SampleId: number }[]
    await page.goto(`/samples?SampleId=${sample?.SampleId}`)
    await shows(page.getByRole('heading', { name: new RegExp(String(sample?.SampleId)) }))
    await context.close()
  })
})

describe('editing', () => {
  test('FND-243 FND-244 FND-246 FND-247 FND-248 FND-249 FND-267 FND-271 FND-393 FND-394 alt+e takes the lock and opens the form; alt+d gives it back and brings the record back', async () => {
    const id = await aPatient(desk, { Name: 'Lata Before' })
    const { page, context } = await visit()
    const calls = lockCalls(page)
    await edit(page, id)
    expect(calls).toEqual([`POST clients ${id}`])
    expect(await button(page, 'Edit').count()).toBe(0)
    expect(await button(page, 'Discard').count()).toBe(1)
    await nameBox(page).fill('Lata After')
    await page.keyboard.press('Alt+d')
    await shows(button(page, 'Edit'))
    await settles(() => calls, [`POST clients ${id}`, `DELETE clients ${id}`])
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Lata Before')
    expect(await page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
    await context.close()
  })
  test('FND-250 discarding a new record closes the screen', async () => {
    const { page, context } = await visit()
    await page.goto('/clients')
    await shows(button(page, 'Save'))
    await page.keyboard.press('Alt+d')
    await arrives(page, '/summary/clients')
    await context.close()
  })
  test('FND-251 FND-252 an invalid form is not sent; what is wrong stands at the fields and above them', async () => {
    const { page, context } = await visit()
    await page.goto('/clients')
    await shows(button(page, 'Save'))
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && request.url().includes('/api/clients') && sent.push(request.url()))
    await page.keyboard.press('Alt+s')
    await shows(page.locator('[data-field=Name] .error'))
    expect(await page.locator('[data-field=Name] .error').innerText()).toBe('Name is required')
    expect(await nameBox(page).getAttribute('aria-invalid')).toBe('true')
    await shows(page.locator('.errors[role=alert]'))
    expect(sent).toEqual([])
    await context.close()
  })
  test('FND-253 FND-256 FND-257 FND-258 FND-261 FND-270 FND-391 OPS-305 alt+s sends once, the screen is read-only meanwhile, then it says so, gives the lock back and closes', async () => {
    const id = await aPatient(desk, { Name: 'Neha Before' })
    const { page, context } = await visit()
    const calls = lockCalls(page)
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const bodies: Record<string, unknown>[] = []
    await page.route(`**/api/clients/${id}`, async (route) => {
      if (route.request().method() === 'PUT') {
        bodies.push(route.request().postDataJSON() as Record<string, unknown>)
        await held
      }
      await route.continue()
    })
    await edit(page, id)
    await nameBox(page).fill('Neha After')
    await page.keyboard.press('Alt+s')
    await settles(() => page.locator('fieldset.detail-body').evaluate((set) => (set as HTMLFieldSetElement).disabled), true)
    await page.keyboard.press('Alt+s')
    go()
    await arrives(page, '/summary/clients')
    await shows(page.locator('.snackbar[role=status]'))
    expect(bodies.map((body) => body['Name'])).toEqual(['Neha After'])
    expect(typeof bodies[0]?.['RowVersion']).toBe('number')
    await settles(() => calls.at(-1), `DELETE clients ${id}`)
    expect(await nameOf(id)).toBe('Neha After')
    await context.close()
  })
  test('FND-255 FND-257 FND-390 a new record is created; without a message of the server it says Changes saved', async () => {
    const { page, context } = await visit()
    await page.route('**/api/clients/', async (route) => {
      const answer = await route.fetch()
      const { message: _message, ...body } = (await answer.json()) as Record<string, unknown>
      await route.fulfill({ status: answer.status(), json: body })
    })
    await page.goto('/clients')
    await page.locator('[data-field=ClientTypeId] select').selectOption({ label: 'Patient' })
    await nameBox(page).fill('Kiran Fresh')
    await page.locator('[data-field=GenderId] select').selectOption({ index: 1 })
    await page.locator('[data-field=Age] input').fill('33')
    await page.locator('[data-field=MobilePhone] input').fill('9822000111')
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    await shows(said(page, 'Changes saved'))
    await context.close()
  })
})

describe('what goes wrong', () => {
  test('FND-259 FND-260 FND-262 FND-421 a refused save shows the message and keeps the values, the form and the lock', async () => {
    const id = await aPatient(desk, { Name: 'Rekha Before' })
    const { page, context } = await visit()
    const calls = lockCalls(page)
    await edit(page, id)
    await page.route(`**/api/clients/${id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { message: 'Not on a Saturday' } }) : route.continue(),
    )
    await nameBox(page).fill('Rekha After')
    await page.keyboard.press('Alt+s')
    await shows(said(page, 'Not on a Saturday'))
    expect(await said(page, 'Not on a Saturday').getAttribute('class')).toContain('error')
    expect(await nameBox(page).inputValue()).toBe('Rekha After')
    expect(await nameBox(page).isEditable()).toBe(true)
    expect(calls).toEqual([`POST clients ${id}`])
    await context.close()
  })
  test('FND-260 FND-417 FND-421 a server that is not reached loses nothing: the same save sent again is the same request', async () => {
    const id = await aPatient(desk, { Name: 'Maria Before' })
    const { page, context } = await visit()
    await edit(page, id)
    const keys: (string | undefined)[] = []
    await page.route(`**/api/clients/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
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
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(await nameOf(id)).toBe('Maria After')
    await context.close()
  })
  test('FND-245 FND-420 a record that another user edits says who and stays read-only', async () => {
    const id = await aPatient(desk)
    const [one, other] = await Promise.all([visit(), here.visit('manager', 2, 2)])
    await edit(one.page, id)
    await show(other.page, id)
    await button(other.page, 'Edit').click()
    await shows(said(other.page, /This record is being edited by Kavita Joshi since/))
    expect(await other.page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
    await shows(button(other.page, 'Edit'))
    await button(one.page, 'Discard').click()
    await shows(button(one.page, 'Edit'))
    await button(other.page, 'Edit').click()
    await shows(button(other.page, 'Save'))
    await one.context.close()
    await other.context.close()
  })
  test('FND-259 FND-260 a record that was changed meanwhile is not overwritten, and what was entered stays', async () => {
    const id = await aPatient(desk, { Name: 'Jyoti Before' })
    const { page, context } = await visit()
    await edit(page, id)
    await nameBox(page).fill('Jyoti Mine')
    // a lock can be lost: the version is what counts
    await here.app.db.transaction((tx) => tx.run(sql`delete from locks`))
    const record = (await desk.get(`/api/clients/${id}`)).body
    const saved = await desk.put(`/api/clients/${id}`, { ...record, Name: 'Jyoti Theirs' })
    expect(saved.text).not.toMatch(/edited by/)
    await page.keyboard.press('Alt+s')
    await shows(page.locator('.snackbar.error').filter({ hasText: /still on this screen/ }))
    expect(await nameBox(page).inputValue()).toBe('Jyoti Mine')
    expect(await nameOf(id)).toBe('Jyoti Theirs')
    await context.close()
  })
})

describe('leaving', () => {
  test('FND-020 FND-188 FND-191 FND-192 FND-263 FND-264 FND-265 FND-437 a changed screen is left only after Yes, which gives the lock back', async () => {
    const id = await aPatient(desk, { Name: 'Swati Before' })
    const { page, context } = await visit()
    const calls = lockCalls(page)
    await edit(page, id)
    await nameBox(page).fill('Swati After')
    const leave = () => page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }).click()
    const asked = question(page, 'Discard changes ?')
    await leave()
    await shows(asked)
    expect(await asked.getByRole('heading').innerText()).toBe('Confirmation')
    expect(await asked.evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight])).toEqual([640, 240])
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
    await context.close()
  })
  test('FND-020 an editable screen without a change is left without a question, and the lock goes too', async () => {
    const id = await aPatient(desk)
    const { page, context } = await visit()
    const calls = lockCalls(page)
    await edit(page, id)
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }).click()
    await arrives(page, '/summary/sales')
    await settles(() => calls.at(-1), `DELETE clients ${id}`)
    await context.close()
  })
})
