// The books of each place add up to zero before and after a centre was merged into another.
import { expect, test } from 'vitest'
import { addUser } from '../../server/testing/add-user.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { role } from '../../core/user.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { billCycle, clientType, paymentMode, paymentType } from '../lists/items.model.ts'
import { referring } from '../referrals/referrals.fixture.ts'
import { anOwnAccount } from '../ledgeraccounts/ledgeraccounts.fixture.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { openOf, takes } from '../tranbatches/tranbatches.fixture.ts'

const { app, admin, front, salesManager } = networkForTests('admin', 'front', 'salesManager')
const { aReferrer, sold, referralsOf, put, pay } = referring(
  () => app,
  () => admin,
)
const [centre, other] = [12, 13]
/** A collection centre of the legal entity 1; answers the key. */
const aCentre = (Name: string, BillPrefix: string): Promise<number> =>
  keptClient(admin, {
    ClientTypeId: clientType.CollectionCentre,
    Name,
    LegalEntityId: 1,
    BillPrefix,
    PaymentTypeId: paymentType.Cash,
    BillCycleId: billCycle.EverySale,
    Code: `${BillPrefix}D`,
    ParentId: 2,
    Area: 'Kothrud',
    City: 'Pune',
    State: 'Maharashtra',
  })
/** Closing balances by account in paise; each account of the place. */
const balances = async (EntityId: number): Promise<Map<string, number>> => {
  const { rows } = await listed(admin, 1070, { EntityId })
  return new Map(rows.map((row) => [String(row.Account), Math.round(Number(row.ClosingBalance) * 100)]))
}
const sumOf = (all: Map<string, number>): number => [...all.values()].reduce((sum, one) => sum + one, 0)

test('what a merged centre is owed and has goes to the other, what it sold stays: each adds up to zero', async () => {
  const cash = { PaymentModeId: paymentMode.Cash, Amount: 100 }
  const upi = { PaymentModeId: paymentMode.Upi, Amount: 50, PaymentRef: 'UPI-MERGE' }
  const sale = await booked(front, { SellerId: centre, products: [3001], receipts: [cash, upi] })
  const net = Math.round(Number(sale.NetAmount) * 100)
  const before = await balances(centre)
  expect([before.get('Sales'), before.get('Money'), before.get('Parties')]).toEqual([-net, 15_000, net - 15_000])
  const merged = await admin.put('/api/merge/clients', { sourceId: centre, targetId: other })
  expect([merged.status, merged.body.message]).toEqual([200, expect.stringContaining('Merged into')])
  const [gone, kept, lab, entity] = [
    await balances(centre),
    await balances(other),
    await balances(2),
    await balances(1),
  ]
  expect([gone, kept, lab, entity].map(sumOf)).toEqual([0, 0, 0, 0])
  expect([gone.get('Sales'), gone.get('Money') ?? 0, gone.get('Parties') ?? 0, gone.get('Merged places')]).toEqual([
    -net,
    0,
    0,
    net,
  ])
  expect([kept.get('Money'), kept.get('Parties'), kept.get('Merged places')]).toEqual([15_000, net - 15_000, -net])
  expect(entity.get('Merged places') ?? 0).toBe(0)
  await expectInvariants(app.db)
})

test('petty cash that a merged centre paid out stays its expense, and what it has in an asset of the legal entity moves', async () => {
  const [from, to] = await Promise.all([aCentre('Baner Centre', 'BNR'), aCentre('Aundh Centre', 'AUN')])
  const manager = { user: 'baner', name: 'Baner Manager', role: role.BusinessManager, entity: from }
  await app.db.transaction((tx) => addUser(tx, manager))
  const person = await signedIn(app, manager.user, manager.role, from)
  const asset = await anOwnAccount(admin, { Code: '1201', Name: 'Deposits', Kind: 'asset' })
  const spent = await anOwnAccount(admin, { Code: '5301', Name: 'Repairs' })
  await takes(person, await aPatient(person), 1000, paymentMode.Cash, { ReceiverId: from })
  const batch = await openOf(person, admin)
  for (const LedgerAccountId of [asset, spent, null]) {
    const paid = { Amount: 100, CategoryId: 190, LedgerAccountId, Remarks: 'As agreed' }
    expect((await person.put(`/api/payoutbatch/${batch}`, paid)).status).toBe(200)
  }
  const merged = await admin.put('/api/merge/clients', { sourceId: from, targetId: to })
  expect([merged.status, merged.body.message]).toEqual([200, expect.stringContaining('Merged into')])
  const [gone, kept] = [await balances(from), await balances(to)]
  expect([gone, kept].map(sumOf)).toEqual([0, 0])
  expect(['1201 Deposits', '5301 Repairs', 'Expenses', 'Money'].map((name) => gone.get(name) ?? 0)).toEqual([
    ...[0, 10_000, 10_000, 0],
  ])
  expect(['1201 Deposits', '5301 Repairs', 'Expenses', 'Money'].map((name) => kept.get(name) ?? 0)).toEqual([
    ...[10_000, 0, 0, 70_000],
  ])
  await expectInvariants(app.db)
  // what is cancelled is taken back where it is: the expense at the one that is gone
  const outs = (await admin.get(`/api/tranbatches/${batch}`)).body.CashOuts
  for (const { BatchOutId } of outs)
    expect((await admin.put(`/api/cancelout/${batch}`, { BatchOutId, reason: 'Paid by card' })).status).toBe(200)
  const [goneThen, keptThen] = [await balances(from), await balances(to)]
  expect([goneThen, keptThen].map(sumOf)).toEqual([0, 0])
  for (const name of ['1201 Deposits', '5301 Repairs', 'Expenses'])
    expect([name, goneThen.get(name) ?? 0, keptThen.get(name) ?? 0]).toEqual([name, 0, 0])
  expect([goneThen.get('Money') ?? 0, keptThen.get('Money')]).toEqual([0, 100_000])
  await expectInvariants(app.db)
})

test("tax that a merged place withheld, and that was deducted from what it got, is the other one's, which pays it", async () => {
  const bank = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT MERGE' }
  const from = other
  const to = await aCentre('Kothrud Centre', 'KTH')
  await setRows(app, 'referral_schemes', { SellerId: 2 }, { SellerId: from, EffectiveFromDate: '2020-01-01' })
  await setRows(app, 'tds_rates', { Rate: 2 }, { Threshold: 1 })
  const receipt = { GiverId: 21, ReceiverId: from, Amount: 80, TdsAmount: 20, Date: new Date().toISOString(), ...bank }
  expect((await admin.post('/api/transactions/', receipt)).status).toBe(201)
  const referrer = await aReferrer()
  await pay(await sold(referrer, { SellerId: from }))
  const id = Number((await referralsOf(referrer))[0]?.ReferralId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  const paid = await admin.put(`/api/pay/referrals/${id}`, { ...bank, PaymentRef: 'NEFT COMMISSION' })
  const withheld = Math.round(Number(paid.body.Tds) * 100)
  expect([paid.status, withheld > 0]).toEqual([200, true])
  expect((await admin.put('/api/merge/clients', { sourceId: from, targetId: to })).status).toBe(200)
  await expectInvariants(app.db)
  const [gone, kept] = [await balances(from), await balances(to)]
  expect([gone.get('TDS payable') ?? 0, gone.get('TDS receivable') ?? 0, sumOf(gone)]).toEqual([0, 0, 0])
  expect([kept.get('TDS payable'), kept.get('TDS receivable'), sumOf(kept)]).toEqual([-withheld, 2000, 0])
  const [tax] = (await listed(admin, 1078, { PartyId: referrer })).rows
  const challan = { ...bank, PaymentRef: 'NEFT TDS', ChallanNo: '0510308 00043' }
  expect((await admin.put(`/api/pay/tds/${Number(tax?.TdsDeductionId)}`, challan)).status).toBe(200)
  expect((await balances(to)).get('TDS payable') ?? 0).toBe(0)
  await expectInvariants(app.db)
})
