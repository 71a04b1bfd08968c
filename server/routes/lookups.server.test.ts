// Lists, roles, modules, notifications and widgets: the small rows that every screen starts from.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { signedIn } from '../testing/signed-in.ts'
import type { Got, Rows } from '../testing/answers.ts'
import { insertOf } from '../testing/rows.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
const rows = async <P extends string>(url: P, person = desk): Promise<Got<P>> => {
  const answer = await person.get(url)
  expect([url, answer.status, Array.isArray(answer.body)]).toEqual([url, 200, true])
  return answer.body
}

test.each([4, 101, 102, 103, 105, 107, 108, 109, 111, 121, 122, 123, 125, 126, 127])(
  'FND-228 FND-214 FND-380 OPS-276 OPS-277 list %i has items with their four fields',
  async (list) => {
    const items = await rows(`/api/listitems?ListId=${list}`)
    expect(items.length).toBeGreaterThan(0)
    for (const item of items)
      expect(Object.keys(item).sort()).toEqual(['ItemLabel', 'ItemName', 'ItemValue', 'ListItemId'])
  },
)

test('OPS-318 OPS-319 sale statuses are labelled, test statuses have values from -10', async () => {
  const byId = new Map(
    (await rows('/api/listitems?ListId=123')).map((item) => [item.ListItemId, [item.ItemName, item.ItemLabel]]),
  )
  expect([90, 92, 95, 99].map((id) => byId.get(id))).toEqual([
    ['CAN', 'Cancelled'],
    ['NEW', 'Booked'],
    ['ACC', 'Accessioned'],
    ['CLOSED', 'Reported (locked)'],
  ])
  const values = new Map(
    (await rows('/api/listitems?ListId=124')).map((item) => [item.ListItemId, Number(item.ItemValue)]),
  )
  expect([values.get(100), values.get(101), values.get(104), values.get(109)]).toEqual([-10, 10, 40, 90])
})

test.each<[string, number, readonly (readonly [number, string])[]]>([
  [
    'OPS-193',
    127,
    [
      [140, 'Being packed'],
      [141, 'Dispatched'],
      [142, 'Partly received'],
      [143, 'Received'],
      [144, 'Received with exceptions'],
      [145, 'Lost in transit'],
      [146, 'Cancelled'],
    ],
  ],
  [
    'OPS-196',
    121,
    [
      [150, 'Pending'],
      [151, 'Entered'],
      [152, 'Reviewed'],
      [153, 'Approved'],
      [154, 'Released'],
      [155, 'Repeat requested'],
      [156, 'On hold'],
      [157, 'Not performed'],
      [158, 'Referred out'],
      [159, 'Amended after release'],
    ],
  ],
])('%s list %i has these items', async (_id, list, items) => {
  const found = (await rows(`/api/listitems?ListId=${list}`)).map((item) => [item.ListItemId, item.ItemLabel])
  expect(found.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(items)
})

test('OPS-196 list 122 has the reasons from 160 to 175', async () => {
  const found = (await rows('/api/listitems?ListId=122')).map((item) => Number(item.ListItemId))
  expect(found).toEqual(expect.arrayContaining(Array.from({ length: 16 }, (_, at) => 160 + at)))
})

test('a list must be named', async () => {
  expect((await desk.get('/api/listitems')).status).toBe(400)
  expect(await rows('/api/listitems?ListId=99999')).toEqual([])
})

test('FND-226 FND-383 the client types are the nine of the network', async () => {
  expect((await rows('/api/clienttypes')).map((row) => row.ClientTypeId)).toEqual([9, 10, 11, 12, 13, 14, 16, 19, 20])
})

test('FND-324 FND-381 the roles have id and name; 9 is the sales manager', async () => {
  const roles = await rows('/api/roles')
  expect(roles).toHaveLength(15)
  expect(roles.find((role) => role.RoleId === 9)).toMatchObject({ RoleName: 'Sales manager' })
})

test('FND-209 FND-384 FND-385 modules: those without a parent, and one by its key', async () => {
  const top = (await desk.get<Rows<{ readonly SequenceNumber: number }>>('/api/modules?ParentId=null')).body
  expect(top.length).toBeGreaterThan(0)
  for (const one of top)
    expect(Object.keys(one).sort()).toEqual([
      'Icon',
      'KeyFields',
      'ModuleId',
      'Name',
      'ParentId',
      'SequenceNumber',
      'SubModules',
    ])
  for (const one of top)
    expect(one).toMatchObject({
      ModuleId: expect.stringMatching(/^[a-z-]+$/),
      Name: expect.stringMatching(/./),
      Icon: expect.stringMatching(/./),
      SequenceNumber: expect.any(Number),
      KeyFields: expect.stringMatching(/^(\w+(,\w+)*)?$/),
      SubModules: expect.any(Array),
      ParentId: null,
    })
  const numbers = top.map((one) => one.SequenceNumber)
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  expect((await desk.get('/api/modules/?ModuleId=sales')).body).toMatchObject({
    ModuleId: 'sales',
    Name: 'Sales',
    Icon: expect.stringMatching(/./),
    KeyFields: 'SaleId',
  })
  expect((await desk.get('/api/modules/?ModuleId=nothing')).status).toBe(404)
})

test('FND-354 an unknown statement is 404 with a message, a statement of a module needs its list permit', async () => {
  for (const id of ['4711', 'abc', '-1', '1001;drop'])
    expect([id, (await desk.get(`/api/getdata/${id}`)).status]).toEqual([id, 404])
  expect((await desk.get('/api/getdata/4711')).body.message).toBe('This statement does not exist')
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await referrer.get('/api/getdata/1006')).status).toBe(403)
})

test('FND-388 a look-up accepts only its declared parameters', async () => {
  for (const query of ['Nothing=1', 'ProductId=1%20or%201=1', 'ProductId=x'])
    expect([query, (await desk.get(`/api/getdata/103?${query}`)).status]).toEqual([query, 400])
})

test('FND-355 FND-225 print templates of a module', async () => {
  const templates = await rows('/api/getdata/41?ClientId=2&Module=sales')
  expect(templates[0]).toMatchObject({ TemplateId: expect.any(Number), Name: expect.stringMatching(/./) })
  expect((await desk.get('/api/getdata/41')).status).toBe(400)
})

test('FND-359 FND-360 products by code, and the price lists that hold one', async () => {
  expect(await rows('/api/getdata/103?Code=p001')).toMatchObject([
    { ProductId: 3001, Code: 'P001', Name: 'Complete Blood Count (CBC)' },
  ])
  const lists = await rows('/api/getdata/102?ProductId=3001&SellerId=2')
  expect(lists).toHaveLength(5)
  expect(await rows('/api/getdata/102?ProductId=3001&SellerId=3')).toEqual([])
})

test('FND-361 FND-364 money handlers and sales managers', async () => {
  expect((await rows('/api/getdata/108')).length).toBeGreaterThan(0)
  const managers = await rows('/api/getdata/120?RoleId=9')
  expect(managers.map((user) => user.FullName)).toEqual(['Farah Khan'])
})

test('FND-211 FND-279 FND-356 users see their own notifications, and a dismissed one disappears; a second dismissal is 404', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        notifications (user_id, creater, subject, content, path)
      values
        (${desk.userId}, 'Admin', 'Hello', '<b>Hi</b>', '/summary/sales'),
        (${manager.userId}, 'Admin', 'Not yours', 'x', null)
    `),
  )
  const [note, ...others] = await rows('/api/getdata/9')
  expect(others).toEqual([])
  expect(note).toMatchObject({
    NotificationId: expect.any(Number),
    Creater: 'Admin',
    CreatedOn: expect.stringMatching(/^20/),
    Subject: 'Hello',
    Content: '<b>Hi</b>',
  })
  const foreign = (await rows('/api/getdata/9', manager))[0]?.NotificationId
  expect((await desk.put('/api/dismiss/notification', { NotificationId: foreign })).status).toBe(404)
  expect((await desk.put('/api/dismiss/notification', { NotificationId: note?.NotificationId })).status).toBe(200)
  expect(await rows('/api/getdata/9')).toEqual([])
  expect((await desk.post('/api/dismiss/notification', { NotificationId: note?.NotificationId })).status).toBe(404)
})

test('FND-212 FND-370 FND-372 widgets of role and entity type answer their rows', async () => {
  const widgets = await rows('/api/getdata/600', manager)
  expect(widgets.length).toBeGreaterThan(0)
  for (const widget of widgets) {
    expect(Object.keys(widget).sort()).toEqual([
      'Label',
      'QueryParameters',
      'Source',
      'StatementId',
      'Target',
      'Total',
      'WidgetId',
    ])
    expect(widget.Target).toMatch(/^[BT][1-4]$/)
    const parameters = new URLSearchParams(String(widget.QueryParameters ?? ''))
    parameters.set('TimezoneOffset', '-330')
    expect([
      widget.Label,
      (await manager.get(`/api/getdata/${widget.StatementId}?${parameters.toString()}`)).status,
    ]).toEqual([widget.Label, 200])
  }
})

test("a user's own widget takes the place of the standard one", async () => {
  const [standard] = await rows('/api/getdata/600', manager)
  await app.db.transaction((tx) =>
    tx.run(
      insertOf('user_widgets', {
        UserId: manager.userId,
        StatementId: standard?.StatementId,
        Target: standard?.Target,
        Label: 'Mine',
      }),
    ),
  )
  const widgets = (await rows('/api/getdata/600', manager)).filter((widget) => widget.Target === standard?.Target)
  expect(widgets).toMatchObject([{ Source: 'U', Label: 'Mine' }])
})

test('FND-371 the statements for widgets have id and name, and only those of modules that the user may list', async () => {
  const all = await rows('/api/getdata/700', manager)
  for (const one of all)
    expect(one).toMatchObject({ StatementId: expect.any(Number), Name: expect.stringMatching(/./) })
  const logistics = await signedIn(app, 'logistics', 8, 2)
  const own = new Set((await rows('/api/getdata/700', logistics)).map((one) => one.StatementId))
  expect([own.size > 0, own.size < all.length]).toEqual([true, true])
  for (const { StatementId } of all) {
    const { status } = await logistics.get(`/api/getdata/${String(StatementId)}?TimezoneOffset=-330`)
    expect([StatementId, status === 403]).toEqual([StatementId, !own.has(StatementId)])
  }
})

test('preferences are stored for their user alone', async () => {
  const kept = { FromDate: '2026-11-01', Patient: 'kumar' }
  expect((await desk.put('/api/preferences', { Name: 'filter:5:10:sales', Value: kept })).status).toBe(200)
  expect((await desk.get('/api/preferences')).body).toMatchObject({ 'filter:5:10:sales': kept })
  expect((await manager.get('/api/preferences')).body).not.toHaveProperty('filter:5:10:sales')
  expect((await desk.put('/api/preferences', { Value: 1 })).status).toBe(400)
})

test('OPS-139 client type 16 is an institution, in every choice of client types', async () => {
  const label = 'Institution (hospital, clinic, corporate)'
  expect((await rows('/api/clienttypes')).find((row) => row.ClientTypeId === 16)).toMatchObject({ Name: label })
  expect((await rows('/api/listitems?ListId=101')).find((row) => row.ListItemId === 16)).toMatchObject({
    ItemLabel: label,
  })
})
