// Each list accepts exactly the filters that the specification gives its module, by name.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { signedIn } from '../testing/signed-in.ts'
import { setPermits } from '../testing/rows.ts'

const { app, manager } = networkForTests('manager')
const list = (id: number, filter: object) =>
  manager.get(`/api/getdata/${id}?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)
const days = { FromDate: '2026-01-01', ToDate: '2026-12-31' }

test.each([
  [
    'FND-134 OPS-030 samples',
    1002,
    { ...days, Patient: 'a', Doctor: 'b', SellerId: 2, PerformingLabId: 2, SaleId: 1, LRN: '1', AccessionNo: 'NCL' },
  ],
  ['FND-137 testreports', 1005, { ...days, Patient: 'a', Doctor: 'b', LRN: '1', AccessionNo: 'NCL' }],
  [
    'FND-147 clients',
    1009,
    { ClientTypeId: 12, Name: 'a', Area: 'b', MobilePhone: '98', ParentId: 1, IsActive: 'true', ProductId: 3001 },
  ],
  ['doctors', 1007, { Name: 'a', Area: 'b', MobilePhone: '98' }],
  ['referrers', 1008, { Name: 'a', Area: 'b', MobilePhone: '98' }],
  ['OPS-036 worksheets', 1003, { Name: 'a', DepartmentId: 1 }],
  ['OPS-036 testresults', 1004, { Name: 'a', DepartmentId: 1 }],
] as const)('%s offers these filters and no others', async (_ids, id, filter) => {
  expect((await list(id, filter)).status).toBe(200)
  expect((await list(id, { Nonsense: 1 })).status).toBe(400)
})

test('filter fields have the names of the specification on every list that has them', async () => {
  for (const filter of [
    { FromDate: '2026-01-01' },
    { ToDate: '2026-01-01' },
    { SaleStatus: 92 },
    { LRN: '1' },
    { GiverId: 2 },
    { ReceiverId: 2 },
    { Buyer: 'x' },
    { Referrer: 'x' },
    { Code: 'x' },
    { IsLocalProduct: 'true' },
  ])
    expect([filter, (await list(1001, filter)).status]).toEqual([filter, 200])
})

test('FND-278 the device of a print request is printer or screen', async () => {
  const [template] = (await manager.get('/api/getdata/41?Module=sales')).body
  const answer = await manager.post('/api/print/sales/', {
    templateId: template?.TemplateId,
    formId: 1,
    device: 'fax',
  })
  expect([answer.status, answer.body.errors]).toEqual([400, { device: ['Device is not one of its choices'] }])
})

test('FND-302 FND-208 a permission entry has Permit, ModuleId, Criteria and StatementId', async () => {
  const { Permissions } = (await manager.get('/api/currentUser')).body
  expect(Object.keys(Permissions[0] ?? {}).sort()).toEqual(['Criteria', 'ModuleId', 'Permit', 'StatementId'])
  expect(Permissions.find((entry) => entry.ModuleId === 'sales' && entry.Permit === 'list')).toMatchObject({
    StatementId: 1001,
  })
})

test('FND-333 FND-368 FND-369 data sets 203 and 204 answer the givers of a centre and the clients of a sales manager', async () => {
  const centre = await signedIn(app, 'frontdesk', 5, 12)
  const sales = await signedIn(app, 'salesmanager', 9, 2)
  const givers = (await centre.get('/api/getdata/203')).body
  expect(givers.map((giver) => giver.ClientId)).toContain(12)
  expect(givers.every((giver) => giver.ClientId === 12 || [12, 16].includes(Number(giver.ClientTypeId)))).toBe(true)
  const mine = (await sales.get('/api/getdata/204?ClientTypeId=11')).body
  expect(mine.length).toBeGreaterThan(0)
  for (const [one] of [givers, mine])
    expect(Object.keys(one ?? {})).toEqual(
      expect.arrayContaining(['ClientId', 'Name', 'Code', 'Area', 'Phone', 'ClientTypeId']),
    )
  const managed = await app.db.read.rows<{ Id: number }>(sql`
    select
      client_id as id
    from
      clients
    where
      sales_manager_id = ${sales.userId}
      and client_type_id = 11
      and is_active
  `)
  expect(new Set(mine.map((client) => client.ClientId))).toEqual(new Set(managed.map((client) => client.Id)))
  expect(mine.map((client) => client.Name)).toEqual(
    mine.map((client) => client.Name).toSorted((a, b) => (String(a).toLowerCase() < String(b).toLowerCase() ? -1 : 1)),
  )
})

test('FND-406 FND-407 FND-409 PUT serves actions, DELETE the locks', async () => {
  expect((await manager.put('/api/dismiss/notification', { NotificationId: 2_000_000 })).status).toBe(404)
  expect((await manager.call('DELETE', '/api/locks/')).status).toBe(200)
})

test('a list permit with criteria opens no list: criteria are about one record, and a list checks no single record', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const only = (criteria: string | null) => setPermits(app, 5, 'sales', ['list'], { Criteria: criteria })
  await only('StatusId == 90')
  expect((await desk.get('/api/getdata/1001')).status).toBe(403)
  await only(null)
  expect((await desk.get('/api/getdata/1001')).status).toBe(200)
})
