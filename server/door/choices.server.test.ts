// A choice must be in its list: on a record, in its rows, and for money.
import { expect, test } from 'vitest'
import { aPatient, booked, mode, product } from '../../modules/sales/sales.fixture.ts'
import { networkForTests } from '../testing/network.ts'

const { desk } = networkForTests('desk')
const patient = { ClientTypeId: 12, ParentId: 1, IsActive: true, Name: 'Chosen One', Age: 30 }

test.each([999, mode.cash])('a patient with gender %i is refused', async (GenderId) => {
  const answer = await desk.post('/api/clients/', { ...patient, GenderId })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual({ GenderId: ['Gender is not one of its choices'] })
})

test.each([999, 90, 'cash', 2 ** 40])('money with mode %s is refused', async (PaymentModeId) => {
  const sale = await booked(desk, { PatientId: await aPatient(desk), products: [product.cbc] })
  const answer = await desk.put(`/api/sales/${String(sale.SaleId)}`, {
    Invoice: { Transactions: [{ PaymentModeId, Amount: 10 }] },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual({ 'Invoice.Transactions.0.PaymentModeId': ['Mode is not one of its choices'] })
})
