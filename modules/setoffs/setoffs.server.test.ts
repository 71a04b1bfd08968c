// Two places are settled by one act: the smaller sum on both sides, to the paisa, and the rest as a payment.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import { readRow, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { owing, settled, settling } from './setoffs.fixture.ts'

const { app, admin, accounts } = networkForTests('admin', 'accounts')
afterEach(() => expectInvariants(app.db))

const [pune, nashik, centre] = [2, 3, 12]
/** What the ledger has of an account of a place with another one. */
const balance = async (SellerId: number, PartyId: number, account = 'party'): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { Account: account, SellerId, PartyId },
        'coalesce(sum(debit - credit), 0)::float8 as owed',
      )
    ).Owed,
  )
const read = async (id: number): Promise<Read<'setoffs'>> => (await admin.get(`/api/setoffs/${id}`)).body
const printed = async (formId: number, more: Json = {}): Promise<string> => {
  const [template] = (await admin.get('/api/getdata/41?Module=setoffs')).body
  const asked = { templateId: template?.TemplateId, formId, device: 'screen', ...more }
  const { location } = (await admin.post('/api/print/setoffs/', asked)).body
  return (await pdfPages((await admin.get(location)).bytes)).join(' ').replace(/\s+/g, ' ')
}
const bank = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT 500' }

test('what both owe is set off in the books of each, the rest is paid, and both sides are equal', async () => {
  await owing(admin, nashik, pune, 500.5)
  await owing(admin, pune, nashik, 200.25)
  const dues = await admin.get(`/api/getdata/145?FirstId=${pune}&SecondId=${nashik}`)
  expect(dues.body.map((due) => [due.SellerId, due.Owed])).toEqual(
    expect.arrayContaining([
      [pune, 500.5],
      [nashik, 200.25],
    ]),
  )
  const id = await settled(admin, pune, nashik, bank)
  expect(await read(id)).toMatchObject({
    FirstOwed: 500.5,
    SecondOwed: 200.25,
    Amount: 200.25,
    Rest: 300.25,
    State: 'Settled',
    PaymentId: expect.any(Number),
  })
  expect([await balance(pune, nashik), await balance(nashik, pune)]).toEqual([0, 0])
  expect([await balance(pune, nashik, 'set off'), await balance(nashik, pune, 'set off')]).toEqual([200.25, 200.25])
  expect((await listed(admin, 1079, { PlaceId: nashik })).rows).toEqual([
    expect.objectContaining({ SetOffId: id, Amount: 200.25, State: 'Settled' }),
  ])
  const paper = await printed(id)
  for (const part of ['SETTLEMENT', '500.50', '200.25', 'Opening balance', '300.25']) expect(paper).toContain(part)
})

test('settled a second time there is nothing to set off, and two at once settle once', async () => {
  const again = await settling(admin, pune, nashik)
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['SecondId']])
  await owing(admin, centre, pune, 80)
  const oneSided = await settling(admin, pune, centre)
  expect(oneSided.body.message).toContain('no sum to set off')
  await owing(admin, pune, nashik, 300.25)
  await owing(admin, nashik, pune, 560.5)
  const both = await Promise.all([settling(admin, pune, nashik), settling(admin, nashik, pune)])
  expect(both.map((one) => one.status).sort()).toEqual([201, 422])
})

test('a settlement is cancelled on both sides; one side alone is not', async () => {
  const [row] = (await listed(admin, 1079, { State: 'Settled' })).rows
  const id = Number(row?.SetOffId)
  const stored = await read(id)
  const before = [await balance(pune, nashik), await balance(nashik, pune)]
  // nor does one side move to another day alone
  const moved = await admin.put(`/api/transactions/${String(stored.FirstTransactionId)}`, {
    Date: new Date(Date.now() - 40 * 86_400_000).toISOString(),
  })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([400, ['Date']])
  const ofOnePlace = await accounts.put(`/api/cancel/setoffs/${id}`, { reason: 'Not agreed here' })
  expect([ofOnePlace.status, ofOnePlace.body.code]).toEqual([422, 'one-place'])
  const alone = await admin.put('/api/cancel/transactions', {
    formId: stored.FirstTransactionId,
    reason: 'Wrong place',
  })
  expect([alone.status, alone.body.code]).toEqual([422, 'set-off'])
  expect((await admin.put(`/api/cancel/setoffs/${id}`, { reason: '.' })).status).toBe(422)
  const cancelled = await admin.put(`/api/cancel/setoffs/${id}`, { reason: 'Agreed otherwise' })
  expect([cancelled.status, cancelled.body.errors]).toEqual([200, undefined])
  const amount = Number(stored.Amount)
  expect([await balance(pune, nashik), await balance(nashik, pune)]).toEqual(before.map((owed) => owed + amount))
  expect(await balance(pune, nashik, 'set off')).toBe(200.25)
  expect((await read(id)).State).toBe('Cancelled')
  expect((await admin.put(`/api/cancel/setoffs/${id}`, { reason: 'Once more' })).status).toBe(422)
})

test('the paper that both signed is kept: a copy is a duplicate of it, a cancellation a version of its own', async () => {
  // what the settlement before, which was cancelled, left
  const id = await settled(admin, pune, nashik)
  const first = await printed(id)
  expect(first).toContain('Original for recipient')
  const name = await valueOf<string>(app, 'clients', { ClientId: nashik }, 'name')
  await setRows(app, 'clients', { ClientId: nashik }, { Name: 'Renamed place' })
  const again = await printed(id)
  await setRows(app, 'clients', { ClientId: nashik }, { Name: name })
  expect(again).toBe(first.replace('Original for recipient', 'DUPLICATE'))
  expect((await admin.put(`/api/cancel/setoffs/${id}`, { reason: 'Agreed otherwise' })).status).toBe(200)
  const cancelled = await printed(id)
  for (const part of ['CANCELLED', 'Version 2, replaces version 1', 'Original']) expect(cancelled).toContain(part)
  expect(await printed(id, { Version: 1 })).toContain('DUPLICATE of version 1, replaced by version 2')
  const history = await admin.get(`/api/actions?ModuleId=setoffs&FormId=${id}`)
  const prints = history.body.filter((entry) => entry.Action === 'print').map((entry) => entry.Remarks)
  expect(prints.at(-1)).toBe(`Settlement ${id}, version 1: Original for recipient`)
})

test('two places that settled with each other are not merged', async () => {
  const [one, other] = [13, 15]
  await owing(admin, one, other, 90)
  await owing(admin, other, one, 90)
  const id = await settled(admin, one, other)
  const merged = await admin.put('/api/merge/clients', { sourceId: one, targetId: other })
  expect([merged.status, merged.body.message]).toEqual([
    422,
    `They settled with each other, settlement ${id}. Two places that did are not merged`,
  ])
})

test('a user of one place does not settle two, nor does a place settle with itself', async () => {
  expect((await settling(accounts, pune, nashik)).status).toBe(404)
  expect((await settling(await signedIn(app, 'manager', 2, 3), pune, nashik)).status).toBe(404)
  expect((await settling(admin, pune, pune)).body.errors).toEqual({ SecondId: ['Choose two places'] })
  expect((await settling(admin, pune, nashik, { PaymentModeId: paymentMode.Upi })).body.errors).toBeDefined()
  expect((await settling(admin, pune, 21)).status).toBe(400)
})
