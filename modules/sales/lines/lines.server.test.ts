// The stored lines of a sale.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { booked, product } from '../sales.fixture.ts'

const { app } = networkForTests()

test('OPS-141 the lines of a new sale are ordered: status 101', async () => {
  const sale = await booked(await signedIn(app, 'labdesk', 5, 2), { products: [product.cbc, product.homeVisit] })
  expect((sale['SaleProducts'] as Json[]).map((line) => line['StatusId'])).toEqual([101, 101])
})
