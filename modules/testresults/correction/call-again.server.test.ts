// Calls about critical values of a cancelled sale after the merge of its patient with another one is undone: those in the
// other name count no longer, and those to the one whose values they are are chased until somebody is called.
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import { runScheduled } from '../../../server/testing/scheduled.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { daysAgo, product } from '../../sales/sales.fixture.ts'
import { escalateCritical } from '../signing/escalation.server.ts'
import { letGo, paidSale, rowOf } from '../testresults.fixture.ts'
import { mergesBy } from './undo-merge.fixture.ts'

const { app, ...people } = networkForTests('manager', 'desk', 'technologist', 'pathologist', 'other')
const { manager, desk, pathologist } = people
const { twoOf, merge, undo } = mergesBy(people)
afterEach(() => expectInvariants(app.db))

const cancel = ({ SaleId }: Read<'sales'>) =>
  manager.put('/api/cancel/sales', { formId: SaleId, reason: 'Booked twice', Report: 'keep' })
const newest = async ({ SaleId }: Read<'sales'>): Promise<unknown> =>
  (await readRow<{ Content: unknown }>(app, 'reports', { SaleId }, 'content', 'version desc')).Content
const stable = async (element: string, StableHours: number | null): Promise<void> => {
  const { ElementId } = await readRow<{ ElementId: number }>(app, 'elements', { Name: element }, 'element_id')
  await setRows(app, 'element_specimens', { ElementId }, { StableHours })
}
const openCalls = async (): Promise<number> => Number((await pathologist.get('/api/getdata/2007')).body[0]?.Total)
const isListed = async ({ SaleId }: Read<'sales'>): Promise<boolean> => {
  const filter = encodeURIComponent(JSON.stringify({ State: 'critical' }))
  const { status, body } = await pathologist.get(`/api/getdata/1004?filterCriteria=${filter}`)
  expect(status).toBe(200)
  return body.some((row) => row.SaleId === SaleId)
}
/** Notices of the escalation about the call of this value, so many minutes after it was owed. */
const escalated = async ({ WorkItemId, Element }: Result, minutes: number): Promise<unknown[]> => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      update work_items
      set
        call_again_at = now() - make_interval(mins => ${minutes})
      where
        work_item_id = ${WorkItemId}
    `),
  )
  await runScheduled(app, escalateCritical)
  return readRows(app, 'notifications', { Subject: `Critical value not called: ${String(Element)}` }, 'content')
}

test.each([
  { why: 'the tube holds', element: 'Sodium', value: '110', isGirl: false },
  { why: 'was judged by the age of the other one', element: 'Haemoglobin', value: '4', isGirl: true },
])(
  'a critical value of a cancelled sale that $why stays as it was issued, and its patient is to be called about it',
  async ({ element, value, isGirl }) => {
    const [source, target] = await twoOf(`Pramila ${element}`)
    const sale = await paidSale(desk, source, [product.cbc, product.electrolytes], 800)
    await merge(source, target)
    const girl = { BirthDate: `${new Date().getUTCFullYear() - 3}-01-01` }
    if (isGirl) expect((await desk.put(`/api/clients/${target}`, girl)).status).toBe(200)
    expect((await people.technologist.put('/api/generate/worksheets')).status).toBe(200)
    await letGo(people, sale.SaleId, { [element]: value })
    const shown = () => rowOf(pathologist, sale.SaleId, element)
    const issued = await shown()
    expect(issued).toMatchObject({ Flag: 'LL', CriticalCall: { CalledTo: expect.any(String) } })
    expect((await cancel(sale)).status).toBe(200)
    const before = await openCalls()
    expect(await isListed(sale)).toBe(false)
    if (!isGirl) {
      await stable(element, 1)
      await setRows(app, 'samples', { SaleId: sale.SaleId }, { CollectionDate: daysAgo(2 / 24) })
    }
    const undone = await undo(source).finally(() => stable(element, null))
    expect([undone.status, undone.body.message]).toEqual([
      200,
      expect.stringContaining(`. Log the calls for Pramila ${element} Twice: ${element} (`),
    ])
    expect(undone.body.CallsToMake).toEqual([
      { SaleId: sale.SaleId, WorkItemId: issued.WorkItemId, Element: element, Result: issued.Result },
    ])
    expect(await shown()).toMatchObject({ Flag: 'LL', CriticalCall: null, Amendment: null })
    expect(await valueOf(app, 'work_items', { WorkItemId: issued.WorkItemId }, 'result_id')).toBe(
      await valueOf(app, 'results', { WorkItemId: issued.WorkItemId, Version: 1 }, 'result_id'),
    )
    const called = String(issued.CriticalCall.CalledTo)
    expect(JSON.stringify(await newest(sale))).not.toContain(called)
    const { body: given } = await pathologist.get(`/api/given/testreports?SaleId=${String(sale.SaleId)}`)
    expect(given.filter((one) => one.What === 'Telephone')).toEqual([
      expect.objectContaining({ To: expect.stringContaining(called) }),
    ])
    const noted = await readRows(
      app,
      'audit',
      { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'critical call' },
      'remarks',
    )
    expect(noted).toContainEqual({
      Remarks: expect.stringContaining(`Counts no longer, it was about another patient: spoke to ${called}`),
    })
    expect([await openCalls(), await isListed(sale)]).toEqual([before + 1, true])
    // from the moment it was owed, not from the entry
    expect(await escalated(issued, 29)).toEqual([])
    expect((await escalated(issued, 31)).length).toBeGreaterThan(0)
    const { WorkItemId } = issued
    const again = { WorkItemId, CalledTo: 'Dr Right', CalledRole: 'doctor', ReadBack: true }
    const answer = await pathologist.post('/api/criticalcalls/', again)
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    expect((await shown()).CriticalCall).toMatchObject({ CalledTo: 'Dr Right' })
    expect([await openCalls(), await isListed(sale)]).toEqual([before, false])
  },
)

const [baby, woman] = [{ BirthDate: daysAgo(30).slice(0, 10) }, { BirthDate: '1980-04-05' }]
test.each([
  { who: 'the right patient', right: baby, wrong: woman, flag: 'L' },
  { who: 'the other one', right: woman, wrong: baby, flag: 'LL' },
])('a value of a cancelled sale that is critical only for $who is announced, and its call is logged', async (one) => {
  const [source, target] = await twoOf(`Revati ${one.flag}`, one.right)
  expect((await desk.put(`/api/clients/${target}`, one.right)).status).toBe(200)
  const sale = await paidSale(desk, source, [product.cbc], 350)
  await merge(source, target)
  expect((await desk.put(`/api/clients/${target}`, one.wrong)).status).toBe(200)
  await letGo(people, sale.SaleId, { Haemoglobin: '7.5' })
  expect((await cancel(sale)).status).toBe(200)
  const told = () => readRows(app, 'notifications', { Subject: 'Critical value: Haemoglobin' }, 'content')
  const before = (await told()).length
  const undone = await undo(source)
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringMatching(/Log the calls .*Haemoglobin \(/)])
  expect((await told()).length).toBeGreaterThan(before)
  const shown = () => rowOf(pathologist, sale.SaleId, 'Haemoglobin')
  const owed = await shown()
  expect(owed).toMatchObject({ Flag: one.flag, CriticalCall: null, IsToCallAgain: true })
  const call = { WorkItemId: owed.WorkItemId, CalledTo: 'Dr Right', CalledRole: 'doctor', ReadBack: true }
  const calls = await openCalls()
  expect((await pathologist.post('/api/criticalcalls/', call)).text).toContain('The call is logged')
  expect((await shown()).CriticalCall).toMatchObject({ CalledTo: 'Dr Right' })
  expect(await openCalls()).toBe(calls - 1)
})
