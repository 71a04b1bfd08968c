// Each kind of organisation in a real browser: its users see the modules of their role, and the lists open.
import { expect, test } from 'vitest'
import { arrives, journeyForTests, shows } from '../../hands/journey.ts'
import { readAt } from '../../hands/wire.ts'
import { grid } from '../../hands/sales-list.ts'

const { here } = journeyForTests()

test('OPS-002 staff of a lab, a centre and a courier, sales managers and referrers open the operational lists of their roles', async () => {
  for (const [name, role, entity, type, module, label] of [
    ['technologist', 4, 2, 10, 'worksheets', 'Worksheets'],
    ['frontdesk', 5, 12, 13, 'sales', 'Sales'],
    ['courier', 8, 151, 19, 'samples', 'Samples'],
    ['salesmanager', 9, 2, 10, 'sales', 'Sales'],
    ['referrer', 14, 141, 14, 'sales', 'Sales'],
  ] as const) {
    const { page, context } = await here.visit(name, role, entity)
    const { Entity, Permissions } = await readAt(context, '/api/currentUser')
    expect([name, Entity.ClientTypeId]).toEqual([name, type])
    expect(Permissions.filter((entry) => entry.ModuleId === module).map((entry) => entry.Permit)).toContain('list')
    await page.goto('/summary/dashboard')
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: label, exact: true }).click()
    await arrives(page, `/summary/${module}`)
    await shows(page.getByRole('heading', { name: label, exact: true }))
    await shows(grid(page).or(page.getByRole('heading', { name: /^No / })))
    await context.close()
  }
})
