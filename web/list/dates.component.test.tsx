// How the moments of a list read: whatever its rows name as a date is shown as one.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

afterEach(leave)
const moment = '2022-03-05T08:37:00.000Z'

test.each([
  ['departments', 'DepartmentId', 'CreatedOn', 'Created On'],
  ['worksheets', 'WorkSheetId', 'GeneratedOn', 'Generated On'],
  ['worksheets', 'WorkSheetId', 'UpdatedOn', 'Updated On'],
  ['departments', 'DepartmentId', 'StartDate', 'Start Date'],
])(
  'FND-112 FND-113 in the list of %s, key %s, %s reads as day, month in letters, year and time of twelve hours',
  async (module, key, name, title) => {
    await goTo(`/summary/${module}`, somebody('Administrator'), {
      some: ({ url }) =>
        url.pathname.startsWith('/api/getdata/10') ? [{ [key]: 7, Name: 'Asha', [name]: moment }] : undefined,
    })
    await expect.element(page.getByRole('columnheader', { name: title })).toBeVisible()
    await expect.element(page.getByRole('gridcell', { name: '05-Mar-2022 02:07 PM', exact: true })).toBeVisible()
  },
)
