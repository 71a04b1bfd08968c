// A rule works for as long as the person who switched it on signs at its laboratory.
import { expect, test } from 'vitest'
import { readRows, setPermits, setRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { enter, enterAll, labForTests, paidSale, rowOf } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved } = workItemStatus

const rules = (act: string, body: Json) => bench.pathologist.put(`/api/${act}/verificationrules`, body)
const sold = async () => (await paidSale(bench.desk, await aPatient(bench.desk))).SaleId
/** A rule of sodium that was tried on a result. */
const tried = async (): Promise<number> => {
  const first = await sold()
  await enterAll(bench.technologist, first)
  const { ElementId } = await rowOf(bench.pathologist, first, 'Sodium')
  const saved = await bench.pathologist.post('/api/verificationrules/', { Name: 'Sodium', LabId: 2, ElementId })
  const formId = saved.body.VerificationRuleId
  expect((await rules('dryrun', { formId })).status).toBe(200)
  return formId
}

test('a rule takes no result once the person who switched it on no longer signs at the laboratory', async () => {
  const formId = await tried()
  expect((await rules('switchon', { formId })).status).toBe(200)
  const typed = async (): Promise<unknown> => {
    const sale = await sold()
    await enter(bench.technologist, sale, { Sodium: '140' })
    return (await rowOf(bench.technologist, sale, 'Sodium')).StatusId
  }
  expect(await typed()).toBe(Approved)
  // a signatory of another place signs no results of this one
  const place = { UserId: bench.pathologist.userId, ClientId: 2 }
  await setRows(app, 'user_entities', place, { ClientId: 1 })
  expect(await typed()).toBe(Entered)
})

test('a user who may save rules but not approve by them cannot switch one on or off, or stop all', async () => {
  const [rule] = await readRows<{ Id: number }>(app, 'verification_rules', { LabId: 2 }, 'verification_rule_id as id')
  const formId = rule?.Id ?? 0
  // back at the laboratory
  await setRows(app, 'user_entities', { UserId: bench.pathologist.userId, ClientId: 1 }, { ClientId: 2 })
  const act = { switchoff: { formId }, switchon: { formId }, stop: { LabId: 2 } }
  for (const [name, body] of Object.entries(act)) {
    await setPermits(app, 3, 'verificationrules', ['approve'], { Criteria: 'LabId < 0' })
    expect([name, (await rules(name, body)).status]).toEqual([name, 403])
    await setPermits(app, 3, 'verificationrules', ['approve'], { Criteria: null })
    expect([name, (await rules(name, body)).status]).toEqual([name, 200])
  }
})
