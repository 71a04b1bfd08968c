// Calculated results follow typed ones at once, by the formula of their element.
import { expect, test } from 'vitest'
import { accessioned, product } from '../../modules/sales/sales.fixture.ts'
import { benchOf } from '../../modules/testresults/testresults.fixture.ts'
import { button, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here, labAdmin } = journeyForTests('labAdmin')

test('MDA-195 a calculated result changes with each value that its formula refers to, before the save', async () => {
  const bench = await benchOf(here.app)
  const elements = (await labAdmin.get<{ ElementId: number; Name: string }[]>('/api/elements')).body
  const keyOf = (name: string) => elements.find((one) => one.Name === name)?.ElementId
  const [total, direct, indirect] = ['Bilirubin, total', 'Bilirubin, direct', 'Bilirubin, indirect'] as const
  // not the formula of a new network
  const Formula = `({${keyOf(total)}} - {${keyOf(direct)}}) * 10`
  expect((await labAdmin.put(`/api/elements/${keyOf(indirect)}`, { Formula })).status).toBe(200)
  const { SaleId } = await accessioned(bench.desk, { products: [product.bilirubin] })
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(SaleId)}`)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  const calculated = page.getByRole('row').filter({ hasText: indirect }).locator('.result')
  const type = (element: string, value: string) => page.getByLabel(`Result of ${element}`, { exact: true }).fill(value)
  await type(total, '1.4')
  await type(direct, '0.4')
  await settles(
    () =>
      calculated
        .first()
        .innerText()
        .then((text) => text.trim()),
    '10.00',
  )
  await type(direct, '0.6')
  await settles(
    () =>
      calculated
        .first()
        .innerText()
        .then((text) => text.trim()),
    '8.00',
  )
})
