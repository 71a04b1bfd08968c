// Who owes most is found by kept sums of the ledger, and is the same however much of it they have.
import { beforeAll, expect, test } from 'vitest'
import { callerFor } from '../../../demo/caller.ts'
import { role } from '../../../core/user.ts'
import { withSuperuser } from '../../../server/testing/database.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { invoicing } from '../../invoices/invoices.fixture.ts'
import { billCycle, clientType, paymentMode, paymentType } from '../../lists/items.model.ts'
import { sumLedger } from '../../trialbalance/sums.server.ts'
import { overdueParties } from './overdue-parties.server.ts'

const { app, labAdmin: admin, manager } = networkForTests('labAdmin', 'manager')
const { sold } = invoicing(app, admin)

/** Credit institutions of the central lab, by what they owe it since ever. */
const buyers = new Map<string, number>()
beforeAll(async () => {
  for (const [Name, OpeningBalance] of [
    ['Ashvin Clinic', 60_000],
    ['Bharani Clinic', 50_000],
    ['Chitra Clinic', 40_000],
    ['Dhruva Clinic', 0],
  ] as const) {
    const answer = await admin.post('/api/clients/', {
      ClientTypeId: clientType.Institution,
      Name,
      ParentId: 2,
      Code: Name.slice(0, 3).toUpperCase(),
      Area: 'Aundh',
      City: 'Pune',
      State: 'Maharashtra',
      PaymentTypeId: paymentType.Credit,
      BillCycleId: billCycle.Fortnightly,
      OpeningBalance,
    })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    buyers.set(Name, Number(answer.body.ClientId))
  }
})
const soon = (): string => new Date(Date.now() + 60_000).toISOString()
const summed = (): Promise<number> => app.db.transaction((tx) => sumLedger(tx, soon()))

/** The clinics and what they owe, as the table has them: before the last entries are summed, and after. */
const shown = async (): Promise<unknown[]> => {
  const rows = async (): Promise<unknown[]> =>
    (await manager.get('/api/getdata/2103')).body
      .filter(({ Party }) => /(Ashvin|Bharani|Chitra|Dhruva) Clinic/.test(String(Party)))
      .map(({ Party, Outstanding }) => [/\w+/.exec(String(Party))?.[0], Outstanding])
  const before = await rows()
  await summed()
  expect(await rows()).toEqual(before)
  await expectInvariants(app.db)
  return before
}
const sell = (SellerId: number, name: string): Promise<Read<'sales'>> => sold({ SellerId, BuyerId: buyers.get(name) })
const invoice = async (SellerId: number, name: string, sale: Read<'sales'>): Promise<void> => {
  const answer = await admin.post('/api/invoices/', {
    SellerId,
    BuyerId: buyers.get(name),
    Sales: [{ SaleId: sale.SaleId }],
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
}
const isShared = async (name: string): Promise<unknown> =>
  (
    await readRow<{ Shared: boolean }>(
      app,
      'party_sums',
      { PartyId: buyers.get(name) },
      'bool_and(is_shared) as shared',
    )
  ).Shared
const pay = async (SellerId: number, name: string, Amount: number): Promise<void> => {
  const answer = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: SellerId,
    GiverId: buyers.get(name),
    Amount,
    PaymentModeId: paymentMode.Cash,
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
}

test('who owes most is first, by what is in the sums and what was posted or sold since', async () => {
  expect(await shown()).toEqual([
    ['Ashvin', 60_000],
    ['Bharani', 50_000],
    ['Chitra', 40_000],
  ])
  await pay(2, 'Ashvin Clinic', 30_000)
  expect(await shown()).toEqual([
    ['Bharani', 50_000],
    ['Chitra', 40_000],
    ['Ashvin', 30_000],
  ])
  await pay(2, 'Bharani Clinic', 9_999)
  const sale = await sell(2, 'Chitra Clinic')
  const owed = 40_000 + Number(sale.NetAmount)
  // 40,001 are more than the 40,000 of the sums, and less than those with the sale that is on no invoice
  const rows = [
    ['Chitra', owed],
    ['Bharani', 40_001],
    ['Ashvin', 30_000],
  ]
  expect(await shown()).toEqual(rows)
  await invoice(2, 'Chitra Clinic', sale)
  expect(await shown()).toEqual(rows)
})

test('what a party owes several places is added up, as long as it owes more than one', async () => {
  expect(await isShared('Ashvin Clinic')).toBe(false)
  const sale = await sell(11, 'Ashvin Clinic')
  const net = Number(sale.NetAmount)
  await invoice(11, 'Ashvin Clinic', sale)
  expect((await shown()).at(-1)).toEqual(['Ashvin', 30_000 + net])
  expect(await isShared('Ashvin Clinic')).toBe(true)
  // a place has its own part alone
  await pay(11, 'Ashvin Clinic', net)
  expect((await shown()).at(-1)).toEqual(['Ashvin', 30_000])
  expect(await isShared('Ashvin Clinic')).toBe(false)
  // who owes nothing that is old is not there
  await invoice(2, 'Dhruva Clinic', await sell(2, 'Dhruva Clinic'))
  expect((await shown()).map((row) => String(row))).not.toEqual(
    expect.arrayContaining([expect.stringContaining('Dhruva')]),
  )
})

test('parties with a change are looked up by their key alone: a list of places would make that look dear', async () => {
  const asked = overdueParties.query?.({}, await callerFor(app.db, 'manager', role.BusinessManager, 1))
  if (!asked) throw new Error('No question')
  const plan = await withSuperuser(app.ownerUrl, async (client) => {
    // a table of a few rows is read whole
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<[string]>({
      text: `explain ${asked.text}`,
      values: asked.values,
      rowMode: 'array',
    })
    return rows.map(([line]) => line.trim())
  })
  expect(plan).toContainEqual(expect.stringMatching(/^Index Cond: \(party_id = changed\w*\.party_id\)$/))
})

test('a second run adds nothing', async () => {
  await summed()
  expect(await summed()).toBe(0)
})
