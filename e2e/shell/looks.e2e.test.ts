// What every user can read and reach: accessibility rules on the main screens in both colours, and no overflow on a
// phone.
import { AxeBuilder } from '@axe-core/playwright'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import { packed, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { journeyForTests, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
let sale: Read<'sales'>
let patient: number
let shipment: Read<'shipments'>
beforeAll(async () => {
  const desk = await here.person('labdesk', 5, 2)
  patient = await aPatient(desk)
  sale = await accessioned(desk)
  const front = await here.person('frontdesk', 5, 12)
  const [waiting, samples] = [await accessioned(front, { SellerId: 12 }), await accessioned(front, { SellerId: 12 })]
  expect(tubesOf(waiting)).toHaveLength(1)
  shipment = await packed(front, { from: 12, to: 2, samples: tubesOf(samples) })
})

type Stop = {
  name: string
  who?: readonly [string, number, number]
  path: () => string
  there: (page: Page) => Promise<void>
}
const desk = ['labdesk', 5, 2] as const
const centre = ['frontdesk', 5, 12] as const
const heading = (name: string | RegExp) => (page: Page) => shows(page.getByRole('heading', { name }))
const stops: readonly Stop[] = [
  { name: 'login', path: () => '/login', there: heading('Login') },
  {
    name: 'role selection',
    who: ['nashik', 5, 3],
    path: () => '/roleselection/true',
    there: heading('Role and entity'),
  },
  {
    name: 'dashboard',
    who: ['manager', 2, 2],
    path: () => '/summary/dashboard',
    there: (page) => shows(page.locator('.tile-total')),
  },
  { name: 'sales list', who: desk, path: () => '/summary/sales', there: (page) => shows(page.getByRole('grid')) },
  { name: 'new sale', who: desk, path: () => '/sales', there: heading('New Sale') },
  { name: 'sale', who: desk, path: () => `/sales?SaleId=${String(sale.SaleId)}`, there: heading(/^Sale \d/) },
  {
    name: 'client',
    who: desk,
    path: () => `/clients?ClientId=${patient}`,
    there: (page) => shows(page.getByRole('button', { name: 'Edit', exact: true })),
  },
  {
    name: 'result entry',
    who: ['technologist', 4, 2],
    path: () => `/testresults?SaleId=${String(sale.SaleId)}`,
    there: (page) => shows(page.locator('.screen').getByText('Haemoglobin')),
  },
  {
    name: 'new shipment',
    who: centre,
    path: () => '/shipments',
    there: (page) => shows(page.getByRole('grid', { name: 'Available' }).getByRole('gridcell')),
  },
  {
    name: 'shipment',
    who: centre,
    path: () => `/shipments?ShipmentId=${String(shipment.ShipmentId)}`,
    there: heading(/^Shipment \d/),
  },
  { name: '404', path: () => '/404', there: heading("Oops! You're lost.") },
]

for (const stop of stops) {
  test(`${stop.name} breaks no accessibility rule in light, dark and at 390x844, and does not scroll sideways there`, async () => {
    const options = { reducedMotion: 'reduce' as const, colorScheme: 'light' as const }
    const { page } = await (stop.who ? here.visit(...stop.who, options) : here.stranger(options))
    await page.goto(stop.path())
    await stop.there(page)
    const broken: string[] = []
    const look = async (as: string, rules?: string[]) => {
      // in the page itself: without frames there is nothing to bring together in a second one
      const axe = new AxeBuilder({ page }).setLegacyMode()
      const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
      broken.push(
        ...violations.map(
          (one) =>
            `${as} ${one.id}: ${one.nodes
              .map((node) => node.html.slice(0, 160))
              .slice(0, 4)
              .join(' | ')}`,
        ),
      )
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settles(() => page.evaluate(() => document.documentElement.getAttribute('data-scheme')), colorScheme)
      // the other scheme is the same page in other colours
      await look(colorScheme, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await stop.there(page)
    await look('phone')
    expect(broken).toEqual([])
    await settles(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  })
}
