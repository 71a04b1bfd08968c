// Grids and choices of masters against the real server: what is sent, what is offered, what only some users may do.
import { expect, test } from 'vitest'
import { clientType } from '../../modules/lists/items.model.ts'
import { box, field, pick } from '../hands/client.ts'
import { button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import { cell, pickIn, saved, typeIn } from '../hands/master-grid.ts'
import { offered, open } from '../hands/master.ts'

const { here, labAdmin: admin, manager } = journeyForTests('labAdmin', 'manager')
const visit = () => here.visit('admin', 1, 2)

test('MDA-064 MDA-228 MDA-243 the elements of a test and of a lab instrument have id, name and description, the name is picked, and only rows with an element are sent', async () => {
  const { page } = await visit()
  await page.goto('/tests')
  await box(page, 'Name').fill('Two of them')
  await pick(page, 'DepartmentId', 'Haematology')
  const heads = () => page.getByRole('grid', { name: 'Elements' }).getByRole('columnheader').allInnerTexts()
  const named = async () => (await heads()).map((one) => one.trim()).filter(Boolean)
  expect((await named()).slice(0, 3)).toEqual(['Id', 'Name', 'Description'])
  await pickIn(page, 'Elements', 0, 1, 'Haemoglobin')
  await pickIn(page, 'Elements', 1, 1, 'Platelet')
  const test = await saved(page, 'tests')
  expect(test.sent.Elements.map((row) => typeof row.ElementId)).toEqual(['number', 'number'])
  await page.goto('/labinstruments')
  await pick(page, 'LabId', 'Central')
  await pick(page, 'InstrumentId', '')
  expect((await named()).slice(0, 3)).toEqual(['Id', 'Name', 'Description'])
  await pickIn(page, 'Elements', 0, 1, 'Haemoglobin')
  const analyser = await saved(page, 'labinstruments')
  expect(analyser.sent.Elements.map((row) => typeof row.ElementId)).toEqual(['number'])
})

test('MDA-250 an item of a list without a name is neither sent nor saved', async () => {
  const { page } = await visit()
  await page.goto('/lists')
  await box(page, 'ListName').fill('Half named')
  await typeIn(page, 'List Items', 0, 1, 'Red')
  await typeIn(page, 'List Items', 0, 2, 'A red one')
  await typeIn(page, 'List Items', 1, 2, 'Without a name')
  await typeIn(page, 'List Items', 1, 3, 'x')
  const { sent, answer } = await saved(page, 'lists')
  expect(sent.ListItems.map((row) => row.ItemName)).toEqual(['Red'])
  const { body } = await admin.get(`/api/lists/${String(answer.ListId)}`)
  expect(body.ListItems.map((one) => one.ItemLabel)).toEqual(['A red one'])
})

test('MDA-068 MDA-069 a numeric element saves its specimens and reference ranges', async () => {
  const { page } = await visit()
  await page.goto('/elements')
  await box(page, 'Name').fill('Measured one')
  await box(page, 'UnitOfMeasure').fill('g/dL')
  await pick(page, 'DepartmentId', 'Haematology')
  await box(page, 'ResultTypeId').selectOption('30')
  await pickIn(page, 'Specimens', 0, 0, 'EDTA')
  await typeIn(page, 'Specimens', 0, 2, '2.5')
  await cell(page, 'Reference Ranges', 0, 0).click()
  await page.keyboard.press('F2')
  const picker = page.getByRole('dialog')
  await shows(picker.getByRole('row', { selected: true }))
  await page.keyboard.press('Enter')
  await gone(picker)
  await typeIn(page, 'Reference Ranges', 0, 6, '4')
  await typeIn(page, 'Reference Ranges', 0, 7, '10')
  const { answer } = await saved(page, 'elements')
  const { body } = await admin.get(`/api/elements/${String(answer.ElementId)}`)
  expect(body).toMatchObject({
    ElementSpecimens: [{ StdVolume: 2.5 }],
    ElementMeasurements: [{ LowValue: 4, HighValue: 10 }],
  })
})

test('MDA-102 MDA-104 a price list has code, name, price and discount of each product, picked and typed while editing; Export shows only while reading', async () => {
  const { page } = await visit()
  await open(page, '/pricelists?PriceListId=4')
  await shows(button(page, 'Export'))
  const heads = await page.getByRole('grid', { name: 'Products' }).getByRole('columnheader').allInnerTexts()
  expect(heads.map((one) => one.trim()).filter(Boolean)).toEqual(['Code', 'Name', 'Price', 'Discount'])
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()])
  expect(download.suggestedFilename()).toMatch(/^pricelist-4-.*\.csv$/)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await button(page, 'Export').count()).toBe(0)
  await typeIn(page, 'Products', 0, 2, '199.5')
  await typeIn(page, 'Products', 0, 3, '5')
  const { sent } = await saved(page, 'pricelists')
  expect(sent.PriceListProducts).toContainEqual(expect.objectContaining({ Price: 199.5, Discount: 5 }))
})

test('MDA-082 only role 1 can change a restricted list: others have no Edit, and are refused', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/lists?ListId=4')
  await shows(button(page, 'History'))
  const edit = button(page, 'Edit')
  expect((await edit.count()) === 0 || (await edit.getAttribute('aria-disabled')) === 'true').toBe(true)
  const refused = await manager.put('/api/lists/4', { ListName: 'Sex' })
  expect([refused.status, refused.body.message]).toEqual([422, 'Only an administrator can change a restricted list'])
  const { page: own } = await visit()
  await own.goto('/lists?ListId=4')
  await shows(button(own, 'Edit'))
  await own.keyboard.press('Alt+e')
  await shows(button(own, 'Save'))
})

test('MDA-314 the server answers only the clients of a legal entity', async () => {
  const { status, body } = await admin.get<{ ClientId: number }[]>('/api/clients?LegalEntityId=1')
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(1)
  for (const { ClientId } of body) expect((await admin.get(`/api/clients/${ClientId}`)).body.LegalEntityId).toBe(1)
})

test('the lookups of a parent, a legal entity, a doctor and an owner list only records of that kind', async () => {
  const { page } = await visit()
  await page.goto('/products')
  await shows(button(page, 'Save'))
  expect(await offered(page, 'OwnerId')).toEqual(['Nivara Central Laboratory, Pune'])
  await page.goto('/clients')
  await box(page, 'ClientTypeId').selectOption(String(clientType.CollectionCentre))
  await shows(field(page, 'LegalEntityId'))
  expect(await offered(page, 'LegalEntityId')).toEqual(['Nivara Diagnostics Pvt Ltd (DEMO)'])
  await settles(() => field(page, 'ParentId').count(), 1)
})

test('MDA-315 the entities of a user are the employer’s organisations and the employer itself, the default entity is one of them, and another employer clears both', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await page.goto('/users')
  await box(page, 'UserName').fill('placed')
  await box(page, 'FullName').fill('Well Placed')
  await pick(page, 'EmployerId', 'Nivara')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/clients')
  await pickIn(page, 'Entities', 0, 1, 'Kothrud')
  expect(new URL((await asked).url()).searchParams.get('LegalEntityId')).toBe('1')
  // the search also finds the employer itself, which has no parent
  await pickIn(page, 'Entities', 1, 1, 'Nivara Diagnostics')
  await pickIn(page, 'Roles', 0, 0, 'Front desk')
  await pick(page, 'DefaultEntityId', 'Hadapsar')
  await page.keyboard.press('Alt+s')
  await shows(field(page, 'DefaultEntityId').getByText('Default Entity is required'))
  await box(page, 'EmployerId').fill('')
  await settles(() => box(page, 'DefaultEntityId').inputValue(), '')
  expect(await page.getByRole('grid', { name: 'Entities' }).getByText('Kothrud').count()).toBe(0)
})
