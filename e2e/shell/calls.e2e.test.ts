// HTTP traffic in a real browser: what is read from the cache, and the worker that caches the shell.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient } from '../../modules/sales/sales.fixture.ts'
import { arrives, button, journeyForTests, opens, settles, shows } from '../hands/journey.ts'
import { nameBox } from '../hands/record.ts'
import { grid } from '../hands/sales-list.ts'

const { here, desk } = journeyForTests('desk')

const module = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name, exact: true })

test('FND-404 the cache answers the same GET for ten seconds; another address is another entry', async () => {
  const [one, other] = [await aPatient(desk, { Name: 'Kept One' }), await aPatient(desk, { Name: 'Kept Other' })]
  const { page } = await here.visit('labdesk', 5, 2)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/api\/(clients\/|getdata\/10)/.test(url.pathname)) asked.push(url.pathname + url.search)
  })
  const see = async (id: number): Promise<void> => {
    await opens(page, `/clients?ClientId=${id}`)
    await shows(page.locator('.head-status').filter({ hasText: `Client ${id}` }))
  }
  await page.goto('/summary/patients')
  await shows(grid(page))
  await see(one)
  await see(other)
  await see(one)
  const times = (id: number) => asked.filter((path) => path === `/api/clients/${id}`).length
  expect([times(one), times(other)]).toEqual([1, 1])
  await module(page, 'Patients').click()
  await shows(grid(page))
  expect(asked.filter((path) => path.startsWith('/api/getdata/1006'))).toHaveLength(1)
  await page.clock.fastForward(10_500)
  await see(one)
  await settles(() => times(one), 2)
  expect(times(other)).toBe(1)
})

test('FND-405 a save drops cached answers under the paths of its module and leaves the others', async () => {
  const id = await aPatient(desk, { Name: 'Forgotten Before' })
  const { page } = await here.visit('labdesk', 5, 2)
  await page.clock.install()
  await page.goto('/clients')
  await shows(page.locator('[data-field=GenderId] select'))
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'GET' && asked.push(new URL(request.url()).pathname))
  const see = () => opens(page, `/clients?ClientId=${id}`)
  await see()
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await nameBox(page).fill('Forgotten After')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  await shows(grid(page))
  asked.length = 0
  await see()
  await shows(page.getByRole('heading', { name: 'Forgotten After' }))
  expect(asked).toContain(`/api/clients/${id}`)
  await page.keyboard.press('Alt+e')
  await shows(page.locator('[data-field=GenderId] select'))
  expect(asked.filter((path) => path === '/api/listitems')).toEqual([])
})

test('FND-449 MDA-361 the worker of the application is registered, and data of the server do not come from it', async () => {
  const id = await aPatient(desk, { Name: 'Worker Before' })
  const { page } = await here.visit('labdesk', 5, 2, { serviceWorkers: 'allow' })
  await page.goto(`/clients?ClientId=${id}`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  expect(
    await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map((one) => new URL(one.scope).pathname),
    ),
  ).toEqual(['/'])
  await page.reload()
  await shows(page.getByRole('heading', { name: 'Worker Before' }))
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect((await desk.put(`/api/clients/${id}`, { Name: 'Worker After' })).status).toBe(200)
  await page.reload()
  await shows(page.getByRole('heading', { name: 'Worker After' }))
})
