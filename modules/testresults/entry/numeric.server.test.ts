// A numeric element accepts only numbers, from the moment it is saved as numeric.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { resultTypes } from '../../lists/items.model.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { enter, rowOf } from '../testresults.fixture.ts'

const { labAdmin, desk, technologist } = networkForTests('labAdmin', 'desk', 'technologist')

test('MDA-233 item 30 is the numeric result type, and an element saved with it accepts only numbers', async () => {
  const items = (await labAdmin.get(`/api/listitems?ListId=${resultTypes.listId}`)).body
  expect(items.find((item) => item.ListItemId === 30)).toMatchObject({ ItemLabel: 'Numeric' })
  const elements = (await labAdmin.get('/api/elements')).body
  const path = `/api/elements/${String(elements.find((one) => one.Name === 'Sodium')?.ElementId)}` as const
  const save = async (ResultTypeId: number) => expect((await labAdmin.put(path, { ResultTypeId })).status).toBe(200)
  const sale = async () => (await accessioned(desk, { products: [product.electrolytes] })).SaleId
  await save(31)
  const worded = await sale()
  await enter(technologist, worded, { Sodium: 'about normal' })
  expect((await rowOf(technologist, worded, 'Sodium')).Result).toBe('about normal')
  await save(30)
  const counted = await sale()
  for (const text of ['about normal', '<140', '1e2', '140 mmol', '14O'])
    expect((await enter(technologist, counted, { Sodium: text })).body).toMatchObject({
      Refused: [{ Text: text, Reason: `"${text}" is not a number` }],
    })
  expect((await rowOf(technologist, counted, 'Sodium')).Result).toBeNull()
  for (const number of ['140', '138.5', '0'])
    expect((await enter(technologist, counted, { Sodium: number })).body.Refused).toEqual([])
  expect((await rowOf(technologist, counted, 'Sodium')).Result).toMatch(/^0/)
})

test('a result below 0 is refused with the element and the way out, and taken once the ranges of the element go below 0', async () => {
  const sale = (await accessioned(desk, { products: [product.electrolytes] })).SaleId
  const reason = (text: string): string =>
    `"${text}" is below 0. Check the value; if Potassium can be negative, enter a bound below 0 in its reference ranges`
  for (const text of ['-4.1', '−0.1'])
    expect((await enter(technologist, sale, { Potassium: text })).body).toMatchObject({
      Refused: [{ Text: text, Reason: reason(text) }],
    })
  expect((await enter(technologist, sale, { Potassium: '-0' })).body.Refused).toEqual([])
  expect((await rowOf(technologist, sale, 'Potassium')).Result).toMatch(/^0/)
  const elements = (await labAdmin.get('/api/elements')).body
  const path = `/api/elements/${String(elements.find((one) => one.Name === 'Potassium')?.ElementId)}` as const
  const ranges = (await labAdmin.get(path)).body.ElementMeasurements
  const below = ranges.map((row) => ({ ...row, LowValue: -2, CriticallyLowValue: -5, PrintableRange: null }))
  const saved = await labAdmin.put(path, { ElementMeasurements: below })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const later = (await accessioned(desk, { products: [product.electrolytes] })).SaleId
  expect((await enter(technologist, later, { Potassium: '-4.1' })).body.Refused).toEqual([])
  expect(await rowOf(technologist, later, 'Potassium')).toMatchObject({ Result: '-4.1', Flag: 'L' })
})
