// A product is activated: what it lacks shows first, each problem is corrected where its link leads, and the product is
// sold.
import { expect, test } from 'vitest'
import { created } from '../../server/testing/created.ts'
import { arrives, button, journeyForTests, shows } from '../hands/journey.ts'

const { here, labAdmin } = journeyForTests('labAdmin')

test('activating a product asks about problems, and it is sold once it has a price', async () => {
  const element = { Name: 'Lead', UnitOfMeasure: 'ng/mL', DepartmentId: 1, ResultTypeId: 30, DecimalPlaces: 1 }
  const { ElementId } = await created(labAdmin, 'elements', element)
  const { TestId } = await created(labAdmin, 'tests', { Name: 'Lead', DepartmentId: 1, Elements: [{ ElementId }] })
  const { ProductId } = await created(labAdmin, 'products', {
    Code: 'LEAD',
    Name: 'Lead in blood',
    OwnerId: 2,
    IsActive: false,
    Tests: [{ TestId }],
  })
  const { page } = await here.visit('admin', 1, 2)
  await page.goto(`/products?ProductId=${ProductId}`)
  const run = page.getByRole('region', { name: 'Dry run' })
  await shows(run.getByText('2 missing before it can be sold'))
  const switchOn = async () => {
    await button(page, 'Edit').click()
    await page.locator('[data-field=IsActive] input').check()
    await button(page, 'Save').click()
  }
  await switchOn()
  const question = page.getByRole('dialog')
  await shows(question.getByText('cannot be sold as it is'))
  await shows(question.getByText('Lead has no specimen', { exact: true }))
  await question.getByRole('button', { name: 'No' }).click()
  expect((await labAdmin.get(`/api/products/${ProductId}`)).body.IsActive).toBe(false)
  await button(page, 'Discard').click()
  await run.getByRole('link', { name: 'Lead has no specimen' }).click()
  await page.waitForURL(`**/elements?ElementId=${ElementId}`)
  // the address changes a moment before the element's screen shows
  await shows(page.locator('[data-field=ResultTypeId]'))
  const drawn = { ElementSpecimens: [{ SpecimenId: 1, StdVolume: 1 }], ElementMeasurements: [{ HighValue: 5 }] }
  expect((await labAdmin.put(`/api/elements/${ElementId}`, drawn)).status).toBe(200)
  await page.goBack()
  await shows(run.getByText('1 missing before it can be sold'))
  await switchOn()
  await arrives(page, '/summary/products')
  expect((await labAdmin.get(`/api/products/${ProductId}`)).body.IsActive).toBe(true)
  await created(labAdmin, 'pricelists', {
    SellerId: 2,
    EffectiveFromDate: '2020-01-01',
    PriceListProducts: [{ ProductId, Price: 900 }],
  })
  await page.goto(`/products?ProductId=${ProductId}`)
  await shows(run.getByText('No problems found.'))
})
