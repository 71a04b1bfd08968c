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
import { counted, openOf } from '../tranbatches/tranbatches.fixture.ts'
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
  await setRows(app, 'clients', { ClientId: centre }, { LegalEntityId: 1 })
  // both pay from the account of their legal entity
  await aBankAccount(head, { OwnerId: 1 })
  // a referrer of tests earns little
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 0 })
})

/** Tax that a place withheld from a commission: its key in the register. */
const withheld = async (SellerId: number): Promise<number> => {
  await setRows(app, 'referral_schemes', { SellerId: SellerId === lab ? centre : lab }, { SellerId })
  const ReferrerId = await aReferrer()
  await pay(await sold(ReferrerId, { SellerId }))
  const row = (await referralsOf(ReferrerId)).find((one) => one.StatusId === 110)
  const id = Number(row?.ReferralId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  expect((await accounts.put(`/api/pay/referrals/${id}`, byBank())).status).toBe(200)
  const [tax] = (await listed(head, 1078, { PartyId: ReferrerId })).rows
  expect(tax).toMatchObject({ State: 'To be paid' })
  return Number(tax?.TdsDeductionId)
}
const toGovernment = (key: number, ChallanNo: string, more: Json = {}, person: Person = head) =>
  person.put(`/api/pay/tds/${key}`, { ...byBank(), ChallanNo, ...more })
const stateOf = async (key: number): Promise<unknown> => (await head.get(`/api/tds/${key}`)).body.State

test('a number is used once, however it is written, and the refusal says where; a wrong payment frees it', async () => {
  const first = await toGovernment(await withheld(lab), '0510308 07122026 00042', {}, accounts)
  expect([first.status, first.body.errors]).toEqual([200, undefined])
  const next = await withheld(lab)
  const { Name } = await readRow<{ Name: string }>(app, 'clients', { ClientId: lab }, 'name')
  const where = `on ${formatDate(dayOf(new Date()))} for ${Name}, transaction ${String(first.body.TransactionId)}`
  for (const [no, person] of [
    ['0510308-07122026-00042', accounts],
    ['5103080712202600042', labAdmin],
    // the serial number and the day without their zeros
    ['0510308 07122026 42', labAdmin],
    ['510308/7-12-2026/0042', accounts],
    ['0510308, 7.12.2026, 042', accounts],
  ] as const) {
    const again = await toGovernment(next, no, {}, person)
    expect([again.status, again.body.code, again.body.errors]).toEqual([
      400,
      'challan-used',
      { ChallanNo: [expect.stringContaining(where)] },
    ])
  }
  expect(await stateOf(next)).toBe('To be paid')
  for (const no of ['---', '000']) {
    const { status, body } = await toGovernment(next, no)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['ChallanNo']])
  }
  const formId: unknown = first.body.TransactionId
  expect((await accounts.put('/api/cancel/transactions', { formId, reason: 'Other month' })).status).toBe(200)
  expect((await toGovernment(next, '0510308 07122026 00042')).status).toBe(200)
  // a zero inside is a digit as any other
  expect((await toGovernment(await withheld(lab), '0510308 07122026 00402')).status).toBe(200)
})

test('of two places at once one pays the challan; the other pays a part of it by the same transfer alone', async () => {
  const keys = [await withheld(lab), await withheld(centre)] as const
  const ways = [byBank(), byBank()] as const
  const both = await Promise.all(keys.map((key, at) => toGovernment(key, '0510308 08122026 00007', ways[at])))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const at = both[0]?.status === 200 ? 0 : 1
  const [paid, left, transfer] = [keys[at], keys[1 - at] ?? 0, ways[at]]
  expect([await stateOf(paid), await stateOf(left)]).toEqual(['Paid', 'To be paid'])
  // by that transfer, but of another challan
  const other = await toGovernment(left, '0510308 08122026 00008', transfer)
  expect([other.status, other.body.code]).toEqual([422, 'reference-used'])
  const part = await toGovernment(left, '0510308-08122026-00007', transfer)
  expect([part.status, part.body.errors, await stateOf(left)]).toEqual([200, undefined, 'Paid'])
})

type Parts = { readonly lab: number; readonly centre: number; readonly PaymentRef: string }
/** A challan of both places, paid by one transfer: the payments that are its parts. */
const inParts = async (ChallanNo: string, ofCentre = head): Promise<Parts> => {
  const transfer = byBank()
  const first = await toGovernment(await withheld(lab), ChallanNo, transfer)
  const second = await toGovernment(await withheld(centre), ChallanNo, transfer, ofCentre)
  expect([first.status, second.status]).toEqual([200, 200])
  const [one, two] = [first, second].map(({ body }) => Number(body.TransactionId))
  return { lab: one ?? 0, centre: two ?? 0, PaymentRef: transfer.PaymentRef }
}
const correct = (id: number, PaymentRef: string, person = head) => person.put(`/api/transactions/${id}`, { PaymentRef })
const refsOf = async (parts: Parts): Promise<unknown[]> => {
  const both = await Promise.all([parts.lab, parts.centre].map((id) => head.get(`/api/transactions/${id}`)))
  return both.map(({ body }) => body.PaymentRef)
}
const refused = ({ status, body }: Answered): unknown[] => [status, body.code, Object.keys(body.errors)]

test('a reference that is corrected at one part of a challan is corrected at all, as the history of each says', async () => {
  const parts = await inParts('0510308 09122026 00009')
  const { PaymentRef } = byBank()
  expect((await correct(parts.centre, PaymentRef)).status).toBe(200)
  expect(await refsOf(parts)).toEqual([PaymentRef, PaymentRef])
  const history = await head.get(`/api/actions?ModuleId=transactions&FormId=${parts.lab}`)
  expect(history.body[0]).toMatchObject({
    Action: 'update',
    Remarks: `With transaction ${parts.centre}, a part of challan 0510308 09122026 00009`,
    Changes: { PaymentRef: [parts.PaymentRef, PaymentRef] },
  })
  // without one they would be two payments
  expect(refused(await correct(parts.lab, '--'))).toEqual([400, undefined, ['PaymentRef']])
  // of both at once the later one holds
  const refs = [byBank().PaymentRef, byBank().PaymentRef] as const
  const both = await Promise.all([correct(parts.lab, refs[0]), correct(parts.centre, refs[1])])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const kept = await refsOf(parts)
  expect(new Set(kept).size).toBe(1)
  expect(refs).toContain(kept[0])
  // what another payment has is asked for once more
  const other = await inParts('0510308 09122026 00010')
  expect(refused(await correct(other.lab, String(kept[0])))).toEqual([422, 'reference-used', ['PaymentRef']])
  expect(await refsOf(other)).toEqual([other.PaymentRef, other.PaymentRef])
})

test('a part that may not be corrected keeps the others as they are, and the refusal says the way out', async () => {
  const centreBooks = await signedIn(app, 'accounts', 7, centre)
  const parts = await inParts('0510308 10122026 00011', centreBooks)
  const { PaymentRef } = byBank()
  // of a place where they do not work
  const there = await correct(parts.centre, PaymentRef, centreBooks)
  expect(refused(there)).toEqual([422, 'challan-part', ['PaymentRef']])
  expect(there.body.message).toContain('a part that you cannot correct')
  const batch = await openOf(centreBooks, head)
  expect((await centreBooks.put(`/api/closebatch/${batch}`, counted())).status).toBe(200)
  const closed = await correct(parts.lab, PaymentRef)
  expect(refused(closed)).toEqual([422, 'challan-part', ['PaymentRef']])
  expect(closed.body.message).toContain(`the batch of transaction ${parts.centre}, a part of challan`)
  expect(await refsOf(parts)).toEqual([parts.PaymentRef, parts.PaymentRef])
  // the way out
  const key = (
    await readRow<{ Id: number }>(app, 'tds_deductions', { PaidById: parts.centre }, 'tds_deduction_id as id')
  ).Id
  const taken = await head.put('/api/cancel/transactions', { formId: parts.centre, reason: 'Another transfer' })
  expect([taken.status, await stateOf(key)]).toEqual([200, 'To be paid'])
  expect((await correct(parts.lab, PaymentRef)).status).toBe(200)
  const again = await toGovernment(key, '0510308 10122026 00011', { ...byBank(), PaymentRef })
  expect([again.status, again.body.errors]).toEqual([200, undefined])
})
