// A repeated request has no second effect; concurrent saves of one record do not overwrite each other.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, aSale, booked, saleOf } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { signedIn } from '../testing/signed-in.ts'
import { readRow } from '../testing/rows.ts'

const { app, desk } = networkForTests('desk')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
const sales = async (): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        sales
    `)
  ).N

test('the same key and body give the stored answer and one record', async () => {
  const body = aSale({ PatientId: patient })
  const before = await sales()
  const first = await desk.post('/api/sales/', body, { 'idempotency-key': 'once' })
  const again = await desk.post('/api/sales/', body, { 'idempotency-key': 'once' })
  expect(first.status).toBe(201)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await sales()).toBe(before + 1)
})

test('the same key with another body is refused with 422', async () => {
  const body = aSale({ PatientId: patient })
  expect((await desk.post('/api/sales/', body, { 'idempotency-key': 'other-body' })).status).toBe(201)
  const other = await desk.post('/api/sales/', { ...body, Remarks: 'changed' }, { 'idempotency-key': 'other-body' })
  expect([other.status, other.body.message]).toEqual([422, 'This request was already sent with other contents'])
})

test('the same key and body at another address is another request, and is refused', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const act = (path: string) =>
    desk.put(`/api/${path}/sales`, { formId: sale.SaleId }, { 'idempotency-key': 'elsewhere' })
  expect((await act('accession')).status).toBe(200)
  expect([(await act('cancel')).status, (await saleOf(desk, sale.SaleId)).StatusId]).toEqual([422, 95])
})

test('a double click makes one sale and one invoice', async () => {
  const body = aSale({ PatientId: patient })
  const before = await sales()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => desk.post('/api/sales/', body, { 'idempotency-key': 'double' })),
  )
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body.SaleId)).size).toBe(1)
  expect(await sales()).toBe(before + 1)
})

test('a refused request frees its key: the corrected one with the same key succeeds', async () => {
  const body = aSale({ PatientId: patient, LRN: '' })
  expect((await desk.post('/api/sales/', body, { 'idempotency-key': 'corrected' })).status).toBe(400)
  expect((await desk.post('/api/sales/', { ...body, LRN: '12345' }, { 'idempotency-key': 'corrected' })).status).toBe(
    201,
  )
})

test("keys belong to one user: another's same key is a request of its own", async () => {
  const body = aSale({ PatientId: patient })
  const manager = await signedIn(app, 'manager', 2, 2)
  const [first, second] = [
    await desk.post('/api/sales/', body, { 'idempotency-key': 'shared' }),
    await manager.post('/api/sales/', body, { 'idempotency-key': 'shared' }),
  ]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body.SaleId).not.toBe(second.body.SaleId)
})

test('actions accept a key too: a repeated cancellation gets the same answer', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const cancel = () => desk.put('/api/cancel/sales', { formId: sale.SaleId }, { 'idempotency-key': 'cancel-it' })
  const [first, again] = [await cancel(), await cancel()]
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect((await desk.put('/api/cancel/sales', { formId: sale.SaleId })).status).toBe(422)
})

test('a key of more than 200 characters is refused', async () => {
  expect(
    (await desk.post('/api/sales/', aSale({ PatientId: patient }), { 'idempotency-key': 'k'.repeat(201) })).status,
  ).toBe(400)
})

test('twenty people save one record: exactly one succeeds, the others get its author', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      desk.put(`/api/sales/${sale.SaleId}`, { Remarks: `writer ${i}`, RowVersion: sale.RowVersion }),
    ),
  )
  const won = answers.flatMap((answer, i) => (answer.status === 200 ? [i] : []))
  expect(won).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  const after = await desk.get(`/api/sales/${sale.SaleId}`)
  expect(after.body).toMatchObject({ Remarks: `writer ${won[0]}`, RowVersion: Number(sale.RowVersion) + 1 })
  const history = await desk.get<unknown[]>(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)
  expect(history.body).toHaveLength(2)
})

test('two people cancel one sale at once: one succeeds, the other is refused, the money is posted once', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => desk.put('/api/cancel/sales', { formId: sale.SaleId })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422, 422])
  const { Balance } = await readRow<{ Balance: number }>(
    app,
    'ledger_entries',
    { Account: 'party', InvoiceId: sale.InvoiceId },
    'sum(debit - credit) as balance',
  )
  expect(Balance).toBe(0)
})
