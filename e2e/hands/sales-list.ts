// The sales list in the browser with more than one page of sales, for the journeys on lists.
import type { Page } from 'playwright-core'
import { accessioned, aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { models } from '../../web/models.ts'
import { opens, settles, shows, type Journey } from './journey.ts'

/** Rows of a page, and rows beyond the first one. */
export const pageful = 100
export const some = 7
/** Books the sales; answers the one with LRN 777001, which is of Sunita Kulkarni and accessioned. */
export const manySales = async (here: Journey): Promise<Read<'sales'>> => {
  const desk = await here.person('labdesk', 5, 2)
  const PatientId = await aPatient(desk, { Name: 'Sunita Kulkarni' })
  const sale = await accessioned(desk, { PatientId, LRN: '777001' })
  const Other = await aPatient(desk, { Name: 'Vikram Bedi' })
  // a session may send a hundred requests at once, so several sign in
  const left = pageful + some - 1
  for (let made = 0; made < left; made += 30) {
    const another = await here.person('labdesk', 5, 2)
    for (let i = made; i < Math.min(left, made + 30); i += 1) await booked(another, { PatientId: Other })
  }
  return sale
}

export const grid = (page: Page) => page.getByRole('grid')
export const rows = (page: Page) => page.locator('tbody tr')
export const heads = (page: Page) => page.getByRole('columnheader')
type Criteria = { readonly FromDate?: string; readonly ToDate?: string; readonly SellerId?: number } & Readonly<
  Record<string, unknown>
>
export const criteriaOf = (url: string): Criteria =>
  JSON.parse(new URL(url).searchParams.get('filterCriteria') ?? 'null') as Criteria
const isRows = (url: string) => new URL(url).pathname === '/api/getdata/1001'
/** Opens a list, inside the page where one is open; its name shows that the screen before is gone. */
export const openList = async (page: Page, module: string): Promise<void> => {
  const isOpen = (await page.getByRole('navigation', { name: 'Modules' }).count()) > 0
  await (isOpen ? opens(page, `/summary/${module}`) : page.goto(`/summary/${module}`))
  await shows(page.getByRole('heading', { level: 1, name: models[module]?.name ?? module, exact: true }))
}
export const open = async (page: Page, module = 'sales'): Promise<void> => {
  await openList(page, module)
  await shows(grid(page))
}
/** The rows' request that follows from an action. */
export const askedBy = async (page: Page, act: () => Promise<unknown>): Promise<string> =>
  (await Promise.all([page.waitForRequest((request) => isRows(request.url())), act()]))[0].url()
export const allButOne = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'LRN' }).fill('777001')
  await page.keyboard.press('Enter')
  await settles(() => rows(page).count(), 1)
}
