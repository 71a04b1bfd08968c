// Who may act on results at the moment: criteria of a permit for each work item, and the lock of another user.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { setPermits } from '../../../server/testing/rows.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { approveAll, aReason, enter, enterAll, labForTests, paidSale, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const approved = async (): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  return sale
}

test('while a user edits the results of a sale no other reviews, approves, repeats or releases them', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, sale.SaleId)
  const WorkItemIds = (await rowsOf(bench.pathologist, sale.SaleId))
    .filter((row) => !row.Formula)
    .map((row) => row.WorkItemId)
  const act = (name: string) => bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds, ReasonId: 160 })
  const lock = { ModuleId: 'testresults', FormId: sale.SaleId }
  await bench.technologist.post('/api/locks/', lock)
  for (const name of ['review', 'approve', 'repeat']) expect([name, (await act(name)).status]).toEqual([name, 423])
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).StatusId).toBe(151)
  await bench.technologist.call('DELETE', '/api/locks/', lock)
  expect((await act('approve')).status).toBe(200)
})

test('criteria of a permit apply to each work item on every route of results', async () => {
  const sale = await approved()
  const spare = await paidSale(bench.desk, patient)
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const pending = await rowOf(bench.pathologist, spare.SaleId, 'Sodium')
  const only = (criteria: string | null) =>
    setPermits(app, 3, 'testresults', ['read', 'update', 'review', 'approve', 'release', 'amend'], {
      Criteria: criteria,
    })
  const WorkItemIds = [row.WorkItemId]
  const asked: ['GET' | 'PUT' | 'POST', string, Json][] = [
    ['PUT', '/api/testresults/', { WorkItems: [{ WorkItemId: row.WorkItemId, Remarks: 'x' }] }],
    ['PUT', '/api/review/testresults', { WorkItemIds }],
    ['PUT', '/api/approve/testresults', { WorkItemIds }],
    ['PUT', '/api/repeat/testresults', { WorkItemIds, ReasonId: await aReason(bench.pathologist) }],
    ['PUT', '/api/release/testresults', { WorkItemIds }],
    ['PUT', '/api/withdraw/testresults', { WorkItemIds }],
    [
      'PUT',
      '/api/amend/testresults',
      {
        WorkItems: [{ WorkItemId: row.WorkItemId, Result: '1' }],
        ReasonId: await aReason(bench.pathologist),
        Remarks: 'x',
      },
    ],
    [
      'POST',
      '/api/criticalcalls/',
      { WorkItemId: row.WorkItemId, CalledTo: 'Dr Rao', CalledRole: 'doctor', ReadBack: true },
    ],
    ['GET', `/api/testresults?SaleId=${sale.SaleId}`, {}],
  ]
  try {
    await only(`SaleId == ${spare.SaleId}`)
    const fresh = await signedIn(app, 'pathologist', 3, 2)
    for (const [method, path, body] of asked)
      expect([path, (await fresh.call(method, path, method === 'GET' ? undefined : body)).status]).toEqual([path, 403])
    const own = { SaleId: spare.SaleId, WorkItems: [{ WorkItemId: pending.WorkItemId, Result: '140' }] }
    expect((await fresh.put('/api/testresults/', own)).status).toBe(200)
    await only('StatusId < 153')
    const again = await signedIn(app, 'pathologist', 3, 2)
    expect((await again.put('/api/release/testresults', { WorkItemIds })).status).toBe(403)
  } finally {
    await only(null)
  }
})

test('a user who may enter but not sign cannot sign in the status cell either', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const signing = (criteria: string | null) =>
    setPermits(app, 3, 'testresults', ['review', 'approve'], { Criteria: criteria })
  const pick = async (StatusId: number) => {
    const fresh = await signedIn(app, 'pathologist', 3, 2)
    return (await fresh.put('/api/testresults/', { SaleId: sale.SaleId, WorkItems: [{ WorkItemId, StatusId }] })).status
  }
  try {
    await signing('StatusId > 900')
    expect([await pick(152), await pick(153)]).toEqual([403, 403])
  } finally {
    await signing(null)
  }
  expect([await pick(152), await pick(153)]).toEqual([200, 200])
})
