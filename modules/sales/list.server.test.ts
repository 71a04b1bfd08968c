// The filters of the sales list.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
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
      await desk.get(
        `/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ LRN: '77100', ...filter }))}`,
      )
    ).body.length
  const { Code, Name } = await readRow<{ Code: string; Name: string }>(
    app,
    'products',
    { ProductId: product.lipids },
    'code, name',
  )
  expect(await found({})).toBe(2)
  expect([
    await found({ GiverId: patient }),
    await found({ GiverId: 21 }),
    await found({ ReceiverId: 2 }),
    await found({ ReceiverId: 3 }),
  ]).toEqual([1, 0, 1, 0])
  expect([await found({ Code: Code.toLowerCase() }), await found({ Name: Name.toUpperCase().slice(0, 5) })]).toEqual([
    1, 1,
  ])
  // code of one line and name of another are not a match
  const other = (await saleOf(desk, sale.SaleId)).SaleProducts[0]?.Product
  expect([await found({ Code: Code, Name: Name }), await found({ Code: Code, Name: other.Name })]).toEqual([1, 0])
})

test('FND-132 local products, yes and no, are those of a line', async () => {
  const one = await booked(desk, { PatientId: patient, LRN: '881001', products: [product.cbc] })
  const other = await booked(desk, { PatientId: patient, LRN: '881002', products: [product.lipids] })
  await setRows(app, 'products', { ProductId: product.lipids }, { IsLocalProduct: true })
  const found = async (filter: Json): Promise<unknown[]> => {
    const query = new URLSearchParams({ filterCriteria: JSON.stringify({ LRN: '8810', ...filter }), sort: 'SaleId' })
    return (await desk.get(`/api/getdata/1001?${query.toString()}`)).body.map((row) => row.SaleId)
  }
  expect(await found({})).toEqual([one.SaleId, other.SaleId])
  expect(await found({ IsLocalProduct: 'true' })).toEqual([other.SaleId])
  expect(await found({ IsLocalProduct: 'false' })).toEqual([one.SaleId])
  await setRows(app, 'products', { ProductId: product.lipids }, { IsLocalProduct: false })
})

test('the visits of a patient are the sales of that patient, not of a namesake', async () => {
  const [one, namesake] = [
    await aPatient(desk, { Name: 'Same Name Shinde' }),
    await aPatient(desk, { Name: 'Same Name Shinde' }),
  ]
  const sale = await booked(desk, { PatientId: one })
  await booked(desk, { PatientId: namesake })
  const visits = (
    await desk.get(`/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ PatientId: one }))}`)
  ).body
  expect(visits.map((row) => row.SaleId)).toEqual([sale.SaleId])
})

test('FND-151 seller, buyer and referrer narrow one search together', async () => {
  const manager = await signedIn(app, 'manager', 2, 2)
  const LRN = '5511'
  const one = await booked(manager, { PatientId: patient, ReferrerId: 141, LRN: `${LRN}1` })
  const two = await booked(manager, { PatientId: patient, ReferrerId: 142, LRN: `${LRN}2` })
  const three = await booked(manager, { PatientId: patient, SellerId: 12, ReferrerId: 141, LRN: `${LRN}3` })
  const four = await booked(manager, { PatientId: patient, BuyerId: 21, LRN: `${LRN}4` })
  const name = async (ClientId: unknown) => (await readRow<{ Name: string }>(app, 'clients', { ClientId }, 'name')).Name
  const found = async (filter: Json): Promise<unknown[]> => {
    const query = new URLSearchParams({ filterCriteria: JSON.stringify({ LRN, ...filter }), sort: 'SaleId' })
    return (await manager.get(`/api/getdata/1001?${query.toString()}`)).body.map((row) => row.SaleId)
  }
  const [Buyer, Referrer] = [await name(patient), await name(141)]
  expect(await found({})).toEqual([one, two, three, four].map((sale) => sale.SaleId))
  expect(await found({ SellerId: 2, Buyer })).toEqual([one.SaleId, two.SaleId])
  expect(await found({ Buyer, Referrer })).toEqual([one.SaleId, three.SaleId])
  expect(await found({ SellerId: 2, Buyer, Referrer })).toEqual([one.SaleId])
})
