// What is sent of a master's grids, and what depends on a field, against the real server.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { role } from '../../core/user.ts'
import { box, endsTooEarly, field, pick } from '../hands/client.ts'
import { button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import { cell, lines, pickIn, saved, typeIn } from '../hands/master-grid.ts'
import { offered } from '../hands/master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
const visit = () => here.visit('admin', 1, 2)
/** The nested records in what is sent: of it, and of its rows. */
const namesIn = (...sent: readonly object[]): string[] =>
  sent.flatMap((one) =>
    Object.keys(one).filter((name) => ['Seller', 'Buyer', 'BuyerType', 'Referrer', 'Product'].includes(name)),
  )

test('MDA-052 MDA-053 MDA-054 MDA-055 MDA-056 MDA-147 MDA-222 MDA-223 MDA-224 MDA-225 a product is sent with its filled rows, its labs numbered in their order, and is saved with groups, owner, tests and parts', async () => {
  const { page } = await visit()
  await page.goto('/products')
  await shows(button(page, 'Save'))
  expect(await box(page, 'IsActive').isChecked()).toBe(true)
  await box(page, 'Code').fill('WHOLE')
  await box(page, 'Name').fill('Whole product')
  await pick(page, 'OwnerId', 'Central')
  const groups = page.getByRole('group', { name: 'Groups' })
  const items = (await admin.get('/api/listitems?ListId=111')).body
  await settles(
    () => groups.locator('label').allInnerTexts(),
    items.map((one) => one.ItemLabel),
  )
  for (const name of ['Profile', 'STAT capable']) await groups.getByText(name, { exact: true }).click()
  await pickIn(page, 'Tests', 0, 1, 'Haemoglobin')
  const [id, name, cost] = await cell(page, 'Tests', 0, 0)
    .locator('xpath=..')
    .locator('[role=gridcell]')
    .allInnerTexts()
  expect([id, name, cost]).toEqual([
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('Haemoglobin'),
    expect.stringMatching(/^\d/),
  ])
  await pickIn(page, 'Sub-products', 0, 1, 'CBC')
  expect((await lines(page, 'Sub-products').first().locator('[role=gridcell]').allInnerTexts()).slice(0, 3)).toEqual([
    '3001',
    'P001',
    'Complete Blood Count (CBC)',
  ])
  for (const [row, source, destination] of [
    [0, 'Central', 'Nashik'],
    [1, 'Central', 'Meridian'],
    [2, 'Central', 'Central'],
  ] as const) {
    await pickIn(page, 'Product Labs', row, 0, source)
    await pickIn(page, 'Product Labs', row, 1, destination)
  }
  // a row without its destination is not a route
  await pickIn(page, 'Product Labs', 3, 0, 'Central')
  const { sent, answer } = await saved(page, 'products')
  expect(sent.Tests).toHaveLength(1)
  expect(sent.SubProducts).toHaveLength(1)
  expect(sent.ProductLabs.map((row) => [row.SequenceNumber, row.SourceLabId, row.DestinationLabId])).toEqual([
    [1, 2, 3],
    [2, 2, 4],
    [3, 2, 2],
  ])
  await page.goto(`/products?ProductId=${String(answer.ProductId)}`)
  await shows(button(page, 'Edit'))
  await settles(() => field(page, 'Groups').locator('.value').innerText(), 'Profile, STAT capable')
  expect(await field(page, 'IsActive').locator('.value').innerText()).toBe('Yes')
  await shows(page.getByRole('grid', { name: 'Product Labs' }).getByText('Nashik').first())
})

test('MDA-193 MDA-194 a product whose save fails can be edited further, with all typed values, and every grid ends in an empty row again; a saved one closes', async () => {
  const { page } = await visit()
  await page.goto('/products')
  await box(page, 'Code').fill('P001')
  await box(page, 'Name').fill('Saved twice')
  await pick(page, 'OwnerId', 'Central')
  await pickIn(page, 'Tests', 0, 1, 'Haemoglobin')
  const endsEmpty = async (): Promise<void> => {
    for (const [grid, hint] of Object.entries({
      Tests: 'Name of the next test',
      'Sub-products': 'Name of the next product',
      'Product Labs': 'Lab that takes',
    }))
      await shows(lines(page, grid).last().getByText(hint))
    expect([await box(page, 'Name').inputValue(), await box(page, 'Name').isEditable()]).toEqual(['Saved twice', true])
    expect(await lines(page, 'Tests').count()).toBe(2)
  }
  // refused by the server, whose other product has this code, and then not reached
  await page.keyboard.press('Alt+s')
  await shows(page.getByText('This already exists'))
  await endsEmpty()
  await box(page, 'Code').fill('AGAIN')
  await page.route('**/api/products/', (route) => route.abort())
  await page.keyboard.press('Alt+s')
  await shows(page.getByText("The server can't be reached").first())
  await endsEmpty()
  await page.unroute('**/api/products/')
  const { sent } = await saved(page, 'products')
  expect(sent.Tests).toHaveLength(1)
})

test('MDA-298 a button empties the owner of a product; a centre does not have it', async () => {
  const { page } = await visit()
  await page.goto('/products')
  await pick(page, 'OwnerId', 'Central')
  await button(page, 'Clear Owner').click()
  await settles(() => box(page, 'OwnerId').inputValue(), '')
  const other = await here.visit('admin', 1, 12)
  await other.page.goto('/products')
  await shows(button(other.page, 'Save'))
  expect(await button(other.page, 'Clear Owner').count()).toBe(0)
})

test('MDA-099 MDA-191 MDA-192 MDA-261 MDA-273 MDA-337 a price list saves its five fields; another seller empties the buyer, whose type belongs to the seller; only lines with a product are sent, without the names', async () => {
  const { page } = await visit()
  await page.goto('/pricelists')
  await box(page, 'EffectiveFromDate').fill('01-Apr-2031')
  await box(page, 'EffectiveTillDate').fill('31-Mar-2032')
  await pick(page, 'SellerId', 'Central')
  await box(page, 'BuyerTypeId').selectOption('13')
  const centres = await offered(page, 'BuyerId')
  const { body } = await admin.get('/api/getdata/200?ClientTypeId=13&ParentId=2&limit=100')
  expect(centres).toEqual(body.map((one) => one.Name).sort())
  await pick(page, 'BuyerId', centres[0] ?? '')
  await pick(page, 'SellerId', 'Kothrud')
  await settles(() => box(page, 'BuyerId').inputValue(), '')
  await pick(page, 'SellerId', 'Central')
  await pick(page, 'BuyerId', centres[0] ?? '')
  await pickIn(page, 'Products', 0, 0, 'P001')
  await typeIn(page, 'Products', 0, 2, '250')
  // a price without a product
  await typeIn(page, 'Products', 1, 2, '99')
  await endsTooEarly(page, 'EffectiveTillDate', 'Effective Till cannot be before Effective From')
  await box(page, 'EffectiveTillDate').fill('31-Mar-2032')
  const { sent, answer } = await saved(page, 'pricelists')
  expect(sent.PriceListProducts).toMatchObject([{ ProductId: 3001, Price: 250 }])
  expect(sent.PriceListProducts).toHaveLength(1)
  const ids = { SellerId: 2, BuyerTypeId: 13, BuyerId: sent.BuyerId }
  expect(sent).toMatchObject({ ...ids, BuyerId: expect.any(Number) })
  expect(namesIn(sent, ...sent.PriceListProducts)).toEqual([])
  await page.goto(`/pricelists?PriceListId=${String(answer.PriceListId)}`)
  await shows(button(page, 'Edit'))
  const shown = (name: string) => field(page, name).locator('.value').innerText()
  expect([await shown('EffectiveFromDate'), await shown('EffectiveTillDate'), await shown('BuyerId')]).toEqual([
    '01-Apr-2031',
    '31-Mar-2032',
    centres[0],
  ])
  expect(await shown('SellerId')).toContain('Central')
  expect(await shown('BuyerTypeId')).toContain('Collection centre')
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await typeIn(page, 'Products', 0, 2, '260')
  const { sent: again } = await saved(page, 'pricelists')
  expect(again).toMatchObject({ ...ids, PriceListProducts: [{ ProductId: 3001, Price: 260 }] })
  expect(namesIn(again, ...again.PriceListProducts)).toEqual([])
})

test('MDA-107 MDA-108 MDA-109 MDA-264 MDA-273 MDA-275 MDA-338 a referral scheme explains an empty referrer, takes a csv file, and sends only lines with a product, without the names', async () => {
  const { page } = await visit()
  await page.goto('/referralschemes')
  await shows(field(page, 'ReferrerId').getByText('Leave it blank to set prices for all referrers', { exact: true }))
  await box(page, 'EffectiveFromDate').fill('01-Apr-2031')
  await pick(page, 'SellerId', 'Central')
  await pickIn(page, 'Products', 0, 0, 'P001')
  await typeIn(page, 'Products', 0, 2, '12.5')
  await typeIn(page, 'Products', 1, 2, '9')
  await endsTooEarly(page, 'EffectiveTillDate', 'Effective Till cannot be before Effective From')
  await box(page, 'EffectiveTillDate').fill('')
  const { sent, answer } = await saved(page, 'referralschemes')
  expect(sent.ReferralSchemeProducts).toMatchObject([{ ProductId: 3001, Commission: 12.5 }])
  expect(sent.ReferralSchemeProducts).toHaveLength(1)
  expect(namesIn(sent, ...sent.ReferralSchemeProducts)).toEqual([])
  await page.goto(`/referralschemes?ReferralSchemeId=${String(answer.ReferralSchemeId)}`)
  const kept = lines(page, 'Products').filter({ hasText: 'P001' })
  await shows(kept.getByText('12.50', { exact: true }))
  expect(await button(page, 'Import').count()).toBe(0)
  await page.keyboard.press('Alt+e')
  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'scheme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('P002,whatever,15\n'),
  })
  await button(dialog, 'Upload').click()
  await gone(dialog)
  const imported = lines(page, 'Products').filter({ hasText: 'P002' })
  await settles(() => imported.getByText('15.00', { exact: true }).count(), 1)
  const { sent: again } = await saved(page, 'referralschemes')
  expect(again.ReferralSchemeProducts).toMatchObject([
    { ProductId: 3001, Commission: 12.5 },
    { ProductId: 3002, Commission: 15 },
  ])
  expect(namesIn(again, ...again.ReferralSchemeProducts)).toEqual([])
})

test('MDA-066 MDA-235 the review of an element is No or Yes, sent as such; rows without specimen are not sent, nor empty ranges; a range without an instrument is for any', async () => {
  const { page } = await visit()
  await page.goto('/elements')
  await box(page, 'Name').fill('Half filled')
  await box(page, 'UnitOfMeasure').fill('g/dL')
  await pick(page, 'DepartmentId', 'Haematology')
  await box(page, 'ResultTypeId').selectOption('30')
  const review = page.getByRole('radiogroup', { name: 'Review Required' })
  expect(await review.locator('label').allInnerTexts()).toEqual(['No', 'Yes'])
  await review.getByText('Yes').click()
  await pickIn(page, 'Specimens', 0, 0, 'EDTA')
  await typeIn(page, 'Specimens', 1, 1, '2')
  const { sent, answer } = await saved(page, 'elements')
  expect(sent.ReviewRequired).toBe(true)
  expect(sent.ElementSpecimens).toHaveLength(1)
  expect(sent.ElementMeasurements ?? []).toEqual([])
  await page.goto(`/elements?ElementId=${String(answer.ElementId)}`)
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await pickIn(page, 'Reference Ranges', 0, 0, 'Sysmex XN-1000')
  await typeIn(page, 'Reference Ranges', 0, 6, '5')
  await typeIn(page, 'Reference Ranges', 1, 6, '4')
  const { sent: again } = await saved(page, 'elements')
  expect(again.ElementMeasurements).toMatchObject([{ InstrumentId: 1, LowValue: 5 }, { LowValue: 4 }])
  expect(again.ElementMeasurements[1].InstrumentId ?? null).toBeNull()
  expect(again.ElementMeasurements).toHaveLength(2)
})

test('MDA-286 MDA-287 MDA-288 only role 1 can change the employer of a user; for other roles it is their own and is saved', async () => {
  const all = (await admin.get('/api/getdata/1019')).body
  const id = all.find((one) => one.UserName === 'phlebotomist')?.UserId ?? 0
  const isFree = async (page: Page): Promise<boolean> =>
    (await box(page, 'EmployerId').getAttribute('readonly')) === null
  const { page } = await visit()
  const { page: other } = await here.visit('manager', 2, 2)
  for (const [on, free] of [
    [page, true],
    [other, false],
  ] as const) {
    await on.goto(`/users?UserId=${id}`)
    await shows(button(on, 'Edit'))
    await on.keyboard.press('Alt+e')
    await shows(button(on, 'Save'))
    expect(await isFree(on)).toBe(free)
    await on.keyboard.press('Alt+d')
    await shows(button(on, 'Edit'))
    await on.goto('/users')
    await shows(button(on, 'Save'))
    expect(await isFree(on)).toBe(free)
  }
  await settles(() => box(other, 'EmployerId').inputValue(), 'Nivara Diagnostics Pvt Ltd (DEMO)')
  const manager = await here.person('manager', 2, 2)
  const made = await manager.post('/api/users/', {
    UserName: 'added',
    FullName: 'Added By Manager',
    Roles: [{ RoleId: role.FrontDesk }],
    Entities: [{ ClientId: 2 }],
    DefaultEntityId: 2,
  })
  expect((await admin.get(`/api/users/${String(made.body.UserId)}`)).body.EmployerId).toBe(1)
})
