// Creating a client similar to an existing one, in a real browser: a patient of the same name, and a copy.
import { expect, test } from 'vitest'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { begin, box } from '../../hands/client.ts'
import { arrives, gone, journeyForTests, question, shows } from '../../hands/journey.ts'
import { sizeOf } from '../../hands/sale.ts'
import { nameBox } from '../../hands/record.ts'

const { here, labAdmin: admin, desk } = journeyForTests('labAdmin', 'desk')

test('FND-189 a patient similar to an existing one is created only after a question that names the other', async () => {
  const other = await aPatient(desk, { Name: 'Twin Journey', Age: 50, MobilePhone: '9822011111' })
  const { page } = await here.visit('labdesk', 5, 2)
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith('/api/clients/') && sent.push(request.url()),
  )
  await begin(page, 12)
  for (const [name, text] of [
    ['Name', 'twin journey'],
    ['Age', '50'],
    ['MobilePhone', '9822011111'],
  ] as const)
    await box(page, name).fill(text)
  await box(page, 'GenderId').selectOption({ index: 1 })
  await page.keyboard.press('Alt+s')
  const asked = question(page, 'This looks like an existing patient')
  await shows(asked.getByText(`${other}: Twin Journey, 50 years, 9822011111`))
  expect(await sizeOf(asked)).toEqual([640, 320])
  await asked.getByRole('button', { name: 'No' }).click()
  await gone(asked)
  expect([sent, await nameBox(page).inputValue()]).toEqual([[], 'twin journey'])
  await page.keyboard.press('Alt+s')
  await asked.getByRole('button', { name: 'Yes' }).click()
  await arrives(page, '/summary/clients')
  expect(sent).toHaveLength(1)
})
test('the desk saves a copy of a doctor without the fields that only role id 2 sets', async () => {
  const { ClientId } = (await admin.get('/api/getdata/200?ClientTypeId=11&limit=1')).body[0]
  expect((await admin.get(`/api/clients/${ClientId}`)).body.SalesManagerId).not.toBeNull()
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${ClientId}&clone=true`)
  await shows(page.getByText(`copy of ${ClientId}, not saved yet`))
  await nameBox(page).fill('Dr Copied Journey')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  const [made] = (await admin.get('/api/getdata/200?ClientTypeId=11&Name=Dr Copied Journey')).body
  expect((await admin.get(`/api/clients/${made?.ClientId}`)).body).toMatchObject({
    SalesManagerId: null,
    CanRefer: false,
    ParentId: 1,
  })
})
