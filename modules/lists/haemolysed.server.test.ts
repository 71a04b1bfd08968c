// A haemolysed tube is rejected with that reason; the reason to measure again does not reject a tube.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { accessioned } from '../sales/sales.fixture.ts'
import { sampleStatus, workItemReasons } from './items.model.ts'

const { desk, technologist } = networkForTests('desk', 'technologist')

test('a laboratory rejects a haemolysed tube, and it is recollected', async () => {
  const reasons = (await technologist.get(`/api/listitems?ListId=${workItemReasons.listId}`)).body
  const idOf = (value: string) =>
    reasons.find((one) => one.ItemValue === value && String(one.ItemLabel).startsWith('Haemolysed'))?.ListItemId
  const sale = await accessioned(desk)
  const [tube] = sale.Samples
  const reject = (ReasonId: unknown) =>
    technologist.put('/api/reject/samples', { formId: tube?.SampleId, ReasonId, Remarks: 'Pink' })
  expect((await reject(idOf('R'))).status).toBe(400)
  expect((await reject(idOf('X'))).status).toBe(200)
  const tubes = (await desk.get(`/api/sales/${String(sale.SaleId)}`)).body.Samples
  expect(tubes.find((one) => one.SampleId === tube?.SampleId)).toMatchObject({ StatusId: sampleStatus.Rejected })
  expect(tubes.length).toBeGreaterThan(sale.Samples.length)
})
