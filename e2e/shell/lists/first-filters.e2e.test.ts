// The filters of each list before a user changes them: their names and initial values.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { models } from '../../../web/models.ts'
import { sql } from '../../../server/db/db.ts'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { journeyForTests, settles, shows } from '../../hands/journey.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  await booked(desk, { PatientId: await aPatient(desk), receipts: [{ PaymentModeId: 40, Amount: 10 }] })
})
const panel = (page: Page) => page.getByRole('search', { name: 'Filter' })
const panelOf = async (page: Page, module: string) => {
  await page.goto(`/summary/${module}`)
  await shows(panel(page))
  return panel(page)
}

test('FND-158 a second pair of dates starts empty; batches start with the open ones, however old', async () => {
  await here.app.db.transaction((tx) =>
    tx.run(sql`
      update tran_batches
      set
        open_date = now() - interval '90 days'
      where
        close_date is null
    `),
  )
  const { page } = await here.visit('manager', 2, 2)
  for (const [module, labels] of [
    ['shipments', ['Dispatch From', 'Dispatch To']],
    ['transactions', ['Dispatch From', 'Dispatch To']],
    ['tranbatches', ['Open From', 'Open To', 'Close From', 'Close To']],
  ] as const) {
    const asked = await panelOf(page, module)
    for (const label of labels)
      expect([label, await asked.getByLabel(label, { exact: true }).inputValue()]).toEqual([label, ''])
  }
  expect(await panel(page).getByLabel('Batch Status').getByLabel('Open').isChecked()).toBe(true)
  await shows(page.locator('tbody tr').filter({ hasText: 'Kavita Joshi' }))
})

const decided: Readonly<Record<string, readonly string[]>> = {
  patients: ['Name', 'Area', 'Mobile Phone', 'Active'],
  doctors: ['Name', 'Area', 'Mobile Phone', 'Active'],
  referrers: ['Name', 'Area', 'Mobile Phone', 'Active'],
  worksheets: ['Patient', 'Department'],
  instruments: ['Name', 'Department', 'Active'],
  labinstruments: ['Lab or Instrument', 'Department', 'Active'],
  users: ['Name', 'Active'],
  lists: ['Name'],
  targets: ['Sales Manager'],
  clientvisits: ['Client', 'Type'],
  userwidgets: ['Label'],
}
test('FND-159 MDA-033 lists without filters in the specification have a name, and others that their rows have, but no dates', async () => {
  const { page } = await here.visit('admin', 1, 2)
  for (const [module, labels] of Object.entries(decided)) {
    const asked = await panelOf(page, module)
    await settles(async () => [module, await asked.locator('.label, label[for]').allInnerTexts()], [module, labels])
  }
})

/** Names as the specification and the decision FND-230 give them; other filters of a list have names of their own. */
const named = [
  ...['FromDate', 'ToDate', 'DispatchFromDate', 'DispatchToDate', 'OpenFromDate', 'OpenToDate', 'CloseFromDate'],
  ...['CloseToDate', 'ShipmentStatus', 'ReferralStatus', 'SaleStatus', 'BatchStatus', 'RoleId', 'EntityTypeId'],
  ...['Target', 'DepartmentId', 'LRN', 'AccessionNo', 'SaleId'],
]
const forms = [
  ...['Patient', 'Doctor', 'InvoiceNo', 'Code', 'Name', 'Area', 'MobilePhone', 'SellerId', 'GiverId', 'ReceiverId'],
  ...['ConsignorId', 'ConsigneeId', 'PerformingLabId', 'OwnerId', 'ParentId', 'ProductId', 'SalesManagerId'],
  ...['ClientTypeId', 'SpecimenId', 'ElementId', 'TestId', 'BuyerIds', 'ClientIdList', 'IsActive', 'IsLocalProduct'],
]
test('FND-229 FND-230 filters have the written names, one for each thing and form, and are saved under them', async () => {
  const names = new Set(Object.values(models).flatMap((model) => Object.keys(model?.filters ?? {})))
  expect([...named, ...forms].filter((name) => !names.has(name))).toEqual([])
  // saved filters in the browser use them
  const { page } = await here.visit('labdesk', 5, 2)
  const kept = async (module: string) =>
    page.evaluate(
      (name) =>
        Object.entries(localStorage)
          .filter(([key]) => key.endsWith(`.${name}`))
          .map(([, value]) => String(value)),
      module,
    )
  for (const [module, label, name] of [
    ['sales', 'Sale Status', 'SaleStatus'],
    ['shipments', 'Shipment Status', 'ShipmentStatus'],
    ['transactions', 'Shipment Status', 'ShipmentStatus'],
  ] as const) {
    const asked = await panelOf(page, module)
    await asked.getByLabel(label, { exact: true }).selectOption({ index: 1 })
    await asked.getByRole('button', { name: 'Search' }).click()
    await settles(async () => (await kept(module)).some((text) => text.includes(`"${name}"`)), true)
  }
})
