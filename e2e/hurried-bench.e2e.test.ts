// A day at fifteen milliseconds a key on a line of 300: no key waits for the screen, and none is lost or goes elsewhere.
import { expect, test } from 'vitest'
import { accessioned, product } from '../modules/sales/sales.fixture.ts'
import { benchOf, rowsOf } from '../modules/testresults/testresults.fixture.ts'
import { workItemStatus } from '../modules/lists/items.model.ts'
import { button, journeyForTests, shows } from './journey.ts'
import { keys, slowLine, typeWalkIn } from './walk-in.ts'

const [key, line] = [15, 300]
const { here } = journeyForTests()

test('a sale is booked, paid, accessioned and its papers printed at 15 ms a key on a line of 300 ms', async () => {
  const { wanted, kept, papers } = await typeWalkIn(here, 731_001, { key, line })
  expect({ ...kept, papers }).toEqual({ ...wanted, papers: 2 })
})

test('results are typed by one person and approved by another at 15 ms a key on a line of 300 ms', async () => {
  const { desk, technologist } = await benchOf(here.app)
  const { SaleId } = await accessioned(desk, { products: [product.electrolytes] })
  const stored = async () =>
    (await rowsOf(technologist, SaleId)).map((row) => [row['Element'], row['Result'], row['StatusId']])
  const order = (await rowsOf(technologist, SaleId)).map((row) => String(row['Element']))
  const values: Record<string, string> = { Sodium: '139', Potassium: '4.1', Chloride: '102' }
  const open = async (user: string, role: number) => {
    const { page } = await here.visit(user, role, 2, { fresh: true })
    await slowLine(page, line)
    await page.goto(`/testresults?SaleId=${String(SaleId)}`)
    await shows(button(page, 'Edit'))
    return page
  }
  await keys(
    await open('technologist', 4),
    `{Alt+e}${order.map((name) => `${values[name] ?? ''}{Enter}`).join('')}{Alt+s}`,
    key,
  )
  const typed = (StatusId: number) => order.map((name) => [name, values[name], StatusId])
  await expect.poll(stored, { timeout: 20_000 }).toEqual(typed(workItemStatus.Entered))
  await keys(await open('pathologist', 3), '{Alt+a}', key)
  await expect.poll(stored, { timeout: 20_000 }).toEqual(typed(workItemStatus.Approved))
})
