// Choices and texts that are critical: called about, waited for and printed as critical numbers are.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { runScheduled } from '../../server/testing/scheduled.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import type { Read, Result } from '../../server/testing/answers.ts'
import { readRow } from '../../server/testing/rows.ts'
import { role } from '../../core/user.ts'
import { savedByTwo } from '../requests/requests.fixture.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { enter, labForTests, paidSale, releaseAll, rowOf } from './testresults.fixture.ts'
import { escalateCritical } from './signing/escalation.server.ts'

const { app, bench } = labForTests()
/** Products and their prices. */
const smear = { id: 3007, price: 150 }
const antigen = { id: 3008, price: 450 }
const bloodCulture = { id: 3054, price: 900 }

type Product = { readonly id: number; readonly price: number }
type Measured = { readonly sale: Read<'sales'>; readonly row: Result }
const measured = async ({ id, price }: Product, element: string, value: string): Promise<Measured> => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk), [id], price)
  const entered = await enter(bench.technologist, sale.SaleId, { [element]: value })
  if (entered.status !== 200) throw new Error(entered.text)
  return { sale, row: await rowOf(bench.pathologist, sale.SaleId, element) }
}
const act = (name: string, row: Result) =>
  bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds: [row.WorkItemId] })
const call = (row: Result) =>
  bench.pathologist.post('/api/criticalcalls/', {
    WorkItemId: row.WorkItemId,
    CalledTo: 'Dr Sawant',
    CalledRole: 'doctor',
    ReadBack: true,
  })
const savedElement = async (id: number, changes: Json) => {
  const admin = await signedIn(app, 'admin', role.Administrator, 1)
  const { body } = await admin.get(`/api/elements/${id}`)
  return admin.put(`/api/elements/${id}`, { ...changes, RowVersion: body.RowVersion })
}

test('P. falciparum is critical: it is called about before it is approved, and printed with its call', async () => {
  const { sale, row } = await measured(smear, 'Malarial parasite (smear)', 'p. FALCIPARUM')
  expect([row.Result, row.Flag]).toEqual(['P. falciparum', 'AA'])
  await act('review', row)
  const refused = await act('approve', row)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Malarial parasite (smear): log the call about the critical value first',
  ])
  expect((await call(row)).status).toBe(201)
  expect((await act('approve', row)).status).toBe(200)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const { Content } = await readRow<{ Content: string }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content::text as content',
  )
  expect(Content).toMatch(/"Flag": ?"AA"/)
  expect(Content).toContain('Dr Sawant')
})

test('P. vivax is abnormal and not critical; what is not seen is normal', async () => {
  const { row } = await measured(smear, 'Malarial parasite (smear)', 'P. vivax')
  const { row: none } = await measured(smear, 'Malarial parasite (smear)', 'Not seen')
  expect([row.Flag, none.Flag]).toEqual(['A', 'N'])
})

test('a critical choice is on the list of calls to make, and is escalated until somebody was called', async () => {
  const { row } = await measured(antigen, 'Malaria antigen (Pf / Pan)', 'Pf positive')
  const facts = () =>
    readRow<{ ToCall: boolean; IsCritical: boolean; WantsReview: boolean }>(
      app,
      'work_item_facts',
      { WorkItemId: row.WorkItemId },
      'to_call, is_critical, wants_review',
    )
  expect(await facts()).toEqual({ ToCall: true, IsCritical: true, WantsReview: true })
  await app.db.transaction((tx) =>
    tx.run(sql`
      update results
      set
        entered_at = now() - interval '31 minutes'
      where
        work_item_id = ${row.WorkItemId}
    `),
  )
  await runScheduled(app, escalateCritical)
  const told = await app.db.read.rows(sql`
    select
      1
    from
      notifications
    where
      subject = 'Critical value not called: Malaria antigen (Pf / Pan)'
  `)
  expect(told.length).toBeGreaterThan(0)
  expect((await call(row)).status).toBe(201)
  expect((await facts()).ToCall).toBe(false)
})

test('a text is critical by a line of its own, in any case; among other words a person decides', async () => {
  const name = 'Blood culture and sensitivity'
  expect((await savedElement(1178, { CriticalValues: ' Growth seen | Gram-negative bacilli' })).status).toBe(200)
  const { row } = await measured(bloodCulture, name, 'Bottle 1 of 2\n  growth SEEN \nIdentification follows')
  expect(row.Flag).toBe('AA')
  const { row: unclear } = await measured(bloodCulture, name, 'No growth seen after 48 hours')
  expect([unclear.Flag, unclear.ReviewNeeded]).toEqual([null, true])
  const { row: plain } = await measured(bloodCulture, name, 'Sterile after 5 days')
  expect([plain.Flag, plain.ReviewNeeded]).toEqual([null, false])
})

test('a critical choice must be a possible one; a number is critical by its bounds', async () => {
  const strange = await savedElement(1024, { CriticalValues: 'P. knowlesi' })
  expect([strange.status, strange.body.errors]).toEqual([
    400,
    { CriticalValues: ['P. knowlesi is not one of the possible values'] },
  ])
  const potassium = (await readRow<{ Id: number }>(app, 'elements', { Name: 'Potassium' }, 'element_id as id')).Id
  const number = await savedElement(potassium, { CriticalValues: '7' })
  expect([number.status, number.body.errors]).toEqual([
    400,
    { CriticalValues: ['A number is critical by the bounds of its ranges'] },
  ])
})

test('a value is judged by the critical values of the day on which it was entered', async () => {
  const name = 'Malarial parasite (smear)'
  const { sale, row } = await measured(smear, name, 'P. vivax')
  const changes = { CriticalValues: 'P. vivax | P. falciparum' }
  const admin = await signedIn(app, 'admin', role.Administrator, 1)
  expect((await savedByTwo(admin, bench.pathologist, 'elements/1024', changes)).status).toBe(200)
  expect((await rowOf(bench.pathologist, sale.SaleId, name)).Flag).toBe(row.Flag)
  expect((await measured(smear, name, 'P. vivax')).row.Flag).toBe('AA')
})
