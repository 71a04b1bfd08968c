// What the screens of the catalogue show in a real browser: elements, price lists, lists, users and what their pickers
// offer.
import { expect, test } from 'vitest'
import { box, field } from '../hands/client.ts'
import { gone, journeyForTests, shows } from '../hands/journey.ts'
import { named, offered, open } from '../hands/master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

const visit = (entity = 2) => here.visit('admin', 1, entity)
test('MDA-067 MDA-234 the formula of an element shows for result type 32, which is formula', async () => {
  const items = (await admin.get('/api/listitems?ListId=105')).body
  expect(items.find((item) => item.ListItemId === 32)?.ItemLabel).toMatch(/formula/i)
  const { page } = await visit()
  await open(page, '/elements')
  await box(page, 'ResultTypeId').selectOption('32')
  await shows(field(page, 'Formula'))
  await box(page, 'ResultTypeId').selectOption('30')
  await gone(field(page, 'Formula'))
})

test('MDA-311 MDA-312 GET /clients answers one type, as the employer of a user and the lab of a lab instrument offer it', async () => {
  for (const type of [9, 10])
    expect([
      ...new Set(
        (await admin.get<{ readonly ClientTypeId: number }[]>(`/api/clients?ClientTypeId=${type}`)).body.map(
          (row) => row.ClientTypeId,
        ),
      ),
    ]).toEqual([type])
  const { page } = await visit(1)
  await open(page, '/users')
  expect(await offered(page, 'EmployerId')).toEqual(await named(here, 9))
  await open(page, '/labinstruments')
  expect(await offered(page, 'LabId')).toEqual(await named(here, 10))
})
