// A sample in a real browser: found in the list, its present and past places, collected, labelled.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { formatDateTime } from '../../core/dates.ts'
import { accessioned, aPatient, product } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, said, shows } from '../hands/journey.ts'

const { here, desk, front } = journeyForTests('desk', 'front')
let atLab: Read<'sales'>
let atCentre: Read<'sales'>
let sample: Read<'samples'>
beforeAll(async () => {
  atLab = await accessioned(desk, {
    PatientId: await aPatient(desk, { Name: 'Lab Patient' }),
    LRN: '551001',
    ReferringDoctorId: 101,
  })
  atCentre = await accessioned(front, {
    PatientId: await aPatient(front, { Name: 'Centre Patient' }),
    SellerId: 12,
    LRN: '552002',
    products: [product.antiCcp],
  })
  const SampleId = atCentre.Samples[0].SampleId
  // dispatched by the centre, received at the lab, and sent from there to the other lab
  await here.app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sales
      set
        sale_date = sale_date - interval '10 days'
      where
        sale_id = ${atLab.SaleId}
    `)
    for (const [consignor, consignee, reference, dispatched, collected] of [
      [12, 2, 'AWB 1001', '2026-11-18T04:00:00Z', '2026-11-18T07:30:00Z'],
      [2, 4, 'AWB 1002', '2026-11-19T05:00:00Z', '2026-11-19T15:45:00Z'],
    ] as const)
      await tx.run(sql`
        with
          h as (
            insert into
              shipments (consignor_id, consignee_id, courier_id, shipment_reference, dispatch_date, status_id)
            select
              ${consignor},
              ${consignee},
              min(client_id),
              ${reference},
              ${dispatched},
              142
            from
              clients
            where
              client_type_id = 19
            returning
              shipment_id
          )
        insert into
          shipment_samples (shipment_id, sample_id, status_id, collection_date, collector_id)
        select
          shipment_id,
          ${SampleId},
          121,
          ${collected},
          (
            select
              user_id
            from
              users
            where
              user_name = 'logistics'
          )
        from
          h
      `)
  })
  sample = (await desk.get(`/api/samples/${SampleId}`)).body
})

const value = (page: Page, label: string) =>
  page.locator('.field').filter({ has: page.locator('.label').getByText(label, { exact: true }) })
const table = async (page: Page, name: string): Promise<string[][]> =>
  Promise.all(
    (await page.getByRole('table', { name }).locator('tr').all()).map((row) => row.locator('th, td').allInnerTexts()),
  )

test('OPS-006 OPS-075 a sample opens from the list under its SampleId and shows where it is', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/samples')
  const asked = page.waitForRequest(
    (request) => new URL(request.url()).pathname === `/api/samples/${String(sample.SampleId)}`,
  )
  await page.getByRole('row', { name: new RegExp(String(sample.Barcode)) }).dblclick()
  await arrives(page, '/samples')
  expect(new URL(page.url()).search).toBe(`?SampleId=${String(sample.SampleId)}`)
  expect((await asked).method()).toBe('GET')
  await shows(page.getByRole('heading', { name: `Sample ${String(sample.Barcode)}` }))
  await shows(value(page, 'Owner').getByText('Nivara Collection Centre - Hadapsar'))
  await shows(value(page, 'Performing Lab').getByText('Meridian Reference Laboratory, Mumbai (DEMO)'))
  expect(await table(page, 'Shipment history')).toHaveLength(3)
  expect(await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').count()).toBeGreaterThan(0)
})

test('OPS-076 OPS-077 OPS-078 OPS-079 OPS-080 all fields of a sample show and none can be edited', async () => {
  const { page } = await here.visit('admin', 1, 2)
  await page.goto(`/samples?SampleId=${String(sample.SampleId)}`)
  await shows(button(page, 'Close'))
  expect(await page.locator('.detail :is(input, textarea, select, [contenteditable])').count()).toBe(0)
  for (const name of ['Save', 'Edit', 'Discard']) expect(await button(page, name).count(), name).toBe(0)
  const { Sale, Specimen, Temperature, Owner, PerformingLab } = sample
  for (const [label, texts] of [
    ['Sale', [String(Sale?.SaleId)]],
    ['Sale Date', [formatDateTime(Sale?.SaleDate)]],
    ['Patient', ['Centre Patient']],
    ['Mobile Phone', ['9822000158']],
    ['Specimen', [Specimen?.Name]],
    ['Temperature', [Temperature?.ItemLabel]],
    ['Owner', [Owner?.Name, 'Hadapsar']],
    ['Performing Lab', [PerformingLab?.Name]],
  ] as const)
    for (const text of texts) {
      expect(String(text)).toMatch(/./)
      await shows(value(page, label).getByText(String(text), { exact: true }))
    }
  const shipments = sample.ShipmentSamples
  const courier = String(shipments[0]?.Courier)
  expect(courier).toMatch(/./)
  const collector = String(shipments[0]?.Collector)
  expect(collector).toMatch(/./)
  expect((await table(page, 'Shipment history')).map((row) => row.slice(0, 7))).toEqual([
    ['Dispatch Date', 'Consignor', 'Consignee', 'Courier', 'Shipment Reference', 'Collection Date', 'Collector'],
    [
      '18-Nov-2026 09:30 AM',
      'Nivara Collection Centre - Hadapsar',
      'Nivara Central Laboratory, Pune',
      courier,
      'AWB 1001',
      '18-Nov-2026 01:00 PM',
      collector,
    ],
    [
      '19-Nov-2026 10:30 AM',
      'Nivara Central Laboratory, Pune',
      'Meridian Reference Laboratory, Mumbai (DEMO)',
      courier,
      'AWB 1002',
      '19-Nov-2026 09:15 PM',
      collector,
    ],
  ])
  expect(await table(page, 'Products')).toEqual([
    ['Product', 'Code', 'Destination Lab'],
    ['Anti-CCP', 'P036', 'Meridian Reference Laboratory, Mumbai (DEMO)'],
  ])
  const own = (await desk.get(`/api/samples/${String(atLab.Samples[0].SampleId)}`)).body.SampleElements.map((one) => [
    String(one.Element),
    String(one.LabInstrument),
  ])
  await page.goto(`/samples?SampleId=${String(atLab.Samples[0].SampleId)}`)
  await shows(page.getByRole('table', { name: 'Elements' }))
  const shown = (await table(page, 'Elements')).map((row) => row.slice(0, 2))
  expect(shown).toEqual([
    ['Element', 'Lab Instrument'],
    ...own.map(([element, instrument]) => [element, instrument === 'null' ? '–' : instrument]),
  ])
  expect(shown).toContainEqual(['Haemoglobin', 'Sysmex XN-1000'])
})

test('a sample to be drawn later is collected by key, once, and its sale follows', async () => {
  const later = await accessioned(desk, { CollectionDate: new Date(Date.now() + 3_600_000).toISOString() })
  const [tube] = later.Samples
  expect([later.StatusId, tube?.StatusId]).toEqual([95, 115])
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/samples?SampleId=${String(tube?.SampleId)}`)
  await shows(button(page, 'Collect'))
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/collect/samples')),
    page.keyboard.press('Alt+l'),
  ])
  expect([sent.method(), sent.postDataJSON()]).toEqual(['PUT', { SampleIds: [tube?.SampleId] }])
  await shows(said(page, '1 sample is collected'))
  await gone(button(page, 'Collect'))
  await shows(page.getByRole('region', { name: 'Timeline' }).getByText('Collected'))
  await page.getByRole('link', { name: String(later.SaleId), exact: true }).click()
  await arrives(page, '/sales')
  await shows(page.getByRole('region', { name: 'Steps' }).locator('li.done').filter({ hasText: 'Collected' }))
})

test('the label of a tube is printed from the sample', async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  await page.goto(`/samples?SampleId=${String(sample.SampleId)}`)
  await shows(button(page, 'Print label'))
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await shows(dialog.getByRole('checkbox', { name: 'Tube label', checked: true }))
  const [sheet] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'View on screen' }).click(),
  ])
  await shows(sheet.getByText(String(sample.Barcode)))
})
