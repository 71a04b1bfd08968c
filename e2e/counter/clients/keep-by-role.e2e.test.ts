// Who maintains clients, in a real browser: administrators, staff of a lab, sales managers and money handlers.
import { expect, test } from 'vitest'
import { begin, box, field } from '../../hands/client.ts'
import { arrives, button, journeyForTests, shows } from '../../hands/journey.ts'
import { bodyOf, readAt } from '../../hands/wire.ts'
import { nameBox } from '../../hands/record.ts'
import { grid } from '../../hands/sales-list.ts'

const { here } = journeyForTests()

test('MDA-002 administrators, staff of a lab, sales managers and money handlers add and change the records that their role permits', async () => {
  for (const [name, role, entity] of [
    ['admin', 1, 2],
    ['labdesk', 5, 2],
    ['salesmanager', 9, 2],
    ['frontdesk', 5, 12],
  ] as const) {
    const { page, context } = await here.visit(name, role, entity)
    const { Permissions } = await readAt(context, '/api/currentUser')
    const permits = Permissions.filter((one) => one.ModuleId === 'clients').map((one) => one.Permit)
    expect([name, permits]).toEqual([name, expect.arrayContaining(['list', 'create', 'read', 'update'])])
    await page.goto('/summary/dashboard')
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Clients', exact: true }).click()
    await arrives(page, '/summary/clients')
    await shows(grid(page))
    await begin(page, 11)
    await nameBox(page).fill(`Dr Of ${name}`)
    if (role === 1) {
      await box(page, 'SalesManagerId').focus()
      await page.keyboard.press('F2')
      await shows(page.getByRole('dialog').getByRole('row', { selected: true }))
      await page.keyboard.press('Enter')
    }
    const [saved] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/api/clients/'),
      ),
      page.keyboard.press('Alt+s'),
    ])
    expect([name, saved.status()]).toEqual([name, 201])
    const { ClientId } = await bodyOf(saved, 'POST', '/api/clients/')
    await page.goto(`/clients?ClientId=${ClientId}`)
    await shows(button(page, 'Edit'))
    await page.keyboard.press('Alt+e')
    await shows(button(page, 'Save'))
    await box(page, 'Specialization').fill('Changed')
    await page.keyboard.press('Alt+s')
    await arrives(page, '/summary/clients')
    await page.goto(`/clients?ClientId=${ClientId}`)
    await shows(field(page, 'Specialization').getByText('Changed'))
    await context.close()
  }
})
