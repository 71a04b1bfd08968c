// The access log: refusals, sign-ins and failed sign-ins, without values.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, signedIn } from '../testing/signed-in.ts'

const { app } = networkForTests()

type Opened = {
  UserId: number
  EntityId: number | null
  ModuleId: string
  FormId: number | null
  What: string
  Address: string
  RequestId: string
}
/** The entries that an act adds to the log, oldest first. */
const logged = async (act: () => Promise<unknown>) => {
  const { Before } = await app.db.read.one<{ Before: number }>(sql`
    select
      count(*)::int as before
    from
      access_log
  `)
  await act()
  return app.db.read.rows<Opened>(sql`
    select
      user_id,
      entity_id,
      module_id,
      form_id,
      what,
      address,
      request_id
    from
      access_log
    order by
      at
    offset
      ${Before}
  `)
}

test('a refusal by permit, scope or rule is in the log with its record', async () => {
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const rows = await logged(async () => {
    const answers = [
      await doctor.get('/api/sales/999999'),
      await doctor.get('/api/clients/12'),
      await doctor.get('/api/actions?ModuleId=sales&FormId=77'),
      await doctor.post('/api/entityrole', { RoleId: 1, EntityId: 1 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 404, 422])
  })
  expect(rows).toMatchObject([
    { UserId: doctor.userId, EntityId: 101, ModuleId: 'sales', FormId: 999999, What: 'refused 404' },
    { ModuleId: 'clients', FormId: 12, What: 'refused 403' },
    { ModuleId: 'actions', FormId: 77, What: 'refused 404' },
    { ModuleId: 'entityrole', FormId: null, What: 'refused 422' },
  ])
  for (const row of rows) expect(row.RequestId).toMatch(/^[\da-f-]{36}$/)
})

test('a sign-in is in the log, right or wrong, with its address; an unknown name is not logged', async () => {
  const rows = await logged(async () => {
    await ask(app, 'POST', '/api/login', { username: 'labdesk', password: demoPassword })
    await ask(app, 'POST', '/api/login', { username: 'labdesk', password: 'not this one' })
    await ask(app, 'POST', '/api/login', { username: 'ramesh-kumar', password: 'not this one' })
  })
  expect(rows.map((row) => [row.What, typeof row.UserId, row.Address])).toEqual([
    ['sign-in', 'number', '127.0.0.1'],
    ['sign-in failed', 'number', '127.0.0.1'],
    ['sign-in failed', 'object', '127.0.0.1'],
  ])
  expect(JSON.stringify(rows)).not.toContain('ramesh')
})

test('a refusal with an invalid key is logged too', async () => {
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const rows = await logged(async () => {
    expect((await doctor.put('/api/cancel/sales', { formId: { toString: 1 } })).status).toBe(403)
    expect((await doctor.put('/api/clients/12', { FormId: { valueOf: null }, formId: [{}] })).status).toBe(403)
  })
  expect(rows).toMatchObject([
    { ModuleId: 'sales', FormId: null, What: 'refused 403' },
    { ModuleId: 'clients', FormId: 12, What: 'refused 403' },
  ])
})

test('an answered request leaves no refusal in the log', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  expect(await logged(() => desk.get('/api/getdata/1001'))).toEqual([])
})
