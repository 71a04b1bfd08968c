// The list of GST paid: found by place, days, month, number, amount and person, and read by the roles of the books alone.
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { role, roles, type SignedIn } from '../../core/user.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { booked } from '../sales/sales.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'

const { app, admin, labAdmin, accounts, front } = networkForTests('admin', 'labAdmin', 'accounts', 'front')
const day = dayOf(new Date())
const pay = async (ChallanNo: string, SellerId: number, Amount: number, person: Person): Promise<number> => {
  const body = { SellerId, Month: day.slice(0, 7), Amount, Date: day, ChallanNo, ...byBank() }
  const answer = await person.post('/api/paygst/partyledger', body)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return Number(answer.body.TransactionId)
}
let keys: number[] = []
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: 1 })
  expect((await labAdmin.put('/api/products/3002', { GstRate: 18, Sac: '999799' })).status).toBe(200)
  await booked(labAdmin, { products: [3002] })
  await booked(front, { SellerId: 12, products: [3002] })
  keys = [
    await pay('CPIN-2611-001', 2, 0.5, accounts),
    await pay('CPIN-2611-002', 2, 0.75, labAdmin),
    await pay('CPIN-2611-003', 12, 1, admin),
  ]
  const cancelled = await accounts.put('/api/cancel/transactions', { formId: keys[1], reason: 'Other month' })
  expect(cancelled.status).toBe(200)
})
const found = async (filter: Json, person: Person = admin): Promise<unknown[]> =>
  (await listed(person, 1083, filter)).rows.map((row) => row.TransactionId).sort()

test('each challan has its place, month, number, amount, reference and who paid it, and one that is cancelled counts no more', async () => {
  const { rows } = await listed(admin, 1083)
  const [first, second] = keys.map((key) => rows.find((row) => row.TransactionId === key))
  expect(first).toMatchObject({
    ...{ Month: day.slice(0, 7), ChallanNo: 'CPIN-2611-001', Amount: 0.5, Cancelled: 0, State: 'Paid' },
    PaymentRef: expect.stringContaining('NEFT'),
    PaidBy: expect.any(String),
  })
  expect(second).toMatchObject({ Amount: 0, Cancelled: 0.75, State: 'Cancelled' })
  const totals = (await admin.get('/api/getdata/2163')).body
  expect(totals).toMatchObject([{ Amount: 1.5, Cancelled: 0.75 }])
})

test('it is found by each filter, however its number is written, and no other with it', async () => {
  const [first, second, third] = keys
  const tomorrow = dayOf(new Date(Date.now() + 86_400_000))
  for (const [filter, expected] of [
    [{ EntityId: 12 }, [third]],
    [{ ChallanNo: 'cpin 2611 001' }, [first]],
    [{ ChallanNo: '---' }, []],
    [{ Amount: 0.75 }, [second]],
    [{ State: 'Paid' }, [first, third]],
    [{ Month: day.slice(0, 7) }, [first, second, third]],
    [{ Month: '2020-01' }, []],
    [{ FromDate: day, ToDate: day }, [first, second, third]],
    [{ FromDate: tomorrow }, []],
    [{ PaidBy: 'no such person' }, []],
  ] as const)
    expect([filter, await found(filter)]).toEqual([filter, [...expected]])
  const { PaidBy } = (await listed(admin, 1083, { ChallanNo: '2611001' })).rows[0] ?? {}
  expect(await found({ PaidBy: String(PaidBy) })).toContain(first)
  // at a place its own alone are read, also where another place is asked for
  for (const [entity, expected] of [
    [12, [third]],
    [3, []],
  ] as const) {
    const user = `books${entity}`
    await app.db.transaction((tx) => addUser(tx, { user, name: user, role: role.Accounts, entity }))
    const person = await signedIn(app, user, role.Accounts, entity)
    expect([entity, await found({}, person), await found({ EntityId: 2 }, person)]).toEqual([entity, expected, []])
  }
  const file = await labAdmin.get('/api/getdata/1083?format=csv')
  expect([file.status, file.text]).toEqual([200, expect.stringContaining('CPIN-2611-001')])
})

const readers: readonly string[] = ['Administrator', 'Business manager', 'Accounts', 'Auditor']
const places: Readonly<Record<string, SignedIn['EntityId']>> = {
  Doctor: 101,
  Institution: 21,
  Referrer: 141,
  Patient: 3,
}
test.each(Object.values(roles).map(({ id, label }) => [label, id] as const))(
  'GST paid is read by the roles of the books alone: %s',
  async (label, roleId) => {
    const [user, entity] = [`challans${roleId}`, places[label] ?? 2]
    await app.db.transaction((tx) => addUser(tx, { user, name: label, role: roleId, entity }))
    const person = await signedIn(app, user, roleId, entity)
    const answers = [await person.get('/api/getdata/1083'), await person.get('/api/getdata/2163')]
    const expected = readers.includes(label) ? 200 : 403
    expect(answers.map(({ status }) => status)).toEqual([expected, expected])
  },
)
