// Edit locks of a tab, with a lease.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { listed } from '../testing/listed.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'
import { readRow } from '../testing/rows.ts'

const { app, desk, manager, labAdmin: admin } = networkForTests('desk', 'manager', 'labAdmin')
let one: { ModuleId: string; FormId: number }
let two: { ModuleId: string; FormId: number }
beforeAll(async () => {
  const PatientId = await aPatient(desk)
  one = { ModuleId: 'sales', FormId: (await booked(desk, { PatientId })).SaleId }
  two = { ModuleId: 'sales', FormId: (await booked(desk, { PatientId })).SaleId }
})
beforeEach(() => app.db.transaction((tx) => tx.run(sql`delete from locks`)))
const lock = (person: Person, target = one, tab = 'a', more = {}) =>
  person.post('/api/locks/', { ...target, ...more }, { 'x-tab': tab })
const save = (person: Person, tab = 'a', target = one) =>
  person.put(`/api/sales/${target.FormId}`, { Remarks: `by ${tab}` }, { 'x-tab': tab })

test('FND-223 FND-243 FND-393 FND-245 a lock is acquired; the other user gets the editor and since when', async () => {
  expect((await lock(desk)).status).toBe(200)
  const refused = await lock(manager)
  expect(refused.status).toBe(423)
  expect(refused.body.message).toMatch(/^This record is being edited by Kavita Joshi since .*\d{4}/)
})

test('a save while another holds the lock is refused, also from another tab of the same session', async () => {
  await lock(desk, one, 'a')
  expect((await save(manager, 'm')).status).toBe(423)
  expect((await lock(desk, one, 'b')).status).toBe(423)
  expect((await save(desk, 'b')).status).toBe(423)
  expect((await save(desk, 'a')).status).toBe(200)
})

test('a lock with an expired lease does not block others', async () => {
  await lock(manager, one, 'm')
  expect((await save(desk)).status).toBe(423)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update locks
      set
        leased_until = now() - interval '1 second'
    `),
  )
  expect((await save(desk)).status).toBe(200)
})

test('another session of the same person is another editor, in the same tab and without one too', async () => {
  await lock(desk, one, 'a')
  const elsewhere = await signedIn(app, 'labdesk', 5, 2)
  for (const tab of ['a', 'b']) expect([tab, (await save(elsewhere, tab)).status]).toEqual([tab, 423])
  expect((await elsewhere.put(`/api/sales/${one.FormId}`, { Remarks: 'no tab' })).status).toBe(423)
  expect((await save(desk, 'a')).status).toBe(200)
})

test('an action is refused while another holds the lock', async () => {
  await lock(manager, one)
  expect((await desk.put('/api/accession/sales', { formId: one.FormId })).status).toBe(423)
})

test('a save without a lock is taken', async () => {
  expect((await save(manager, 'm')).status).toBe(200)
})

test('the lease is two minutes, renewed by its holder, and free for others when expired', async () => {
  await lock(desk)
  const left = async () =>
    (
      await readRow<{ S: number }>(
        app,
        'locks',
        { FormId: one.FormId },
        'extract(epoch from leased_until - now())::float8 as s',
      )
    ).S
  expect(await left()).toBeGreaterThan(110)
  expect(await left()).toBeLessThanOrEqual(120)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update locks
      set
        leased_until = now() + interval '5 seconds'
    `),
  )
  await lock(desk)
  expect(await left()).toBeGreaterThan(110)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update locks
      set
        leased_until = now() - interval '1 second'
    `),
  )
  expect((await lock(manager, one, 'm')).status).toBe(200)
  expect((await save(desk)).status).toBe(423)
})

test('FND-247 FND-261 FND-394 one lock is released; the other of the session is not', async () => {
  await lock(desk, one)
  await lock(desk, two)
  expect((await desk.call('DELETE', '/api/locks/', one)).status).toBe(200)
  expect((await lock(manager, one)).status).toBe(200)
  expect((await lock(manager, two)).status).toBe(423)
})

test('FND-346 all locks of the session are released without a payload; those of others are not', async () => {
  const patient = { ModuleId: 'clients', FormId: await aPatient(desk) }
  for (const target of [one, patient]) expect((await lock(desk, target)).status).toBe(200)
  await lock(manager, two)
  expect((await desk.call('DELETE', '/api/locks/')).status).toBe(200)
  expect(
    await app.db.read.rows(sql`
      select
        form_id as id
      from
        locks
    `),
  ).toEqual([{ Id: two.FormId }])
})

test("releasing does not touch another's lock", async () => {
  await lock(desk, one)
  await manager.call('DELETE', '/api/locks/', one)
  expect((await lock(manager, one)).status).toBe(423)
})

test('FND-262 a failed save does not release the lock', async () => {
  await lock(desk, one)
  expect((await desk.put(`/api/sales/${one.FormId}`, { LRN: 'abc' }, { 'x-tab': 'a' })).status).toBe(400)
  expect((await lock(manager, one)).status).toBe(423)
})

test('an administrator may break a lock, others may not, and it is in the history', async () => {
  await lock(desk, one)
  expect((await lock(manager, one, 'm', { Break: true })).status).toBe(403)
  expect((await lock(admin, one, 'x', { Break: true })).status).toBe(200)
  expect((await save(desk)).status).toBe(423)
  const history = await admin.get<{ Action: string; User: { UserName: string } }[]>(
    `/api/actions?ModuleId=sales&FormId=${one.FormId}`,
  )
  expect(history.body[0]).toMatchObject({ Action: 'lock broken', User: { UserName: 'admin' } })
})

test('twenty tabs ask for one lock at once: exactly one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => lock(desk, one, `tab ${i}`)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 423)).toHaveLength(19)
})

test('a user who opens thirty records at once can edit twenty of them at most', async () => {
  const { rows } = await listed(desk, 1001)
  const mine = await Promise.all(Array.from({ length: 30 }, () => booked(desk, { PatientId: rows[0]?.PatientId })))
  const answers = await Promise.all(mine.map((sale) => lock(desk, { ModuleId: 'sales', FormId: sale.SaleId })))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
})

test('a lock on an unknown module or record is 404', async () => {
  expect((await desk.post('/api/locks/', { ModuleId: 'nothing', FormId: 1 })).status).toBe(404)
  expect((await desk.post('/api/locks/', { ModuleId: 'sales', FormId: 9_999_999 })).status).toBe(404)
})

test('the user’s own other window is named as such, and its lock can be taken over; another user’s cannot', async () => {
  await lock(desk, one, 'a')
  const again = await signedIn(app, 'labdesk', 5, 2)
  for (const person of [desk, again]) {
    const refused = await lock(person, one, 'b')
    expect(refused.status).toBe(423)
    expect(refused.body.message).toMatch(/^This record is being edited by you in another window since /)
    expect(refused.body.code).toBe('edited-elsewhere')
  }
  expect((await lock(manager, one, 'm', { TakeOver: true })).status).toBe(423)
  expect((await lock(again, one, 'b', { TakeOver: true })).status).toBe(200)
  // the earlier window can no longer save or release that lock
  expect((await save(desk, 'a')).status).toBe(423)
  await desk.call('DELETE', '/api/locks/', one)
  expect((await save(again, 'b')).status).toBe(200)
})

test("a window that releases its lock does not release that of the session's other window", async () => {
  await lock(desk, one, 'a')
  await lock(desk, one, 'b', { TakeOver: true })
  await desk.call('DELETE', '/api/locks/', one, { 'x-tab': 'a' })
  expect((await lock(manager, one, 'm')).status).toBe(423)
})
