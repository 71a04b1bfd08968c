// What everybody can read and reach: accessibility rules on the main screens in both colours, and nothing wider than a phone.
import AxeBuilder from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../modules/sales/sales.fixture.ts'
import { journey, shows, type Journey, type Visit } from './journey.ts'

let here: Journey
let sale: Record<string, unknown>
let patient: number
beforeAll(async () => {
  here = await journey()
  const desk = await here.person('labdesk', 5, 2)
  patient = await aPatient(desk)
  sale = await accessioned(desk)
})
afterAll(() => here?.close())

type Stop = { name: string; who?: readonly [string, number, number]; path: () => string; there: (page: Page) => Promise<void> }
const desk = ['labdesk', 5, 2] as const
const heading = (name: string | RegExp) => (page: Page) => shows(page.getByRole('heading', { name }))
const stops: readonly Stop[] = [
  { name: 'login', path: () => '/login', there: heading('Login') },
  { name: 'role selection', who: ['nashik', 5, 3], path: () => '/roleselection/true', there: heading('Role and entity') },
  { name: 'profile', who: desk, path: () => '/profile', there: heading('Profile') },
  { name: 'dashboard', who: ['manager', 2, 2], path: () => '/summary/dashboard', there: (page) => shows(page.locator('.tile-total')) },
  { name: 'sales list', who: desk, path: () => '/summary/sales', there: (page) => shows(page.getByRole('grid')) },
  { name: 'new sale', who: desk, path: () => '/sales', there: heading('New Sale') },
  { name: 'sale', who: desk, path: () => `/sales?SaleId=${String(sale['SaleId'])}`, there: heading(/^Sale \d/) },
  { name: 'client', who: desk, path: () => `/clients?ClientId=${patient}`, there: (page) => shows(page.getByRole('button', { name: 'Close', exact: true })) },
  { name: 'samples', who: desk, path: () => '/summary/samples', there: (page) => shows(page.getByRole('grid')) },
  { name: 'result entry', who: ['technologist', 4, 2], path: () => '/summary/testresults', there: heading('Test Results') },
  { name: '404', path: () => '/404', there: heading("Oops! You're lost.") },
]
const open = async ({ who, path, there }: Stop, options: Parameters<Journey['stranger']>[0]): Promise<Visit> => {
  const visit = await (who ? here.visit(...who, options) : here.stranger(options))
  await visit.page.goto(path())
  await there(visit.page)
  return visit
}

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`accessibility, ${colorScheme}`, () => {
    for (const stop of stops) {
      test(`${stop.name} breaks no rule`, async () => {
        const { page, context } = await open(stop, { colorScheme, reducedMotion: 'reduce' })
        const { violations } = await new AxeBuilder({ page: page as never }).analyze()
        expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 4).join(' | ')}`)).toEqual([])
        await context.close()
      })
    }
  })
}

describe('phone', () => {
  for (const stop of stops) {
    test(`${stop.name} does not scroll sideways at 390x844`, async () => {
      const { page, context } = await open(stop, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await context.close()
    })
  }
})
