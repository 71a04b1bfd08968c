// A standard widget: its query's parameters are filled in field by field, and stored as the text of the specification.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { focusField } from '../../web/record/focus.ts'
import { sent } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { choose, control, errorAt, field, fill, leave, open, save } from '../../web/screen/whole-screen.fixture.tsx'
import { saleStatus, saleStatuses } from '../lists/items.model.ts'

afterEach(leave)

const parameter = (Name: string, Type: 'C' | 'N' | 'L', Label: string, more: object = {}) => ({
  Name,
  Label,
  Type,
  ListId: null,
  Required: false,
  Hint: null,
  ...more,
})
const queries = [
  {
    StatementId: 2110,
    Name: 'Booked of late',
    Parameters: [
      parameter('Days', 'N', 'Days', { Required: true, Hint: 'Counted back from today' }),
      parameter('StatusId', 'L', 'Sale Status', { ListId: saleStatuses.listId }),
    ],
  },
  { StatementId: 2104, Name: 'Late reports', Parameters: [] },
]
const begin = async () => {
  await open('/widgets', { session: somebody('Administrator'), read: [['/api/querystatements', {}, queries]] })
  await expect.poll(() => field('StatementId')?.querySelectorAll('option').length).toBe(3)
}

test('each parameter of the query is a field of its kind, and together they write the text', async () => {
  await begin()
  expect(field('Days')).toBeNull()
  await choose('StatementId', 2110)
  await expect.element(page.getByText('Counted back from today')).toBeVisible()
  await fill('Days', '14')
  control('Days').blur()
  await choose('StatusId', saleStatus.Cancelled)
  await expect
    .poll(() => JSON.parse(control('QueryParameters').value || '{}'))
    .toEqual({ Days: 14, StatusId: saleStatus.Cancelled })
})

test('values typed into the text show in the fields, and another query begins without it', async () => {
  await begin()
  await choose('StatementId', 2110)
  await fill('QueryParameters', '{"Days":7}')
  await expect.poll(() => control('Days').value).toBe('7')
  await choose('StatementId', 2104)
  await expect.element(page.getByText('This query takes no parameters')).toBeVisible()
  expect([field('Days'), control('QueryParameters').value]).toEqual([null, ''])
})

test('a missing parameter shows an error at its field, which gets the focus, and no request is sent', async () => {
  await begin()
  await choose('StatementId', 2110)
  await expect.poll(() => field('Days')).not.toBeNull()
  await save()
  await expect.poll(() => errorAt('Days')).toBe('Days is required')
  focusField('QueryParameters.Days')
  expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('Days')
  expect(sent()).toEqual([])
})
