// A rule works for as long as who switched it on signs at its laboratory.
import { expect, test } from 'vitest'
import { setRows } from '../../server/testing/rows.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { enter, enterAll, labForTests, paidSale, rowOf } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved } = workItemStatus

test('nothing is taken once who switched it on does not sign at the laboratory any more', async () => {
  const sold = async () => (await paidSale(bench.desk, await aPatient(bench.desk)))['SaleId']
  const first = await sold()
  await enterAll(bench.technologist, first)
  const { ElementId } = await rowOf(bench.pathologist, first, 'Sodium')
  const saved = await bench.pathologist.post('/api/verificationrules/', { Name: 'Sodium', LabId: 2, ElementId })
  const formId = saved.body['VerificationRuleId']
  for (const path of ['dryrun', 'switchon'])
    expect((await bench.pathologist.put(`/api/${path}/verificationrules`, { formId })).status).toBe(200)
  const typed = async (): Promise<unknown> => {
    const sale = await sold()
    await enter(bench.technologist, sale, { Sodium: '140' })
    return (await rowOf(bench.technologist, sale, 'Sodium'))['StatusId']
  }
  expect(await typed()).toBe(Approved)
  // at another place they sign no results of this one
  const place = { user_id: bench.pathologist.userId, client_id: 2 }
  await setRows(app, 'user_entities', place, { client_id: 1 })
  expect(await typed()).toBe(Entered)
})
