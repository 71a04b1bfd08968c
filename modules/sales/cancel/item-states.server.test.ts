// One item of a sale by the state of its work: cancelled until it is received at the lab, not once work has begun.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { lineStatus } from '../../lists/items.model.ts'
import { aPatient, booked, product, saleOf } from '../sales.fixture.ts'
import { cancelItem } from './cancel.fixture.ts'

const { app, desk } = networkForTests('desk')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})

const { Ordered, Collected, InTransit, Received, InProcess, Entered, Reviewed, Approved, Released } = lineStatus
const begun = 'Work on the item has started'
test.each([
  ['OPS-144', 'ordered', Ordered, 200, 'is cancelled'],
  ['OPS-144', 'collected', Collected, 200, 'is cancelled'],
  ['OPS-144', 'in transit', InTransit, 200, 'is cancelled'],
  ['OPS-144', 'received', Received, 200, 'is cancelled'],
  ['OPS-145', 'in process', InProcess, 422, begun],
  ['OPS-145', 'entered', Entered, 422, begun],
  ['OPS-145', 'reviewed', Reviewed, 422, begun],
  ['OPS-145', 'approved', Approved, 422, begun],
  ['OPS-145', 'released', Released, 422, begun],
  ['OPS-145', 'cancelled', lineStatus.Cancelled, 422, 'The item is already cancelled'],
])('%s an item that is %s', async (_id, _name, StatusId, status, message) => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const [line] = sale.SaleProducts
  await setRows(app, 'sale_products', { SaleProductId: line?.SaleProductId }, { StatusId })
  const answer = await cancelItem(desk, sale, 0)
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
  const [after] = (await saleOf(desk, sale.SaleId)).SaleProducts
  expect(after?.StatusId).toBe(status === 200 ? lineStatus.Cancelled : StatusId)
})
