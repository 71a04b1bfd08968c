// A challan is paid once in a legal entity, however its number is written, and by whomever.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { countRows, readRow, setRows } from '../../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { booked } from '../../sales/sales.fixture.ts'
import { byBank } from '../../transactions/by-bank.fixture.ts'

const { app, labAdmin, accounts, front } = networkForTests('labAdmin', 'accounts', 'front')
afterEach(() => expectInvariants(app.db))

let head: Person
const taxed = 3002
beforeAll(async () => {
  head = await signedIn(app, 'admin', 1, 1)
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: 1 })
  expect((await labAdmin.put(`/api/products/${taxed}`, { GstRate: 18, Sac: '999799' })).status).toBe(200)
  await booked(labAdmin, { products: [taxed] })
  await booked(front, { SellerId: 12, products: [taxed] })
})
const pay = (ChallanNo: string, more: Json = {}, person: Person = accounts) => {
  const day = dayOf(new Date())
  return person.post('/api/paygst/partyledger', {
    ...{ SellerId: 2, Month: day.slice(0, 7), Amount: 0.5, Date: day, ChallanNo },
    ...byBank(),
    ...more,
  })
}
const challans = (): Promise<number> => countRows(app, 'gst_challans', { Month: `${dayOf(new Date()).slice(0, 7)}-01` })

test('a number is used once, however it is written, and the refusal says where; a wrong payment frees it', async () => {
  const first = await pay('CPIN 2611-0001')
  expect([first.status, first.body.errors]).toEqual([200, undefined])
  const before = await challans()
  const { Name } = await readRow<{ Name: string }>(app, 'clients', { ClientId: 2 }, 'name')
  const where = `on ${formatDate(dayOf(new Date()))} for ${Name}, transaction ${String(first.body.TransactionId)}`
  for (const [no, person] of [
    ['cpin26110001', accounts],
    ['CPIN 0026110001', accounts],
    ['CPIN 2611-0001', labAdmin],
  ] as const) {
    const again = await pay(no, {}, person)
    expect([again.status, again.body.code, again.body.errors]).toEqual([
      400,
      'challan-used',
      { ChallanNo: [expect.stringContaining(where)] },
    ])
  }
  expect(await challans()).toBe(before)
  const formId: unknown = first.body.TransactionId
  expect((await accounts.put('/api/cancel/transactions', { formId, reason: 'Other month' })).status).toBe(200)
  expect((await pay('CPIN 2611-0001')).status).toBe(200)
})

test('another place of the legal entity pays a part of it by the same transfer alone', async () => {
  const transfer = byBank()
  expect((await pay('26110002', transfer)).status).toBe(200)
  const other = await pay('26110002', { SellerId: 12, ...byBank() }, head)
  expect([other.status, other.body.code, Object.keys(other.body.errors)]).toEqual([400, 'challan-used', ['ChallanNo']])
  // who does not work for the laboratory reads nothing of it
  const user = { user: 'centrebooks', name: 'Books of a centre', role: 7, entity: 12 }
  await app.db.transaction((tx) => addUser(tx, user))
  const centre = await signedIn(app, 'centrebooks', 7, 12)
  const theirs = await pay('26110002', { SellerId: 12, ...byBank() }, centre)
  expect(theirs.body.errors).toEqual({ ChallanNo: [expect.stringContaining('by another place')] })
  const part = await pay('26110002', { SellerId: 12, ...transfer }, head)
  expect([part.status, part.body.errors]).toEqual([200, undefined])
})

test('what is paid without a reference is no part of another payment', async () => {
  await booked(labAdmin, { products: [taxed], receipts: [{ PaymentModeId: 40, Amount: 10 }] })
  const inCash = { PaymentModeId: 40, PaymentRef: null }
  const first = await pay('26110006', inCash, labAdmin)
  expect([first.status, first.body.errors]).toEqual([200, undefined])
  const other = await pay('26110006', { SellerId: 12, ...inCash }, head)
  expect([other.status, other.body.code]).toEqual([400, 'challan-used'])
})

test('a part is known by its number and its transfer however they are written', async () => {
  const by = (PaymentRef: string) => ({ ...byBank(), PaymentRef })
  expect((await pay('2611-0005', by('UTR 2611-5'))).status).toBe(200)
  const part = await pay('26110005', { SellerId: 12, ...by('utr26115') }, head)
  expect([part.status, part.body.errors]).toEqual([200, undefined])
})

test('a number without a letter or a digit other than 0 is refused at its field', async () => {
  const before = await challans()
  for (const no of ['---', '000', '\u0966']) {
    const { status, body } = await pay(no)
    expect([status, body.errors]).toEqual([
      400,
      { ChallanNo: ['Challan Number must have a letter or a digit other than 0'] },
    ])
  }
  expect(await challans()).toBe(before)
})

test('of two payments at once with one number one is made, also of two places', async () => {
  const before = await challans()
  const both = await Promise.all([pay('26110003'), pay('26110003', {}, labAdmin)])
  const places = await Promise.all([
    pay('26110004', byBank()),
    pay('26110004', { SellerId: 12, PaymentModeId: 43, PaymentRef: 'OTHER 1' }, head),
  ])
  for (const answers of [both, places]) expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await challans()).toBe(before + 2)
})
