// The departments that a user signs for, on the user's screen.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { role } from '../../core/user.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const person = (RoleId: number, SignsFor: readonly object[]) => ({
  UserId: 4,
  UserName: 'pathologist2',
  FullName: 'Dr Arjun Mehta',
  Roles: [{ RoleId, RoleName: 'Pathologist' }],
  Entities: [],
  SignsFor,
  RowVersion: 1,
  Actions: { update: true },
})
const shown = (record: object) =>
  open('/users?UserId=4', { session: somebody('Administrator'), read: [['/api/users/4', {}, record]] })
const card = page.getByRole('region', { name: 'Signs For' })

test('a pathologist without departments signs for every one, and the screen says so', async () => {
  await shown(person(role.Pathologist, []))
  await expect.element(card.getByText('Every department', { exact: true })).toBeVisible()
  await shown(
    person(role.Pathologist, [
      { UserDepartmentId: 1, DepartmentId: 2, Department: { DepartmentId: 2, Name: 'Haematology' }, TillDate: null },
    ]),
  )
  await expect.element(card.getByText('Haematology')).toBeVisible()
  expect(card.getByText('Every department').elements()).toEqual([])
})

test('who signs no result has no such card', async () => {
  await shown(person(role.FrontDesk, []))
  await expect.element(page.getByRole('region', { name: 'Entities' })).toBeVisible()
  expect(card.elements()).toEqual([])
})
