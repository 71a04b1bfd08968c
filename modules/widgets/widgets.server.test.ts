// Standard widgets: listed, read, saved with an existing query and parameters that it takes.
import { expect, test } from 'vitest'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { readRow } from '../../server/testing/rows.ts'

const { app, admin, front } = networkForTests('admin', 'front')
const whole = {
  RoleId: 8,
  EntityTypeId: 10,
  Target: 'T1',
  Label: 'Booked',
  StatementId: 2110,
  QueryParameters: '{"StatusId":92,"Days":3,"Patient":"kumar"}',
}

test('MDA-137 a widget has its id, role, entity type, target, label, statement and the text of its parameters', async () => {
  const { status, body } = await admin.post('/api/widgets/', whole)
  expect(status).toBe(201)
  expect((await admin.get(`/api/widgets/${body.WidgetId}`)).body).toMatchObject({
    WidgetId: body.WidgetId,
    ...whole,
    Role: { RoleId: 8, RoleName: 'Logistics' },
  })
})

test('FND-149 MDA-032 MDA-034 widgets are narrowed by role, entity type, target, by the roles of a sales manager, and by the referral status of their query', async () => {
  for (const [name, value] of [
    ['RoleId', 5],
    ['EntityTypeId', 13],
    ['Target', 'T2'],
  ] as const)
    for (const row of await narrowed(admin, 1021, { [name]: value })) expect([name, row[name]]).toEqual([name, value])
  const { Id } = await readRow<{ Id: number }>(app, 'users', { UserName: 'salesmanager' }, 'user_id as id')
  for (const row of await narrowed(admin, 1021, { SalesManagerId: Id })) expect(row.RoleId).toBe(9)
  const asking = async (ReferralStatus: number): Promise<number> => {
    const of = { ...whole, Target: 'T4', StatementId: 2111, QueryParameters: JSON.stringify({ ReferralStatus }) }
    const answer = await admin.post('/api/widgets/', of)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return answer.body.WidgetId
  }
  const [open, pending] = [await asking(110), await asking(111)]
  const found = async (ReferralStatus: number) =>
    (await narrowed(admin, 1021, { ReferralStatus })).map((row) => row.WidgetId)
  expect([await found(110), await found(111)]).toEqual([[open], [pending]])
  const inStatus = async (ReferralStatus: number) =>
    (await admin.get(`/api/getdata/2111?ReferralStatus=${ReferralStatus}`)).body.map((row) => row.ReferralId)
  const patient = await aPatient(admin)
  await booked(admin, { PatientId: patient, ReferrerId: 141, products: [3001] })
  const referral = (await listed(admin, 1028, { ReferrerId: 141 })).rows[0]?.ReferralId
  expect(await inStatus(110)).toContain(referral)
  expect(await inStatus(111)).not.toContain(referral)
})

test('an unknown query, one with parameters it does not take or lacks, and a text that is no JSON are refused at their field', async () => {
  const refused = async (more: Json) => {
    const answer = await admin.post('/api/widgets/', { ...whole, ...more })
    return [answer.status, answer.body.errors]
  }
  expect(await refused({ StatementId: 1001 })).toEqual([400, { StatementId: ['Query is not one of its choices'] }])
  expect(await refused({ QueryParameters: 'Days=3' })).toEqual([
    400,
    { QueryParameters: ['Query Parameters must be a JSON object, as {"Days": 14}'] },
  ])
  expect(await refused({ QueryParameters: '{"StatusId":92,"Weeks":3}' })).toEqual([
    400,
    { QueryParameters: ['The query has no parameter "Weeks"'] },
  ])
  expect(await refused({ QueryParameters: '{"Days":3}' })).toEqual([
    400,
    { 'QueryParameters.StatusId': ['Status is required'] },
  ])
  for (const [Days, status] of [
    [0, 400],
    [1, 201],
    [365, 201],
    [366, 400],
  ])
    expect([Days, (await refused({ QueryParameters: JSON.stringify({ StatusId: 92, Days }) }))[0]]).toEqual([
      Days,
      status,
    ])
})

test('MDA-138 MDA-319 MDA-324 the queries are answered with their parameters, the same under both addresses', async () => {
  const { status, body } = await admin.get('/api/querystatements')
  expect(status).toBe(200)
  expect((await admin.get('/api/getdata/700')).body).toEqual(body)
  for (const one of body) {
    expect(Object.keys(one)).toEqual(['StatementId', 'Name', 'Parameters'])
    for (const parameter of one.Parameters) {
      expect(Object.keys(parameter)).toEqual(['Name', 'Label', 'Type', 'ListId', 'Required', 'Hint'])
      expect(['C', 'N', 'L']).toContain(parameter.Type)
    }
  }
  expect(body.find((one) => one.StatementId === 2110)?.Parameters).toMatchObject([
    { Name: 'StatusId', Label: 'Status', Type: 'L', ListId: 123, Required: true },
    { Name: 'Days', Label: 'Days', Type: 'N', ListId: null, Required: false },
    { Name: 'Patient', Label: 'Patient', Type: 'C', ListId: null, Required: false },
  ])
})

test('only queries of lists that the role may read are offered and accepted', async () => {
  const offered = async (person: typeof admin) =>
    new Set((await person.get('/api/getdata/700')).body.map((one) => one.StatementId))
  const own = await offered(front)
  expect([(await offered(admin)).has(2105), own.has(2105), own.has(2108)]).toEqual([true, false, true])
  const answer = await front.post('/api/userwidgets/', { Target: 'T3', Label: 'Critical', StatementId: 2105 })
  expect([answer.status, answer.body.errors]).toEqual([400, { StatementId: ['Query is not one of its choices'] }])
})
