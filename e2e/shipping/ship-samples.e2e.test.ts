// A centre ships its tubes in a real browser: scanned at a scanner's speed, saved, changed, dispatched, and seen by the
// courier.
import { beforeAll, expect, test } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { accessioned, product } from '../../modules/sales/sales.fixture.ts'
import { courier, dispatched, packed, shipmentOf, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { pick } from '../hands/client.ts'
import { behind, breakTable, takePermit } from '../hands/faults.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'

const { here, front, desk } = journeyForTests('front', 'desk')
let sales: Read<'sales'>[]
beforeAll(async () => {
  sales = []
  for (const products of [[product.cbc], [product.creatinine, product.cbc]])
    sales.push(await accessioned(front, { SellerId: 12, products }))
})
const codesOf = (sale: Read<'sales'> | undefined): string[] => sale?.Samples.map((one) => one.Barcode) ?? []
const rows = (page: Page, grid: string) => page.getByRole('grid', { name: grid, exact: true }).locator('tbody tr')
const at = (page: Page, id: unknown) => page.goto(`/shipments?ShipmentId=${String(id)}`)
const dispatch = (page: Page) => button(page, 'Dispatch')
const step = (page: Page, text: string) => page.locator('.head-steps [aria-current]').getByText(text)
const bodyOf = (request: Request): Json => request.postDataJSON()
const asks = (page: Page, method: string, path: string): Promise<Request> =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === path)
/** A shipment of one tube of the centre. */
const packing = async (more: Json = {}) => ({
  from: 12,
  to: 2,
  samples: tubesOf(await accessioned(front, { SellerId: 12 })),
  ...more,
})

test('OPS-007 OPS-082 OPS-095 OPS-185 OPS-265 OPS-280 OPS-283 OPS-284 a shipment is scanned, saved, changed and dispatched, and its screen closes', async () => {
  const { page } = await here.visit('frontdesk', 5, 12)
  const [parent, waiting] = await Promise.all([
    asks(page, 'GET', '/api/clients/12'),
    asks(page, 'POST', '/api/shippablesamples/search/'),
    page.goto('/shipments'),
  ])
  expect([parent.method(), bodyOf(waiting)]).toEqual(['GET', { ConsignorId: 12, SenderTypeId: 13, ConsigneeId: 2 }])
  await settles(() => rows(page, 'Available').count(), 3)
  expect(await dispatch(page).count()).toBe(0)
  await pick(page, 'CourierId', 'Pune city')
  await page.getByLabel('Scan or type', { exact: true }).focus()
  // a scanner: ten milliseconds a key, Enter, and the next tube at once
  for (const code of sales.flatMap(codesOf)) await page.keyboard.type(`${code.replace('-', '')}\n`, { delay: 10 })
  await settles(() => rows(page, 'Selected').count(), 3)
  expect(await rows(page, 'Available').count()).toBe(0)
  await Promise.all([asks(page, 'POST', '/api/shipments/'), page.keyboard.press('Alt+s')])
  await arrives(page, '/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await arrives(page, '/shipments')
  const id = new URL(page.url()).searchParams.get('ShipmentId')
  await shows(step(page, 'Being packed'))
  await shows(dispatch(page))
  await button(page, 'Edit').click()
  await gone(dispatch(page))
  await page.locator('[data-field=ShipmentReference] input').fill('KOT-BOX-14')
  const [changed] = await Promise.all([asks(page, 'PUT', `/api/shipments/${id}`), page.keyboard.press('Alt+s')])
  const { ShipmentSamples, ...head } = bodyOf(changed)
  expect(head).toEqual({
    ConsignorId: 12,
    ConsigneeId: 2,
    CourierId: courier.puneCity,
    ShipmentReference: 'KOT-BOX-14',
    RowVersion: expect.any(Number),
  })
  expect(ShipmentSamples).toHaveLength(3)
  for (const row of ShipmentSamples)
    expect(row).toEqual({ ShipmentSampleId: expect.any(Number), SampleId: expect.any(Number), StatusId: 117 })
  await arrives(page, '/summary/shipments')
  await at(page, id)
  await shows(page.getByText('KOT-BOX-14'))
  await page.getByLabel('Refrigerated 2–8 °C at dispatch, °C').fill('4.5')
  await dispatch(page).click()
  await shows(said(page, 'is dispatched: 3 samples'))
  await arrives(page, '/summary/shipments')
  const { DispatchDate, Temperatures } = await shipmentOf(front, id)
  expect([typeof DispatchDate, Temperatures]).toEqual(['string', { 61: 4.5 }])
  await at(page, id)
  await shows(step(page, 'Dispatched'))
  await shows(page.getByRole('heading', { name: `Shipment ${id}` }))
  await shows(page.locator('.head-steps').getByText(/\d\d-\w{3}-\d{4} \d\d:\d\d [AP]M/))
})

test('the courier sees a shipment, and prints its manifest', async () => {
  const { page, context } = await here.visit('courier', 8, courier.puneCity)
  await page.goto('/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await settles(() => rows(page, 'Selected').count(), 3)
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  const [sheet] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'View on screen' }).click(),
  ])
  await shows(sheet.getByText('Shipment manifest'))
  for (const code of sales.flatMap(codesOf)) await shows(sheet.getByText(code))
})

test('the next scan finds a tube accessioned after the screen opened', async () => {
  const { page } = await here.visit('frontdesk', 5, 12)
  await page.goto('/shipments')
  await shows(page.getByText('No more samples are waiting for'))
  const [code = ''] = codesOf(await accessioned(front, { SellerId: 12 }))
  await page.getByLabel('Scan or type', { exact: true }).focus()
  await page.keyboard.type(`${code}\n`, { delay: 10 })
  await shows(page.getByRole('alert').getByText(`No available sample matches ${code}`))
  await settles(() => rows(page, 'Available').count(), 1)
  await page.keyboard.type(`${code}\n`, { delay: 10 })
  await settles(() => rows(page, 'Selected').count(), 1)
})

test('OPS-182 OPS-183 OPS-184 OPS-186 Dispatch is for the consignor, once, with the permit update; a dispatched one cannot be edited', async () => {
  const mine = await packed(front, await packing())
  const away = await dispatched(front, await packing())
  const put = (person: typeof front, id: unknown) => person.put(`/api/dispatchshipment/${String(id)}`)
  const lab = (await here.visit('labdesk', 5, 2)).page
  await at(lab, mine.ShipmentId)
  await shows(step(lab, 'Being packed'))
  expect([await dispatch(lab).count(), (await put(desk, mine.ShipmentId)).status]).toEqual([0, 422])
  const { page } = await here.visit('frontdesk', 5, 12)
  await at(page, away.ShipmentId)
  await shows(step(page, 'Dispatched'))
  expect([await dispatch(page).count(), (await put(front, away.ShipmentId)).status]).toEqual([0, 422])
  expect(await button(page, 'Edit').count()).toBe(0)
  expect((await front.put(`/api/shipments/${String(away.ShipmentId)}`, { ShipmentReference: 'x' })).status).toBe(422)
  const giveBack = await takePermit(here, 5, 'shipments', 'update')
  await at(page, mine.ShipmentId)
  await shows(step(page, 'Being packed'))
  expect([await dispatch(page).count(), (await put(front, mine.ShipmentId)).status]).toEqual([0, 403])
  await giveBack()
  await page.reload()
  await shows(dispatch(page))
})

test('OPS-307 a dispatch that fails shows the message of the server, or a generic one; the screen remains open', async () => {
  const { ShipmentId, ShipmentSamples } = await packed(front, await packing())
  const [tube] = ShipmentSamples.map((row) => row.SampleId)
  const { page } = await here.visit('frontdesk', 5, 12)
  await at(page, ShipmentId)
  const restore = await breakTable(here, 'sample_events')
  await dispatch(page).click()
  await shows(said(page, 'Something went wrong'))
  await restore()
  await behind(here, `update samples set collection_date = now() + interval '1 hour' where sample_id = ${tube}`)
  await dispatch(page).click()
  await shows(said(page, 'cannot be dispatched before that'))
  await shows(dispatch(page))
  expect(new URL(page.url()).pathname).toBe('/shipments')
})

test('OPS-180 OPS-287 OPS-288 a laboratory picks the consignee among labs and the courier among couriers; the waiting tubes follow', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/shipments')
  const offered = async (name: string): Promise<string[]> => {
    await page.locator(`[data-field=${name}] input`).focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog')
    await shows(dialog.getByRole('row', { selected: true }))
    const names = await dialog.locator('[role=row]').filter({ hasText: 'Nivara' }).allInnerTexts()
    const others = await dialog.locator('[role=row]').filter({ hasText: 'DEMO' }).allInnerTexts()
    await page.keyboard.press('Escape')
    await gone(dialog)
    return [...names, ...others].map((text) => /[A-Z][^\n\t]*/.exec(text)?.[0] ?? '').sort()
  }
  expect(await offered('ConsigneeId')).toEqual([
    'Meridian Reference Laboratory, Mumbai (DEMO)',
    'Nivara Central Laboratory, Pune',
    'Nivara Satellite Laboratory, Nashik',
  ])
  expect(await offered('CourierId')).toEqual([
    'Deccan Bio Couriers (DEMO)',
    'Nivara own route - Nashik to Pune',
    'Nivara own route - Pune city',
  ])
  const [asked] = await Promise.all([
    asks(page, 'POST', '/api/shippablesamples/search/'),
    pick(page, 'ConsigneeId', 'Meridian'),
  ])
  expect(bodyOf(asked)).toEqual({ ConsignorId: 2, SenderTypeId: 10, ConsigneeId: 4 })
})
