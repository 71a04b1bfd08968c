// A request: what one person may not do alone is kept, decided once by another, and carried out as it was sent.
import { beforeAll, expect, test } from 'vitest'
import { at } from '../../server/clock.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'
import { aCashier } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor, askFor, refuse, withdraw } from './requests.fixture.ts'

const { app, admin, manager, nashik } = networkForTests('admin', 'manager', 'nashik')
let desk: Person
let PatientId: number
beforeAll(async () => {
  desk = await aCashier(app)
  PatientId = await aPatient(manager)
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: 0 })
})

/** A sale that was paid and cancelled, and the refund of it. */
const toRefund = async (Amount = 350): Promise<{ SaleId: number; body: Json }> => {
  const receipts = [{ PaymentModeId: paymentMode.Cash, Amount }]
  const sale = await booked(desk, { PatientId, receipts })
  const SaleId = sale.SaleId
  expect((await desk.put('/api/cancel/sales', { formId: SaleId, reason: 'Not wanted' })).status).toBe(200)
  return { SaleId, body: { formId: SaleId, PaymentModeId: paymentMode.Cash } }
}
const requestOf = async (person: Person, id: number): Promise<Read<'requests'>> =>
  (await person.get(`/api/requests/${id}`)).body

test('a request is asked and decided at the moments of the house, which may be played', async () => {
  const { body } = await toRefund()
  const asked = new Date(Date.now() + 3_600_000)
  const decided = new Date(asked.getTime() + 60_000)
  const id = await at(asked, () => askedFor(desk, '/api/refund/sales', body))
  expect((await at(decided, () => approve(manager, id))).status).toBe(200)
  const { AskedOn, ExpiresOn, DecidedOn } = await requestOf(manager, id)
  expect([AskedOn, ExpiresOn, DecidedOn].map((one) => Date.parse(String(one)) - asked.getTime())).toEqual([
    0,
    7 * 86_400_000,
    60_000,
  ])
})

test('a refund beyond the limit is refused with the need, asked for, and done once when another agrees', async () => {
  const { SaleId, body } = await toRefund()
  const refused = await desk.put('/api/refund/sales', body)
  expect([refused.status, refused.body.needs]).toEqual([422, { kind: 'refund', by: [1, 2], amount: 350 }])
  const id = await askedFor(desk, '/api/refund/sales', body)
  // not done yet
  expect((await saleOf(desk, SaleId)).Paid).toBe(350)
  expect((await saleOf(desk, SaleId)).AskedFor).toEqual([
    expect.objectContaining({ RequestId: id, Deciders: 'business manager or administrator' }),
  ])
  // the decider's worklist, and only theirs
  const waiting = async (person: Person) => (await person.get('/api/getdata/2139')).body
  expect(await waiting(manager)).toEqual([expect.objectContaining({ RequestId: id, Amount: 350 })])
  expect(await waiting(desk)).toEqual([])
  expect((await manager.get('/api/getdata/2029')).body[0]).toMatchObject({ Total: 1 })
  const shown = await requestOf(manager, id)
  expect(shown).toMatchObject({ State: 'waiting', Amount: 350, ModuleId: 'sales', FormId: SaleId })
  expect(shown.What).toBe(`Refund an overpayment: Sale ${SaleId}`)
  expect(shown.Why).toContain('You may refund ₹0.00 a day')
  expect(shown.Changes).toMatchObject({ Paid: [350, 0] })
  // no number of the transaction that was only tried
  const { Last } = await readRow<{ Last: number }>(
    app,
    'transactions',
    { Kind: 'Receipt' },
    'max(transaction_id) as last',
  )
  const numbers = [...JSON.stringify(shown.Changes).matchAll(/"TransactionId":(\d+)/g)].map(([, no]) => Number(no))
  expect([numbers.length > 0, Math.max(...numbers)]).toEqual([true, Last])
  expect((await listed(manager, 1059)).rows).toContainEqual(expect.objectContaining({ RequestId: id, Amount: 350 }))
  const done = await approve(manager, id)
  expect([done.status, done.body.message]).toEqual([200, 'The refund is recorded'])
  expect((await saleOf(desk, SaleId)).Paid).toBe(0)
  const refund = await readRow<{ CreatedBy: number }>(
    app,
    'transactions',
    { Kind: 'Refund' },
    'max(created_by) as created_by',
  )
  expect(refund.CreatedBy).toBe(desk.userId)
  const [entry] = (await desk.get(`/api/actions?ModuleId=sales&FormId=${SaleId}`)).body
  expect(entry).toMatchObject({ Action: 'refund', User: { UserName: expect.stringMatching(/^cashier\d+$/) } })
  expect(entry?.Remarks).toContain(`request ${id}`)
  const [decided] = (await manager.get(`/api/actions?ModuleId=requests&FormId=${id}`)).body
  expect(decided).toMatchObject({ Action: 'approve', User: { UserName: 'manager' } })
  expect((await approve(admin, id)).status).toBe(422)
  expect((await requestOf(desk, id)).State).toBe('done')
  await expectInvariants(app.db)
})

test('of two who decide at once one wins, and the other gets a sentence', async () => {
  const { SaleId, body } = await toRefund()
  const id = await askedFor(desk, 'refund/sales', body)
  const answers = await Promise.all([approve(manager, id), approve(admin, id), refuse(admin, id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body.message).toMatch(/^The request is (done|refused) already$/)
  const after = (await saleOf(desk, SaleId)).Paid
  expect(after).toBe((await requestOf(desk, id)).State === 'done' ? 0 : 350)
})

test('nobody decides about their own request, and a desk about none', async () => {
  const { body } = await toRefund()
  const id = await askedFor(desk, 'refund/sales', body)
  expect((await approve(desk, id)).status).toBe(403)
  const other = await aCashier(app)
  expect((await approve(other, id)).status).toBe(403)
  expect((await other.get(`/api/requests/${id}`)).status).toBe(404)
  expect((await approve(nashik, id)).status).toBe(403)
  const far = await signedIn(app, 'admin', 1, 3)
  expect((await approve(far, id)).status).toBe(404)
  const sale = await booked(desk, { PatientId })
  const own = await askFor(desk, `sales/${sale.SaleId}`, { Remarks: 'Fasting' })
  expect([own.status, own.body.message]).toEqual([422, 'You may do this yourself: no second person is needed'])
  await setRows(app, 'requests', { RequestId: id }, { AskedById: manager.userId })
  const self = await approve(manager, id)
  expect([self.status, self.body.code]).toEqual([422, 'own-request'])
})

test('it is asked once with a reason, withdrawn by its asker, and refused with a reason', async () => {
  const { body } = await toRefund()
  expect((await askFor(desk, 'refund/sales', body, ' ')).status).toBe(400)
  const short = await askFor(desk, 'refund/sales', body, 'x')
  expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['Reason']])
  const id = await askedFor(desk, 'refund/sales', body)
  expect((await askFor(desk, 'refund/sales', body)).status).toBe(409)
  expect((await withdraw(manager, id)).status).toBe(422)
  expect((await withdraw(desk, id)).status).toBe(200)
  expect((await approve(manager, id)).body.message).toBe('The request is withdrawn already')
  const second = await askedFor(desk, 'refund/sales', body)
  expect((await manager.put('/api/refuse/requests', { formId: second, reason: '' })).status).toBe(400)
  expect((await refuse(manager, second, 'Not without the bill')).status).toBe(200)
  expect(await requestOf(desk, second)).toMatchObject({ State: 'refused', Answer: 'Not without the bill' })
  const told = await valueOf<string>(app, 'notifications', { UserId: desk.userId }, "string_agg(content, ' ')")
  expect(told).toContain('Refused: Not without the bill')
})

test('a record that was changed meanwhile ends its request, and so does an asker who left', async () => {
  const { SaleId, body } = await toRefund()
  const id = await askedFor(desk, 'refund/sales', body)
  await setRows(app, 'sales', { SaleId }, { RowVersion: 99 })
  const stale = await approve(manager, id)
  expect([stale.status, stale.body.code]).toEqual([422, 'request-ended'])
  expect((await requestOf(desk, id)).State).toBe('ended')
  const next = await askedFor(desk, 'refund/sales', body)
  await setRows(app, 'users', { UserId: desk.userId }, { IsActive: false })
  const gone = await approve(manager, next)
  expect([gone.status, gone.body.code]).toEqual([422, 'request-ended'])
  expect((await requestOf(manager, next)).State).toBe('ended')
  desk = await aCashier(app)
})

test('after seven days a request is over', async () => {
  const { SaleId, body } = await toRefund()
  const id = await askedFor(desk, 'refund/sales', body)
  await setRows(app, 'requests', { RequestId: id }, { ExpiresOn: new Date(Date.now() - 1000).toISOString() })
  expect((await saleOf(desk, SaleId)).AskedFor).toEqual([])
  const late = await approve(manager, id)
  expect([late.status, late.body.message]).toEqual([422, 'The request is expired already'])
})

test('what is no act, or not allowed anyhow, is not asked for', async () => {
  const { body } = await toRefund()
  const statuses: unknown[] = []
  for (const path of ['nothing/sales', 'settings/1/2', '../x', 'requests', 'approve/requests'])
    statuses.push((await askFor(desk, path, { formId: 1 })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 404])
  expect((await askFor(desk, 'refund/sales', { ...body, Amount: 9000 })).status).toBe(422)
  expect((await askFor(desk, 'refund/sales', { ...body, formId: 999_999 })).status).toBe(404)
  expect((await askFor(desk, 'refund/sales', { ...body, Amount: 'x' })).status).toBe(400)
  expect((await desk.post('/api/requests/', { Path: 'refund/sales', Body: [1], Reason: 'As said' })).status).toBe(400)
})

test('a batch whose difference waits for a second person is in the same worklist', async () => {
  const cashier = await aCashier(app)
  await booked(cashier, { PatientId, receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }] })
  const id = await valueOf<number>(app, 'tran_batches', { OwnerId: cashier.userId }, 'max(batch_id)')
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DifferenceLimit: 100 })
  const Counted = [{ PaymentModeId: paymentMode.Cash, Amount: 50 }]
  expect((await cashier.put(`/api/closebatch/${id}`, { Counted, Remarks: 'Cannot find the rest' })).status).toBe(200)
  const waiting = async (person: Person) => (await person.get('/api/getdata/2139')).body
  expect(await waiting(manager)).toContainEqual(
    expect.objectContaining({ BatchId: id, RequestId: null, Amount: -300, Reason: 'Cannot find the rest' }),
  )
  expect((await waiting(cashier)).some((row) => row.BatchId === id)).toBe(false)
})
