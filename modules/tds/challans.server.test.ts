// A challan of TDS is paid once in a legal entity, however its number is written, and by whomever.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf, formatDate } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { signedIn, type Answered, type Json, type Person } from '../../server/testing/signed-in.ts'
import { aBankAccount } from '../bankaccounts/bankaccounts.fixture.ts'
import { referring } from '../referrals/referrals.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'

const { app, labAdmin, accounts, salesManager } = networkForTests('labAdmin', 'accounts', 'salesManager')
const { aReferrer, sold, referralsOf, put, pay, begin } = referring(
  () => app,
  () => labAdmin,
)
afterEach(() => expectInvariants(app.db))
let head: Person
const [lab, centre] = [2, 12]
beforeAll(async () => {
  await begin()
  head = await signedIn(app, 'admin', 1, 1)
  await setRows(app, 'clients', { client_id: centre }, { legal_entity_id: 1 })
  // a referrer of tests earns little
  await setRows(app, 'tds_rates', { rate: 2 }, { threshold: 0 })
})

/** Tax that a place withheld from a commission: its key in the register. */
const withheld = async (SellerId: number): Promise<number> => {
  await setRows(app, 'referral_schemes', { seller_id: SellerId === lab ? centre : lab }, { seller_id: SellerId })
  const ReferrerId = await aReferrer()
  await pay(await sold(ReferrerId, { SellerId }))
  const row = (await referralsOf(ReferrerId)).find((one) => one['StatusId'] === 110)
  const id = Number(row?.['ReferralId'])
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  expect((await accounts.put(`/api/pay/referrals/${id}`, byBank())).status).toBe(200)
  const [tax] = (await listed(head, 1078, { PartyId: ReferrerId })).rows
  expect(tax).toMatchObject({ State: 'To be paid' })
  return Number(tax?.['TdsDeductionId'])
}
const toGovernment = (key: number, ChallanNo: string, more: Json = {}, person: Person = head): Promise<Answered> =>
  person.put(`/api/pay/tds/${key}`, { ...byBank(), ChallanNo, ...more })
const stateOf = async (key: number): Promise<unknown> => (await head.get(`/api/tds/${key}`)).body['State']

test('a number is used once, however it is written, and the refusal says where; a wrong payment frees it', async () => {
  const first = await toGovernment(await withheld(lab), '0510308 07122026 00042', {}, accounts)
  expect([first.status, first.body['errors']]).toEqual([200, undefined])
  const next = await withheld(lab)
  const { name } = await readRow<{ name: string }>(app, 'clients', { client_id: lab }, 'name')
  const where = `on ${formatDate(dayOf(new Date()))} for ${name}, transaction ${String(first.body['TransactionId'])}`
  for (const [no, person] of [
    ['0510308-07122026-00042', accounts],
    ['5103080712202600042', labAdmin],
    // the serial number and the day without their zeros
    ['0510308 07122026 42', labAdmin],
    ['510308/7-12-2026/0042', accounts],
    ['0510308, 7.12.2026, 042', accounts],
  ] as const) {
    const again = await toGovernment(next, no, {}, person)
    expect([again.status, again.body['code'], again.body['errors']]).toEqual([
      400,
      'challan-used',
      { ChallanNo: [expect.stringContaining(where)] },
    ])
  }
  expect(await stateOf(next)).toBe('To be paid')
  for (const no of ['---', '000']) {
    const { status, body } = await toGovernment(next, no)
    expect([status, Object.keys(body['errors'] as Json)]).toEqual([400, ['ChallanNo']])
  }
  const formId: unknown = first.body['TransactionId']
  expect((await accounts.put('/api/cancel/transactions', { formId, reason: 'Other month' })).status).toBe(200)
  expect((await toGovernment(next, '0510308 07122026 00042')).status).toBe(200)
  // a zero inside is a digit as any other
  expect((await toGovernment(await withheld(lab), '0510308 07122026 00402')).status).toBe(200)
})

test('of two places at once one pays the challan; the other pays a part of it by the same transfer alone', async () => {
  // both pay from the account of their legal entity
  await aBankAccount(head, { OwnerId: 1 })
  const keys = [await withheld(lab), await withheld(centre)] as const
  const ways = [byBank(), byBank()] as const
  const both = await Promise.all(keys.map((key, at) => toGovernment(key, '0510308 08122026 00007', ways[at])))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const at = both[0]?.status === 200 ? 0 : 1
  const [paid, left, transfer] = [keys[at], keys[1 - at] ?? 0, ways[at]]
  expect([await stateOf(paid), await stateOf(left)]).toEqual(['Paid', 'To be paid'])
  // by that transfer, but of another challan
  const other = await toGovernment(left, '0510308 08122026 00008', transfer)
  expect([other.status, other.body['code']]).toEqual([422, 'reference-used'])
  const part = await toGovernment(left, '0510308-08122026-00007', transfer)
  expect([part.status, part.body['errors'], await stateOf(left)]).toEqual([200, undefined, 'Paid'])
})
