// W11, `npm run bench -- --line`: over a line of 1 Mbit/s and 100 ms, from the key press to the painted screen: the
// sales list, a sale, result entry. The browser has the program in its cache, and requests the data again each time.
import type { Locator, Page } from 'playwright-core'
import { sql } from '../server/db/db.ts'
import { launchBrowser } from '../tools/browser.ts'
import { median, wanted } from './run.ts'
import { measureLaboratory } from './single.ts'
import { stand } from './stand.ts'

type Opening = {
  what: string
  goal: number
  from: string
  begin: (page: Page) => Locator
  shown: (page: Page) => Locator
}
const row = (page: Page): Locator => page.locator('tbody tr[aria-selected=true]')
const openings: readonly Opening[] = [
  {
    what: 'sales list',
    goal: 600,
    from: '/summary/dashboard',
    begin: (page) =>
      page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }),
    shown: (page) => page.locator('.screen tbody tr td'),
  },
  {
    what: 'a sale',
    goal: 600,
    from: '/summary/sales',
    begin: row,
    shown: (page) => page.locator('.detail [data-field="SaleProducts"] [role="row"][aria-rowindex="2"]'),
  },
  {
    what: 'result entry',
    goal: 800,
    from: '/summary/testresults',
    begin: row,
    shown: (page) => page.locator('.result-entry tbody tr td'),
  },
]

const standing = await stand(Number(wanted('sales', '100000')), console.log)
await measureLaboratory(standing.app, () => undefined)
const browser = await launchBrowser()
const manager = await standing.app.db.read.one(sql`
  select
    user_id as "UserId",
    user_name as "UserName",
    full_name as "FullName"
  from
    users
  where
    user_name = 'manager'
`)
const context = await browser.newContext({
  baseURL: standing.base,
  timezoneId: 'Asia/Kolkata',
  locale: 'en-IN',
  serviceWorkers: 'block',
  storageState: {
    cookies: [],
    origins: [{ origin: standing.base, localStorage: [{ name: 'user', value: JSON.stringify(manager) }] }],
  },
})
await context.addCookies([{ name: 'aliquot', value: standing.tokens[0] ?? '', url: standing.base, httpOnly: true }])
const page = await context.newPage()
const line = await context.newCDPSession(page)
await line.send('Network.emulateNetworkConditions', {
  offline: false,
  latency: 100,
  downloadThroughput: 125_000,
  uploadThroughput: 125_000,
})
const rounds = Number(wanted('rounds', '7'))
for (const { what, goal, from, begin, shown } of openings) {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(from, { waitUntil: 'commit' })
    await begin(page).first().waitFor()
    // the stream of live events never ends, so the line is never idle
    await page.waitForTimeout(2500)
    await begin(page).first().focus()
    const pressed = performance.now()
    await page.keyboard.press('Enter')
    await shown(page).first().waitFor()
    if (round > 0) times.push(performance.now() - pressed)
  }
  console.log(
    `W11 ${what}: ${median(times).toFixed(0)} ms median, ${Math.max(...times).toFixed(0)} ms at most (goal ${goal} ms)`,
  )
}
await browser.close()
await standing.close()
process.exit(0)
