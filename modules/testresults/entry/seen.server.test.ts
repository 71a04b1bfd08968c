// An act on results or on a report that says in which version it was seen does not win over a change that its user has
// not seen. The version is optional, as for every record; every screen sends it.
import { beforeAll, expect, test } from 'vitest'
import { ask, type Json } from '../../../server/testing/signed-in.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aReason, enterAll, labForTests, letGo, paidSale, reportsOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let said: Json
beforeAll(async () => {
  said = { ReasonId: await aReason(bench.pathologist), Remarks: 'Without a look' }
})
/** The body as it is, without the versions that a screen adds. */
const blindly = (path: string, body: Json) =>
  ask(app, 'PUT', `/api/${path}`, body, { authorization: `Bearer ${bench.pathologist.token}` })
const sold = async (): Promise<unknown> => (await paidSale(bench.desk, await aPatient(bench.desk))).SaleId

test.each(['review', 'approve', 'release', 'repeat', 'keep', 'withdraw'])(
  '%s of results with another version is refused, and changes none',
  async (act) => {
    const sale = await sold()
    await enterAll(bench.technologist, sale)
    const rows = await rowsOf(bench.pathologist, sale)
    const WorkItemIds = rows.map((row) => row.WorkItemId)
    const earlier = rows.map((row) => Number(row.RowVersion) - 1)
    const late = await blindly(`${act}/testresults`, { WorkItemIds, RowVersions: earlier, ...said })
    expect([act, late.status]).toEqual([act, 409])
    const half = await blindly(`${act}/testresults`, { WorkItemIds, RowVersions: [null], ...said })
    expect([act, half.status, Object.keys(half.body.errors)]).toEqual([act, 400, ['RowVersions']])
    expect(await rowsOf(bench.pathologist, sale)).toEqual(rows)
  },
)

test.each([
  ['testresults', { Result: '139' }],
  ['amend/testresults', { Result: '139' }],
  ['withdrawresults/testresults', {}],
])('%s with another version of a result is refused, and changes none', async (path, more) => {
  const sale = await sold()
  await letGo(bench, sale)
  const rows = await rowsOf(bench.pathologist, sale)
  const WorkItems = rows.map(({ WorkItemId, RowVersion }) => ({
    WorkItemId: WorkItemId,
    RowVersion: Number(RowVersion) - 1,
    ...more,
  }))
  const { status } = await blindly(path, { WorkItems, ...(path === 'testresults' ? {} : said) })
  expect(status).toBe(409)
  expect(await rowsOf(bench.pathologist, sale)).toEqual(rows)
})

test.each([
  ['withdrawreport/testresults', {}],
  ['correctpatient/sales', { PatientId: 1 }],
  ['correctdetails/sales', { LRN: '4711' }],
])('%s with another version of the report than the newest is refused', async (path, more) => {
  const SaleId = await sold()
  await letGo(bench, SaleId)
  const PatientId = 'PatientId' in more ? await aPatient(bench.desk) : undefined
  const asked = { SaleId, ...more, ...(PatientId && { PatientId }), ...said }
  // another version is issued after this one was read
  const corrected = await bench.pathologist.put('/api/correctdetails/sales', { SaleId, LRN: '815', ...said })
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  const late = await blindly(path, { ...asked, Version: 1 })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Version 2 of this report was issued meanwhile. Look at it first.',
  ])
  expect(await reportsOf(app, SaleId)).toHaveLength(2)
  expect((await blindly(path, { ...asked, Version: 2 })).status).toBe(200)
})
