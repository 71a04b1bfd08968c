// What the filters of the sales list narrow by.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { readRow } from '../../server/testing/rows.ts'
import { aPatient, booked, product, saleOf } from './sales.fixture.ts'

const { app, desk } = networkForTests('desk')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})

test('OPS-028 giver and receiver are those of a receipt of the sale; code and name are of one line that is not cancelled', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    LRN: '771001',
    products: [product.cbc],
    receipts: [{ Amount: 50, PaymentModeId: 40 }],
  })
  await booked(desk, { PatientId: patient, LRN: '771002', products: [product.cbc, product.lipids] })
  const found = async (filter: Json): Promise<number> =>
    (
      await desk.get<Json[]>(
        `/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ LRN: '77100', ...filter }))}`,
      )
    ).body.length
  const { code, name } = await readRow<{ code: string; name: string }>(
    app,
    'products',
    { product_id: product.lipids },
    'code, name',
  )
  expect(await found({})).toBe(2)
  expect([
    await found({ GiverId: patient }),
    await found({ GiverId: 21 }),
    await found({ ReceiverId: 2 }),
    await found({ ReceiverId: 3 }),
  ]).toEqual([1, 0, 1, 0])
  expect([await found({ Code: code.toLowerCase() }), await found({ Name: name.toUpperCase().slice(0, 5) })]).toEqual([
    1, 1,
  ])
  // code of one line and name of another are not a match
  const other = ((await saleOf(desk, sale['SaleId'] as number))['SaleProducts'] as Json[])[0]?.['Product'] as Json
  expect([await found({ Code: code, Name: name }), await found({ Code: code, Name: other['Name'] })]).toEqual([1, 0])
})

test('the visits of a patient are the sales of that patient, not of a namesake', async () => {
  const [one, namesake] = [
    await aPatient(desk, { Name: 'Same Name Shinde' }),
    await aPatient(desk, { Name: 'Same Name Shinde' }),
  ]
  const sale = await booked(desk, { PatientId: one })
  await booked(desk, { PatientId: namesake })
  const visits = (
    await desk.get<Json[]>(`/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ PatientId: one }))}`)
  ).body
  expect(visits.map((row) => row['SaleId'])).toEqual([sale['SaleId']])
})
