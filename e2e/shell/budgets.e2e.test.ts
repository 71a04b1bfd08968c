// The size of each screen's first load, as the server sends it.
import { beforeAll, expect, test } from 'vitest'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import { button, journeyForTests, shows } from '../hands/journey.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Visit } from '../hands/warm-contexts.ts'

/** Kilobytes on the line. */
const budget = { entrance: 105, dashboard: 135, list: 158, detail: 200, css: 20 } as const
const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
  sale = await accessioned(desk)
})

type Load = { js: number; css: number }
/** Opens the address in a browser with an empty cache and adds up what is loaded until the screen shows. */
const weigh = async (visit: Visit, path: string, there: () => Promise<void>): Promise<Load> => {
  const { page, context } = visit
  // parts for the next key load when the browser is idle, and do not count
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const packed = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname) && !packed.has(pathname))
      packed.set(
        pathname,
        response
          .request()
          .sizes()
          .then(
            ({ responseBodySize }) => responseBodySize,
            // still loading when the page is closed: it came after the screen
            () => 0,
          ),
      )
  })
  await page.goto(path, { waitUntil: 'commit' })
  await there()
  const came = [...packed]
  const load = { js: 0, css: 0 }
  for (const [pathname, size] of came) load[pathname.endsWith('.js') ? 'js' : 'css'] += (await size) / 1000
  await context.close()
  return load
}
const within = (load: Load, js: number): void => {
  expect(load.js, `${Math.round(load.js)} kB of script`).toBeGreaterThan(50)
  expect(load.js, `${Math.round(load.js)} kB of script`).toBeLessThanOrEqual(js)
  expect(load.css, `${Math.round(load.css)} kB of styles`).toBeLessThanOrEqual(budget.css)
}

test('W8 budgets: sign-in', async () => {
  const visit = await here.stranger()
  within(await weigh(visit, '/login', () => shows(button(visit.page, 'Login'))), budget.entrance)
})
test('W8 budgets: shell and dashboard', async () => {
  const visit = await here.visit('manager', 2, 2)
  within(await weigh(visit, '/summary/dashboard', () => shows(visit.page.locator('.tile-total'))), budget.dashboard)
})
for (const module of ['sales', 'products'] as const) {
  test(`W8 budgets: the list ${module}`, async () => {
    const visit = await here.visit('labdesk', 5, 2)
    within(await weigh(visit, `/summary/${module}`, () => shows(visit.page.getByRole('grid'))), budget.list)
  })
}
test('W8 budgets: every detail', async () => {
  const [sample] = sale.Samples
  const id = String(sale.SaleId)
  const paths = [
    '/sales',
    `/clients?ClientId=${patient}`,
    `/samples?SampleId=${sample?.SampleId}`,
    '/products',
    `/testresults?SaleId=${id}`,
  ]
  const over: string[] = []
  for (const path of paths) {
    const visit = await here.visit(
      path.startsWith('/testresults') ? 'technologist' : path.includes('=') || path === '/sales' ? 'labdesk' : 'admin',
      path.startsWith('/testresults') ? 4 : path.includes('=') || path === '/sales' ? 5 : 1,
      2,
    )
    const load = await weigh(visit, path, () => shows(visit.page.locator('.screen .page-head')))
    if (load.js > budget.detail || load.css > budget.css)
      over.push(`${path}: ${Math.round(load.js)} kB of script, ${Math.round(load.css)} of styles`)
  }
  expect(over).toEqual([])
})
