// Views of a list: the user's own, those of the role, and no others.
import { expect, test } from 'vitest'
import { networkForTests } from '../testing/network.ts'
import { addStrangers } from '../testing/strangers.ts'
import { signedIn, type Json, type Person } from '../testing/signed-in.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
const View = { filter: { SaleStatus: 92 }, sort: '-NetAmount', columns: ['SaleId', 'Patient'] }
const save = (person: Person, more: Json = {}) =>
  person.post('/api/listviews/', { ModuleId: 'sales', Name: 'Booked', View, ...more })
const names = async (person: Person, module = 'sales'): Promise<string[]> =>
  (await person.get(`/api/listviews/${module}`)).body.map((view) => String(view.Name))

test('a view is saved under a name and read again; the same name replaces it; only its owner deletes it', async () => {
  const { status, body } = await save(desk)
  expect([status, body.message]).toEqual([201, 'View saved'])
  expect((await desk.get('/api/listviews/sales')).body).toEqual([
    { ListViewId: body.ListViewId, Name: 'Booked', RoleId: null, View },
  ])
  const again = await save(desk, { Name: ' booked ', View: { filter: {} } })
  expect((await desk.get('/api/listviews/sales')).body).toEqual([
    { ListViewId: again.body.ListViewId, Name: 'booked', RoleId: null, View: { filter: {} } },
  ])
  expect(await names(manager)).toEqual([])
  expect(await names(desk, 'patients')).toEqual([])
  const key = String(again.body.ListViewId)
  expect((await manager.call('DELETE', `/api/listviews/${key}`)).status).toBe(404)
  expect((await desk.call('DELETE', `/api/listviews/${key}`)).status).toBe(200)
  expect(await names(desk)).toEqual([])
})

test('a manager saves views for a role: its users see them, and cannot delete them', async () => {
  const { body } = await save(manager, { Name: 'For the desk', RoleId: 5 })
  expect(await names(desk)).toEqual(['For the desk'])
  expect(await names(await signedIn(app, 'frontdesk', 5, 12))).toEqual(['For the desk'])
  expect(await names(manager)).toEqual([])
  const key = String(body.ListViewId)
  expect((await desk.call('DELETE', `/api/listviews/${key}`)).status).toBe(404)
  const own = await save(desk, { RoleId: 5 })
  expect([own.status, own.body.message]).toEqual([403, 'Only a manager can save views for a role'])
  expect((await manager.call('DELETE', `/api/listviews/${key}`)).status).toBe(200)
  expect((await save(manager, { RoleId: 99 })).status).toBe(422)
})

test('a view that is invalid, too large, nameless, of a hidden list or one too many is refused', async () => {
  expect((await save(desk, { Name: '  ' })).body.errors).toEqual({ Name: ['Name is required'] })
  for (const wrong of ['text', 7, [1]]) expect((await save(desk, { View: wrong })).status).toBe(400)
  expect((await save(desk, { View: { columns: Array(90).fill('x'.repeat(190)) } })).body.errors).toEqual({
    View: ['A view can have 16 KB at most'],
  })
  expect((await save(desk, { ModuleId: 'invoices' })).status).toBe(201)
  expect((await save(desk, { ModuleId: 'settings' })).status).toBe(403)
  expect((await desk.get('/api/listviews/settings')).status).toBe(403)
  for (let i = 0; i < 30; i += 1)
    expect((await save(desk, { Name: `View ${i}`, ModuleId: 'patients' })).status).toBe(201)
  expect((await save(desk, { Name: 'One more', ModuleId: 'patients' })).body.message).toBe(
    'You already have 30 views of this list. Delete one first',
  )
  expect((await save(desk, { Name: 'View 7', ModuleId: 'patients' })).status).toBe(201)
})

test('a view can have only the settings of a list', async () => {
  for (const wrong of [
    { a: 1 },
    { sort: { a: 1 }, columns: null },
    { columns: ['SaleId', 7] },
    { filter: { SaleStatus: { or: 1 } } },
    { page: 0 },
    { constructor: 'x' },
  ])
    expect((await save(desk, { Name: 'Wrong', View: wrong })).status).toBe(400)
  const whole = {
    filter: { SaleStatus: 92, PatientName: null, Sellers: [2, 12] },
    names: { Sellers: ['Central', 'Hadapsar'] },
    sort: '-NetAmount',
    page: 2,
    columns: ['SaleId'],
  }
  expect((await save(desk, { Name: 'Whole', View: whole })).status).toBe(201)
})

test('views for a role belong to a legal entity: another one cannot see, delete or replace them', async () => {
  const { EntityR } = await addStrangers(app)
  const theirs = await signedIn(app, 'rival', 1, EntityR)
  const { body } = await save(manager, { Name: 'Ours', RoleId: 2 })
  expect((await save(theirs, { Name: 'Ours', RoleId: 2, View: {} })).status).toBe(201)
  expect(await names(manager)).toEqual(['Ours'])
  expect((await manager.get('/api/listviews/sales')).body[0]).toMatchObject({ View })
  expect((await theirs.call('DELETE', `/api/listviews/${String(body.ListViewId)}`)).status).toBe(404)
  expect(await names(manager)).toEqual(['Ours'])
})
