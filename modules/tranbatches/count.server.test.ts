// Counting a batch without knowing what it should hold; what is over or short is explained, confirmed and posted.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { deadlocksOf, waitersOf } from '../../server/testing/waits.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aCashier, counted, openOf, posted, takes } from './tranbatches.fixture.ts'

const { app, admin, accounts, manager } = networkForTests('admin', 'accounts', 'manager')
const [cash, upi] = [paymentMode.Cash, paymentMode.Upi]
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
beforeEach(() => setRows(app, 'network_settings', { SettingsId: 1 }, { CashNotes: null, DifferenceLimit: 500 }))

const close = (person: Person, id: number, body: Json) => person.put(`/api/closebatch/${id}`, body)
const read = async (id: number, person: Person = manager): Promise<Read<'tranbatches'>> =>
  (await person.get(`/api/tranbatches/${id}`)).body
/** A cashier with cash and a payment by UPI, and their batch. */
const withMoney = async (roleId: number = role.FrontDesk): Promise<[Person, number]> => {
  const cashier = await aCashier(app, roleId)
  await takes(cashier, PatientId, 1000)
  await takes(cashier, PatientId, 50, upi)
  return [cashier, await openOf(cashier, manager)]
}

test('who counts a batch does not read its total before; a supervisor does, and a colleague at the desk does not', async () => {
  const [cashier, id] = await withMoney()
  const colleague = await aCashier(app)
  const totals = async (person: Person) => [
    (await read(id, person)).TotalAmount,
    (await listed(person, 1030, { OwnerId: cashier.userId })).rows[0]?.TotalAmount,
  ]
  expect(await totals(cashier)).toEqual([undefined, null])
  expect(await totals(colleague)).toEqual([undefined, null])
  expect(await totals(accounts)).toEqual([1050, 1050])
  expect((await close(cashier, id, counted([cash, 1000], [upi, 50]))).status).toBe(200)
  expect(await totals(cashier)).toEqual([1050, 1050])
  // a manager counts an own batch as blindly
  const [boss, own] = await withMoney(role.BusinessManager)
  expect((await read(own, boss)).TotalAmount).toBeUndefined()
})

test('every mode is counted, and a refused count does not tell what was expected', async () => {
  const [cashier, id] = await withMoney()
  for (const [body, errors] of [
    [counted([cash, 1000]), { Counted: ['Count UPI, and type 0 where there is none'] }],
    [counted([cash, -1], [upi, 50]), { Counted: ['Counted cannot be below 0'] }],
    [counted([cash, 1], [cash, 1], [upi, 50]), { Counted: ['Count each payment mode once'] }],
    [
      counted([cash, 990], [upi, 50], [paymentMode.Insurer, 10]),
      { Counted: ['Insurer / TPA settlement is no money, and in no batch. Leave it out of the count'] },
    ],
  ] as const)
    expect(await close(cashier, id, body)).toMatchObject({ status: 400, body: { errors } })
  for (const Counted of [[{ PaymentModeId: 1, Amount: 90 }], [{ PaymentModeId: cash }], [null], 'x', { length: 1 }])
    expect((await close(cashier, id, { Counted, Remarks: 'as tried' })).status).toBe(400)
  for (const Remarks of [undefined, '', '.', '12', 'no']) {
    const refused = await close(cashier, id, { ...counted([cash, 990], [upi, 50]), Remarks })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['Remarks']])
    expect(refused.text).not.toMatch(/1,?000|10\.00|short|over/)
  }
  expect((await read(id)).CloseDate).toBeNull()
})

test('a batch counted short is closed, told, listed and posted with what was counted', async () => {
  const [cashier, id] = await withMoney()
  const answer = await close(cashier, id, { ...counted([cash, 990], [upi, 50]), Remarks: 'Change given twice' })
  expect([answer.status, answer.body.message]).toEqual([200, `Batch ${id} is closed with ₹1,040.00, ₹10.00 short`])
  expect(await read(id, cashier)).toMatchObject({
    Status: 'Closed',
    TotalAmount: 1040,
    Difference: -10,
    Remarks: 'Change given twice',
    Counted: [
      { PaymentModeId: cash, Expected: 1000, Amount: 990 },
      { PaymentModeId: upi, Expected: 50, Amount: 50 },
    ],
  })
  const [row] = (await listed(accounts, 1030, { OwnerId: cashier.userId })).rows
  expect(row).toMatchObject({ TotalAmount: 1040, Status: 'Closed' })
  const notices = (await accounts.get('/api/getdata/9')).body
  expect(JSON.stringify(notices)).toContain(`Batch ${id}: ₹1,040.00, ₹10.00 short`)
  expect([await posted(app, id, 'money'), await posted(app, id, 'over and short')]).toEqual([-10, 10])
  await expectInvariants(app.db)
})

test('above the limit a second person confirms the difference before the batch is closed and taken over', async () => {
  const [cashier, id] = await withMoney()
  const colleague = await aCashier(app)
  const answer = await close(cashier, id, { ...counted([cash, 499], [upi, 50]), Remarks: 'A bundle is missing' })
  expect([answer.status, answer.body.message]).toEqual([
    200,
    `Batch ${id} is counted with ₹549.00, ₹501.00 short. It waits for a second person to confirm it`,
  ])
  expect(await read(id)).toMatchObject({ Status: 'Unconfirmed', TotalAmount: 549 })
  const whether = async (ToBeConfirmed: string) =>
    (await listed(manager, 1030, { ToBeConfirmed, OwnerId: cashier.userId })).rows.map((row) => row.BatchId)
  expect([await whether('true'), await whether('false')]).toEqual([[id], []])
  expect(await posted(app, id, 'over and short')).toBe(0)
  const take = await accounts.put(`/api/transferbatch/${id}`, counted([cash, 499], [upi, 50]))
  expect([take.status, take.body.message]).toEqual([
    422,
    'Its difference must be confirmed first, by an administrator, a manager or accounts staff',
  ])
  const confirm = (person: Person) => person.put(`/api/confirmbatch/${id}`)
  expect([(await confirm(cashier)).status, (await confirm(colleague)).status]).toEqual([422, 422])
  // money that comes meanwhile is in the next batch
  await takes(cashier, PatientId, 5)
  expect(await openOf(cashier, manager)).not.toBe(id)
  const done = await confirm(manager)
  expect([done.status, done.body.message]).toEqual([200, `Batch ${id} is closed with ₹549.00, ₹501.00 short`])
  expect(await read(id)).toMatchObject({ Status: 'Closed', ConfirmedBy: { UserId: manager.userId } })
  expect([await posted(app, id, 'money'), await posted(app, id, 'over and short')]).toEqual([-501, 501])
  expect((await confirm(accounts)).status).toBe(422)
  await expectInvariants(app.db)
})

test('a supervisor does not confirm an own difference', async () => {
  const [boss, id] = await withMoney(role.BusinessManager)
  await close(boss, id, { ...counted([cash, 0], [upi, 50]), Remarks: 'All of it is missing' })
  const refused = await boss.put(`/api/confirmbatch/${id}`)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Another user must confirm the difference of your batch',
  ])
  expect((await accounts.put(`/api/confirmbatch/${id}`)).status).toBe(200)
})

test('a batch that is sent back is counted again by its owner, and confirmed by a second person whatever it comes to', async () => {
  const [cashier, id] = await withMoney()
  await close(cashier, id, { ...counted([cash, 1900], [upi, 50]), Remarks: 'More than I thought' })
  const refuse = (person: Person, body: Json) => person.put(`/api/refusebatch/${id}`, body)
  expect((await refuse(manager, {})).body.errors).toEqual({
    reason: ['Please enter why it has to be counted again'],
  })
  expect((await refuse(cashier, { reason: 'Typed wrongly' })).status).toBe(422)
  expect((await refuse(manager, { reason: 'Typed wrongly' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ Status: 'Recount', RefusedWhy: 'Typed wrongly' })
  expect((await manager.put(`/api/confirmbatch/${id}`)).status).toBe(422)
  expect((await close(cashier, id, counted([cash, 1000], [upi, 50]))).status).toBe(200)
  expect(await read(id)).toMatchObject({ Status: 'Unconfirmed', Difference: 0, RefusedWhy: null })
  expect((await manager.put(`/api/confirmbatch/${id}`)).status).toBe(200)
  expect([(await read(id)).Status, await posted(app, id, 'money')]).toEqual(['Closed', 0])
  const history = (await manager.get(`/api/actions?ModuleId=tranbatches&FormId=${id}`)).body
  const acts = history.map((entry) => [entry.Action, entry.Remarks ?? null])
  expect(acts).toContainEqual(['refuse', 'Typed wrongly'])
  await expectInvariants(app.db)
})

test('by notes and coins: those in use, whose sum is the counted cash', async () => {
  const values = '500, 200, 100, 50, 20, 10, 5, 2, 1'
  for (const [CashNotes, status] of [
    ['500, 500', 400],
    ['500, x', 400],
    ['0', 400],
    [values, 200],
  ] as const)
    expect((await admin.put('/api/settings/1', { CashNotes })).status).toBe(status)
  const [cashier, id] = await withMoney()
  const note = (Denomination: number, Pieces: number) => ({ Denomination, Pieces })
  const refusal = async (body: Json) => (await close(cashier, id, body)).body.errors
  const byUpi = counted([upi, 50])
  expect(await refusal(counted([cash, 1000], [upi, 50]))).toEqual({ Notes: ['Count the notes and coins'] })
  expect(await refusal({ ...byUpi, Notes: [note(3, 1)] })).toEqual({
    Notes: [`There is no note or coin of 3. In use are ${values}`],
  })
  expect(await refusal({ ...byUpi, Notes: [note(500, -1)] })).toEqual({
    'Notes.0.Pieces': ['Pieces must be between 0 and 99,99,999'],
  })
  expect(await refusal({ ...counted([cash, 900], [upi, 50]), Notes: [note(500, 2)] })).toEqual({
    Notes: ['The notes and coins make ₹1,000.00, and ₹900.00 is counted in Cash'],
  })
  expect((await close(cashier, id, { ...byUpi, Notes: [note(500, 1), note(100, 5)] })).status).toBe(200)
  expect(await read(id)).toMatchObject({ TotalAmount: 1050, Difference: 0, Notes: [note(500, 1), note(100, 5)] })
})

test('what one person is over and short counts together over a day, in own batches and in those taken over', async () => {
  const cashier = await aCashier(app)
  const drawer = async (): Promise<number> => {
    await takes(cashier, PatientId, 300)
    return openOf(cashier, manager)
  }
  const short = (id: number) => close(cashier, id, { ...counted([cash, 0]), Remarks: 'Change given twice' })
  const first = await drawer()
  expect((await short(first)).body.message).toBe(`Batch ${first} is closed with ₹0.00, ₹300.00 short`)
  const second = await drawer()
  expect((await short(second)).body.message).toContain('It waits for a second person to confirm it')
  expect(await posted(app, second, 'over_short')).toBe(0)
  // what a second person confirmed is no longer the cashier's own
  expect((await accounts.put(`/api/confirmbatch/${second}`, {})).status).toBe(200)
  const right = await drawer()
  expect((await close(cashier, right, counted([cash, 300]))).body.message).toBe(`Batch ${right} is closed with ₹300.00`)
  // a colleague hands over, and 300 more are short
  const colleague = await aCashier(app)
  await takes(colleague, PatientId, 300)
  const handed = await openOf(colleague, manager)
  expect((await close(colleague, handed, counted([cash, 300]))).status).toBe(200)
  const taken = await cashier.put(`/api/transferbatch/${handed}`, { ...counted([cash, 0]), Remarks: 'It was less' })
  expect(taken).toMatchObject({
    status: 422,
    body: {
      message: expect.stringContaining('With your other differences of today this differs by more than ₹500.00'),
    },
  })
})

/** A cashier with 300 in a batch of their own, and a colleague's closed batch of 300 to take over. */
const twoDrawers = async (): Promise<{ cashier: Person; own: number; handed: number }> => {
  const [cashier, colleague] = [await aCashier(app), await aCashier(app)]
  const drawerOf = async (person: Person): Promise<number> => {
    await takes(person, PatientId, 300)
    return openOf(person, manager)
  }
  const [own, handed] = [await drawerOf(cashier), await drawerOf(colleague)]
  expect((await close(colleague, handed, counted([cash, 300]))).status).toBe(200)
  return { cashier, own, handed }
}

test('of a batch that one person closes short and one taken over short at once, one needs a second person', async () => {
  const { cashier, own, handed } = await twoDrawers()
  const short = { ...counted([cash, 0]), Remarks: 'Change given twice' }
  const [closed, taken] = await Promise.all([
    close(cashier, own, short),
    cashier.put(`/api/transferbatch/${handed}`, short),
  ])
  const waits = String(closed.body.message).includes('waits for a second person')
  expect([closed.status, taken.status, waits]).toEqual(taken.status === 200 ? [200, 200, true] : [200, 422, false])
})

test('who takes over and closes at once holds the own batch before the day, so that neither waits for the other', async () => {
  const { cashier, own, handed } = await twoDrawers()
  const before = await deadlocksOf(app)
  const wait = { timeout: 20_000, interval: 20 }
  const sent = await app.db.transaction(async (tx) => {
    await tx.run(sql`
      select
        pg_advisory_xact_lock(hashtext ('day limit'), ${cashier.userId})
    `)
    const taken = cashier.put(`/api/transferbatch/${handed}`, counted([cash, 300]))
    await vi.waitUntil(async () => (await waitersOf(app)) === 1, wait)
    // with what is taken over
    const closed = close(cashier, own, { ...counted([cash, 600]), Remarks: 'Of two drawers' })
    await vi.waitUntil(async () => (await waitersOf(app)) === 2, wait)
    return [taken, closed]
  })
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200])
  expect(await deadlocksOf(app)).toBe(before)
})
