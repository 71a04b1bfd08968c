// What is no receipt and still is in the ledger: opening balances, write-offs, and the transfers of a merge.
import { afterEach, expect, test } from 'vitest'
import { startOfDay } from '../../../core/dates.ts'
import { sumAmounts } from '../../../core/money.ts'
import { at } from '../../../server/clock.ts'
import { sql } from '../../../server/db/db.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { paymentMode, paymentType } from '../../lists/items.model.ts'
import { approve, askedFor, savedByTwo } from '../../requests/requests.fixture.ts'
import { allocating, rowsOf } from './allocations.fixture.ts'

const { app, desk, accounts, manager, admin } = networkForTests('desk', 'accounts', 'manager', 'admin')
afterEach(() => expectInvariants(app.db))
const { aBuyer, sold, issued, money, paidIn, invoice, payment, closing } = allocating(app, desk, accounts)
const { WriteOff } = paymentMode

test('an opening balance is a dated document of one seller: it is paid first, and cannot fall below what is paid', async () => {
  const buyer = 21
  await setRows(app, 'clients', { ClientId: buyer }, { PaymentTypeId: paymentType.Credit, CreditLimit: null })
  const entered = await manager.put(`/api/clients/${buyer}`, { OpeningBalance: 500 })
  expect([entered.status, entered.body.errors]).toEqual([200, undefined])
  const due = await issued(buyer, await sold(buyer))
  expect(await closing(buyer)).toBe(695)
  const receipt = await paidIn(buyer, 600)
  expect(rowsOf(await payment(receipt)).map((row) => [row.Document, row.Amount])).toEqual([
    ['Opening balance', 500],
    [expect.stringContaining('Invoice '), 100],
  ])
  expect((await invoice(due)).Paid).toBe(100)
  const less = await manager.put(`/api/clients/${buyer}`, { OpeningBalance: 400 })
  expect([less.status, Object.keys(less.body.errors)]).toEqual([400, ['OpeningBalance']])
  // reversed and entered again: both are kept, and no earlier day has it
  expect((await manager.put(`/api/clients/${buyer}`, { OpeningBalance: 550 })).status).toBe(200)
  const asked = { StartDate: '2020-01-01', EndDate: '2199-12-31', ClientIdList: String(buyer) }
  const rows = await accounts.get(`/api/getdata/1032?${new URLSearchParams(asked).toString()}`)
  const opening = rows.body.filter((row) => row.VoucherType === 'Opening balance')
  expect(opening.map((row) => [row.Debit, row.Credit])).toEqual([
    [500, 0],
    [0, 500],
    [550, 0],
  ])
  // owed to lab 2, so lab 3 does not collect it
  const nashik = await signedIn(app, 'admin', 1, 3)
  const theirs = await nashik.get(`/api/getdata/1032?${new URLSearchParams(asked).toString()}`)
  expect(theirs.body).toEqual([])
})

test('a write-off is booked as one, and nothing that is no money is recorded on account', async () => {
  const buyer = await aBuyer()
  const due = await issued(buyer, await sold(buyer))
  expect((await money(buyer, 50, { PaymentModeId: WriteOff })).status).toBe(400)
  const alone = await manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: buyer,
    Amount: 50,
    PaymentModeId: WriteOff,
  })
  expect([alone.status, Object.keys(alone.body.errors)]).toEqual([400, ['InvoiceId']])
  const written = await manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: buyer,
    Amount: 50,
    PaymentModeId: WriteOff,
    InvoiceId: due,
  })
  expect(written.status).toBe(201)
  const booked = await app.db.read.rows<{ Account: string; Amount: number }>(sql`
    select
      account,
      debit - credit as amount
    from
      ledger_entries
    where
      transaction_id = ${written.body.TransactionId}
    order by
      account
  `)
  expect(booked).toEqual([
    { Account: 'party', Amount: -50 },
    { Account: 'write-off', Amount: 50 },
  ])
})

test('merging moves what is owed by a transfer of today, and what is on account with it', async () => {
  const [from, to] = [await aBuyer(), await aBuyer()]
  const due = await issued(from, await sold(from))
  const receipt = await paidIn(from, 330)
  const both = { sourceId: from, targetId: to }
  const merged = await admin.put('/api/merge/clients', both)
  expect([merged.status, merged.body.message]).toEqual([200, expect.stringContaining('Merged into')])
  expect(await closing(to)).toBe(-100)
  const left = await readRow<{ Owed: number }>(
    app,
    "(select party_id, sum(debit - credit) as owed from ledger_entries where account = 'party' group by party_id) held",
    { PartyId: from },
    'owed',
  )
  expect(left.Owed).toBe(0)
  expect((await invoice(due)).Outstanding).toBe(0)
  // the kept one uses the money
  const later = await issued(to, await sold(to))
  expect([(await invoice(later)).Paid, (await payment(receipt)).Unallocated]).toEqual([100, 0])
})

test('a merge keeps whom an opening balance is owed, and mixes none that is settled with one in favour', async () => {
  const merge = (sourceId: number, targetId: number) => admin.put('/api/merge/clients', { sourceId, targetId })
  const opened = async (OpeningBalance: number, OpeningSellerId = 2): Promise<number> => {
    const id = await aBuyer()
    const details = { Area: 'Kothrud', City: 'Pune', State: 'Maharashtra', Code: `ZZ${id}` }
    await setRows(app, 'clients', { ClientId: id }, { ...details, OpeningSellerId, BillCycleId: 54 })
    const saved = await savedByTwo(manager, admin, `clients/${id}`, { OpeningBalance: OpeningBalance })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    return id
  }
  const [paid, favoured] = [await opened(100), await opened(-150)]
  await paidIn(paid, 100)
  const mixed = await merge(paid, favoured)
  expect([mixed.status, String(mixed.body.message).includes('undo that allocation first')]).toEqual([422, true])
  // cleared, it was another seller's
  const cleared = await opened(70, 1)
  expect((await manager.put(`/api/clients/${cleared}`, { OpeningBalance: 0 })).status).toBe(200)
  expect((await merge(await opened(40), cleared)).status).toBe(200)
  expect(await closing(cleared)).toBe(40)
})

/** An institution that can be saved. */
const aClient = async (): Promise<number> => {
  const id = await aBuyer()
  const details = { Area: 'Kothrud', City: 'Pune', State: 'Maharashtra', Code: `ZZ${id}`, BillCycleId: 54 }
  await setRows(app, 'clients', { ClientId: id }, details)
  return id
}

test('an opening balance in favour, money that nobody paid, takes two persons, so that none refunds it alone', async () => {
  const [thief, debtor] = [await aClient(), await aClient()]
  const open = (id: number, OpeningBalance: number, person = manager) =>
    person.put(`/api/clients/${id}`, { OpeningBalance })
  const refund = () =>
    manager.post('/api/transactions/', {
      Date: new Date().toISOString(),
      GiverId: 2,
      ReceiverId: thief,
      Amount: 5000,
      PaymentModeId: paymentMode.BankTransfer,
      PaymentRef: 'THEFT 1',
      Remarks: 'Paid in advance before',
    })
  const alone = await open(thief, -5000)
  expect(alone).toMatchObject({
    status: 422,
    body: { code: 'opening-balance', needs: { kind: 'opening', by: [1, 2], amount: 5000 } },
  })
  expect(Object.keys(alone.body.errors)).toEqual(['OpeningBalance'])
  expect((await refund()).status).toBe(422)
  // nor an administrator, nor by way of a debt: of today it is put right alone
  expect((await open(thief, -1, admin)).body.code).toBe('opening-balance')
  const yesterday = new Date(Date.now() - 86_400_000)
  expect((await at(yesterday, () => open(debtor, 700))).status).toBe(200)
  expect([(await open(debtor, 800)).status, (await open(debtor, 700)).status]).toEqual([200, 200])
  expect((await open(debtor, 650)).body.needs).toMatchObject({ kind: 'opening', amount: 50 })
  // agreed to by another one
  const request = await askedFor(manager, `clients/${thief}`, { OpeningBalance: -5000 })
  expect((await approve(manager, request)).body.code).toBe('own-request')
  expect((await approve(admin, request)).status).toBe(200)
  expect((await refund()).status).toBe(201)
})

test('up to a limit of the day, over all clients of the place, one person enters it', async () => {
  const rows = await app.db.read.rows<{ Made: number }>(sql`
    select
      coalesce(sum(debit - credit), 0)::float8 as made
    from
      ledger_entries
    where
      account = 'opening'
      and seller_id = 2
      and entry_date >= ${startOfDay(new Date())}
    group by
      party_id
    having
      sum(debit - credit) > 0
  `)
  const limit = sumAmounts([500, ...rows.map(({ Made }) => Made)])
  const open = (id: number, OpeningBalance: number) => manager.put(`/api/clients/${id}`, { OpeningBalance })
  const [one, two] = [await aClient(), await aClient()]
  const settings = (OpeningCreditLimit: number) => admin.put('/api/settings/1', { OpeningCreditLimit })
  expect((await settings(limit)).status).toBe(200)
  const both = await Promise.all([open(one, -300), open(two, -300)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const [entered, other] = both[0]?.status === 200 ? [one, two] : [two, one]
  expect([(await open(other, -201)).status, (await open(other, -200)).status]).toEqual([422, 200])
  // what is put right counts no more
  expect([(await open(entered, -100)).status, (await open(other, -400)).status]).toEqual([200, 200])
  expect((await settings(0)).status).toBe(200)
})
