// The grids of the operational screens as measured in a real browser.
import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { dispatched, tubesOf, party } from '../../modules/shipments/shipments.fixture.ts'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import type { Read, RowAt } from '../../server/testing/answers.ts'
import { journeyForTests, shows } from '../hands/journey.ts'
import { linesOf } from '../hands/sale.ts'

const { here, desk, front } = journeyForTests('desk', 'front')
const size = { viewport: { width: 1366, height: 768 } }
const longName = 'Venkatanarasimharajuvaripeta Satyanarayana Chandrasekhara Ramakrishnan Subramaniam'
let sale: Read<'sales'>
let shipment: Read<'shipments'>
let sheet: RowAt<1003>
beforeAll(async () => {
  sale = await accessioned(desk, { PatientId: await aPatient(desk) })
  const there = await accessioned(front, { PatientId: await aPatient(front), SellerId: party.hadapsar })
  const samples = tubesOf(there)
  await accessioned(front, {
    PatientId: await aPatient(front, { Name: longName }),
    SellerId: party.hadapsar,
    IsStat: true,
  })
  shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples })
  const technologist = await here.person('technologist', 4, 2)
  await technologist.post('/api/generate/worksheets')
  sheet = (await technologist.get('/api/getdata/1003')).body[0]
})
const heightOf = async (row: Locator): Promise<number> => {
  await shows(row)
  return row.first().evaluate((one) => one.getBoundingClientRect().height)
}

test('OPS-119 a row of a sale, a shipment, a worksheet and of result entry is 40 pixels high', async () => {
  const { page } = await here.visit('manager', 2, 2, size)
  const rowAt = async (address: string, row: (page: Page) => Locator): Promise<number> => {
    await page.goto(address)
    return heightOf(row(page))
  }
  const inTable = (name: string) => (on: Page) => on.getByRole('grid', { name }).locator('tbody tr')
  expect({
    sale: await rowAt(`/sales?SaleId=${String(sale.SaleId)}`, (on) =>
      linesOf(on.getByRole('grid', { name: 'Products' })),
    ),
    shipment: await rowAt(`/shipments?ShipmentId=${String(shipment.ShipmentId)}`, inTable('Selected')),
    worksheet: await rowAt(`/worksheets?WorkSheetId=${String(sheet.WorkSheetId)}`, (on) =>
      on.locator('.work-items tbody tr:not(.group)'),
    ),
    results: await rowAt(`/testresults?SaleId=${String(sale.SaleId)}`, (on) => on.locator('.results .result-row')),
  }).toEqual({ sale: 40, shipment: 40, worksheet: 40, results: 40 })
})

test('OPS-120 OPS-121 the tubes of a shipment have 350 pixels, in 250 where the window is low; by decision what a worksheet holds in 350 at least, and result entry in 250 at least up to the foot of the window', async () => {
  const { page } = await here.visit('frontdesk', 5, party.hadapsar, size)
  await page.goto('/shipments')
  const tubes = page.locator('.tubes')
  await shows(tubes.first().getByText(longName))
  expect(await tubes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))).toEqual([350, 350])
  // every column of the waiting tubes has room, including the sign that moves one
  const waiting = tubes.first().locator('.scroll')
  expect(await waiting.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 640 })
  expect(await tubes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))).toEqual([250, 250])
  const { page: bench } = await here.visit('manager', 2, 2, size)
  await bench.goto(`/worksheets?WorkSheetId=${String(sheet.WorkSheetId)}`)
  expect(await heightOf(bench.locator('.work-items .scroll'))).toBeGreaterThanOrEqual(350)
  await bench.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  expect(await heightOf(bench.locator('.result-scroll'))).toBeGreaterThanOrEqual(250)
  // it fills the window: no second scroll bar, and only its foot below it
  expect(await bench.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
})
