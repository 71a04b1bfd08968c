// A user's own widgets: private, one at a place, instead of the standard one there.
import { expect, test } from 'vitest'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'

const { desk, front, manager } = networkForTests('desk', 'front', 'manager')
const at = async (person: typeof desk, Target: string) =>
  (await person.get('/api/getdata/600')).body.find((one) => one.Target === Target)
const booked = {
  Target: 'T1',
  Label: 'Booked, not drawn',
  StatementId: 2110,
  QueryParameters: '{"StatusId":92}',
}

test('MDA-139 MDA-341 a user widget has its id, target, label, statement and its parameters as JSON text, and replaces the standard one for that user alone', async () => {
  const standard = await at(desk, 'T1')
  const { status, body } = await desk.post('/api/userwidgets/', booked)
  expect(status).toBe(201)
  const id = body.UserWidgetId
  const read = (await desk.get(`/api/userwidgets/${id}`)).body
  expect(read).toMatchObject({ UserWidgetId: id, ...booked })
  expect(JSON.parse(read.QueryParameters)).toEqual({ StatusId: 92 })
  expect(await at(desk, 'T1')).toMatchObject({ Source: 'U', WidgetId: id, Label: 'Booked, not drawn' })
  expect(await at(front, 'T1')).toMatchObject({ Source: null, StatementId: standard.StatementId })
  // it is not another user's, in any role
  for (const person of [front, manager]) {
    expect((await person.get(`/api/userwidgets/${id}`)).status).toBe(404)
    expect((await person.put(`/api/userwidgets/${id}`, { Label: 'Theirs' })).status).toBe(404)
    expect((await listed(person, 1024)).rows).toEqual([])
  }
})

test('one widget is at a place, which is chosen once', async () => {
  const again = await desk.post('/api/userwidgets/', { ...booked, Label: 'Another' })
  expect([again.status, again.body.message]).toEqual([409, 'You have a widget at T1 already'])
  const [own] = (await listed(desk, 1024)).rows
  const id = own?.UserWidgetId
  expect((await desk.put(`/api/userwidgets/${id}`, { Target: 'T2' })).status).toBe(403)
  expect((await desk.put(`/api/userwidgets/${id}`, { Target: 'T1', Label: 'Booked' })).status).toBe(200)
})

test('user widgets are narrowed by a part of their label', async () => {
  await desk.post('/api/userwidgets/', { Target: 'B1', Label: 'Sold today', StatementId: 2001 })
  expect((await narrowed(desk, 1024, { Label: 'SOLD' })).map((row) => row.Label)).toEqual(['Sold today'])
})

test('an own widget starts from the standard one of the role and entity, and no other', async () => {
  const standard = await at(front, 'T2')
  const begun = await front.get(`/api/getdata/601?WidgetId=${standard.WidgetId}`)
  expect(begun.body).toEqual([
    {
      Target: 'T2',
      Label: standard.Label,
      StatementId: standard.StatementId,
      QueryParameters: standard.QueryParameters,
      UserWidgetId: null,
    },
  ])
  // the manager's
  const other = await at(manager, 'T2')
  expect((await front.get(`/api/getdata/601?WidgetId=${other.WidgetId}`)).body).toEqual([])
})
