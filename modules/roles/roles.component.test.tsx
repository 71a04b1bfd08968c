// What the screen of a role shows: its permissions in words, and the note of the second factor next to its box.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { field, leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const row = (ModuleId: string, Name: string, ParentId: string | null) => ({
  ModuleId,
  Name,
  ParentId,
  SequenceNumber: 1,
})
const desk = {
  RoleId: 5,
  RoleName: 'Front desk',
  SecondFactor: false,
  RowVersion: 1,
  Actions: { update: true },
  Permissions: [
    { PermissionId: 1, ModuleId: 'testreports', Permit: 'list' },
    { PermissionId: 2, ModuleId: 'testreports', Permit: 'create' },
  ],
}

test('permissions are in the words of the sidebar and of the buttons, not shown as keys', async () => {
  await open('/roles?RoleId=5', {
    session: somebody('Administrator'),
    read: [
      ['/api/roles/5', {}, desk],
      ['/api/modules', {}, [row('work', 'Work', null), row('testreports', 'Test Reports', 'work')]],
    ],
  })
  const grid = page.getByRole('grid', { name: 'Permissions' })
  await expect.element(grid.getByRole('gridcell', { name: 'Test Reports' }).first()).toBeVisible()
  await expect.element(grid.getByRole('gridcell', { name: 'Create New' })).toBeVisible()
  expect(grid.getByText('testreports').elements()).toEqual([])
  const note = field('SecondFactor')?.querySelector('.note')
  expect(note?.getBoundingClientRect().height).toBeLessThan(20)
})
