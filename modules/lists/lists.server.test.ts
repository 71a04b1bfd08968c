// Lists: what is listed and read, and the choices that other screens take from them.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'

const { app, admin, front: desk } = networkForTests('admin', 'front')

const items = async (listId: number) => (await desk.get(`/api/listitems?ListId=${listId}`)).body
const types = {
  9: 'Legal entity',
  10: 'Internal lab',
  11: 'Doctor',
  12: 'Patient',
  13: 'Collection centre',
  14: 'Referrer',
  16: 'Institution (hospital, clinic, corporate)',
  19: 'Courier',
  20: 'External lab',
}

test.each([
  [4, 'Gender'],
  [101, 'Client type / entity type'],
  [102, 'Payment type'],
  [103, 'Payment mode'],
  [105, 'Result type'],
  [107, 'Bill cycle'],
  [108, 'Temperature'],
  [109, 'Visit tags'],
  [111, 'Product groups'],
  [121, 'Work-item status'],
  [122, 'Work-item status reason'],
  [123, 'Sale status'],
  [125, 'Referral status'],
  [126, 'Sample status'],
  [127, 'Shipment status'],
])('FND-228 FND-380 MDA-145 MDA-146 MDA-306: list %i is %s and answers its own items only', async (id, name) => {
  const list = await admin.get(`/api/lists/${id}`)
  expect(list.body.ListName).toBe(name)
  const found = await items(id)
  expect(found.length).toBeGreaterThan(0)
  expect(found).toEqual(list.body.ListItems)
})

test('MDA-306 the list of every parameter that chooses from one is answered', async () => {
  const queries = (await admin.get('/api/querystatements')).body
  const lists = queries.flatMap((one) => one.Parameters.filter(({ Type }) => Type === 'L').map(({ ListId }) => ListId))
  expect(lists).toContain(123)
  for (const list of lists) expect([list, (await items(list)).length > 1]).toEqual([list, true])
})

test('FND-226 FND-227 FND-383 MDA-123 MDA-124 MDA-125 MDA-316: nine client types with the labels of list 101', async () => {
  const { body } = await desk.get('/api/clienttypes')
  expect(Object.fromEntries(body.map((row) => [row.ClientTypeId, row.Name]))).toEqual(types)
  expect(Object.fromEntries((await items(101)).map((row) => [row.ListItemId, row.ItemLabel]))).toEqual(types)
})

test('FND-003: the eight kinds of clients exist as types; the network holds one of each but a patient, who comes with the work', async () => {
  const kinds = await app.db.read.rows<{ Type: number }>(sql`
    select distinct
      client_type_id as type
    from
      clients
    order by
      1
  `)
  expect(kinds.map((row) => row.Type)).toEqual(expect.arrayContaining([9, 10, 11, 13, 14, 19, 20]))
  expect((await desk.get('/api/clienttypes')).body.map((row) => row.ClientTypeId)).toEqual(
    expect.arrayContaining([9, 10, 11, 12, 13, 14, 19, 20]),
  )
})

test('MDA-320 MDA-321: buyer types are lab, patient, centre and institution', async () => {
  expect((await desk.get('/api/buyertypes')).body).toEqual(
    ([10, 12, 13, 16] as const).map((id) => ({ ClientTypeId: id, Name: types[id] })),
  )
})

test('MDA-136 MDA-318: a list is read with its items', async () => {
  const { status, body } = await admin.get('/api/lists/4')
  expect(status).toBe(200)
  expect(body).toMatchObject({ ListId: 4, ListName: 'Gender', Restricted: true, RowVersion: 1 })
  expect(body.ListItems[0]).toEqual({ ListItemId: 1, ItemName: 'M', ItemLabel: 'Male', ItemValue: '1' })
})

test('MDA-033 the list of lists is narrowed by a part of the name', async () => {
  const rows = await narrowed(admin, 1017, { Name: 'PAYMENT' })
  expect(rows.map((row) => row.ListName)).toEqual(['Payment type', 'Payment mode'])
  expect(Object.keys(rows[0] ?? {})).toEqual(['ListId', 'ListName', 'Restricted', 'Items'])
})

test('an unknown list is not found, and a role without the permit is refused', async () => {
  expect((await admin.get('/api/lists/9999')).status).toBe(404)
  expect((await desk.get('/api/lists/4')).status).toBe(403)
  await expect(listed(desk, 1017)).rejects.toThrow('permission')
})
