// A numeric element accepts only numbers, from the moment it is saved as numeric.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { resultTypes } from '../../lists/items.model.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { enter, rowOf } from '../testresults.fixture.ts'

const { labAdmin, desk, technologist } = networkForTests('labAdmin', 'desk', 'technologist')

test('MDA-233 item 30 is the numeric result type, and an element saved with it accepts only numbers', async () => {
  const items = (await labAdmin.get<Json[]>(`/api/listitems?ListId=${resultTypes.listId}`)).body
  expect(items.find((item) => item['ListItemId'] === 30)).toMatchObject({ ItemLabel: 'Numeric' })
  const elements = (await labAdmin.get<Json[]>('/api/elements')).body
  const path = `/api/elements/${String(elements.find((one) => one['Name'] === 'Sodium')?.['ElementId'])}`
  const save = async (ResultTypeId: number) => expect((await labAdmin.put(path, { ResultTypeId })).status).toBe(200)
  const sale = async () => (await accessioned(desk, { products: [product.electrolytes] }))['SaleId']
  await save(31)
  const worded = await sale()
  await enter(technologist, worded, { Sodium: 'about normal' })
  expect((await rowOf(technologist, worded, 'Sodium'))['Result']).toBe('about normal')
  await save(30)
  const counted = await sale()
  for (const text of ['about normal', '<140', '1e2', '140 mmol', '14O'])
    expect((await enter(technologist, counted, { Sodium: text })).body).toMatchObject({
      Refused: [{ Text: text, Reason: `"${text}" is not a number` }],
    })
  expect((await rowOf(technologist, counted, 'Sodium'))['Result']).toBeNull()
  for (const number of ['140', '138.5', '0'])
    expect((await enter(technologist, counted, { Sodium: number })).body['Refused']).toEqual([])
  expect((await rowOf(technologist, counted, 'Sodium'))['Result']).toMatch(/^0/)
})
