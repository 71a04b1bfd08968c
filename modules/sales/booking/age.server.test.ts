// The age of a patient on a sale and its papers is that of the collection day in the network's zone, also between
// midnight and half past five.
import { expect, test } from 'vitest'
import { addDays, atTime, dayOf } from '../../../core/dates.ts'
import { birthday } from '../../../server/testing/birthday.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { aPatient, aSale } from '../sales.fixture.ts'

const template = { bill: 1, labels: 2 }
const { desk } = networkForTests('desk')

/** The last half past midnight on the network's clock: in UTC it is the evening before. */
const afterMidnight = (): string => {
  const today = atTime(dayOf(new Date()), 0, 30)
  return Date.parse(today) <= Date.now() ? today : atTime(addDays(dayOf(new Date()), -1), 0, 30)
}
const printed = async (saleId: number, templateId: number): Promise<string> =>
  (await desk.post('/api/print/sales/', { templateId, formId: saleId, device: 'screen' })).text

test('collected at half past midnight on the birthday: a year older on the sale, the bill and the label', async () => {
  const collected = afterMidnight()
  const PatientId = await aPatient(desk, {
    Name: 'Zeenat Night',
    GenderId: 2,
    Age: undefined,
    BirthDate: birthday(dayOf(collected), 34),
  })
  const booked = await desk.post(
    '/api/sales/',
    aSale({ PatientId, BuyerId: PatientId, SaleDate: collected, CollectionDate: collected }),
  )
  expect(booked.text).toContain('SaleId')
  const SaleId = Number(booked.body.SaleId)
  expect((await desk.put('/api/accession/sales', { formId: SaleId })).status).toBe(200)
  expect((await desk.get(`/api/sales/${SaleId}`)).body.Patient).toMatchObject({ Age: 34 })
  expect(await printed(SaleId, template.bill)).toContain('Female, 34 years')
  expect(await printed(SaleId, template.labels)).toContain('F 34 y')
})
