// The access log: refusals, sign-ins and failed sign-ins, without values.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, signedIn } from '../testing/signed-in.ts'

const { app } = networkForTests()

type Opened = {
  user_id: number
  entity_id: number | null
  module_id: string
  form_id: number | null
  what: string
  address: string
  request_id: string
}
/** The entries that an act adds to the log, oldest first. */
const logged = async (act: () => Promise<unknown>) => {
  const { before } = await app.db.read.one<{ before: number }>(sql`
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
      ${before}
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
    { user_id: doctor.userId, entity_id: 101, module_id: 'sales', form_id: 999999, what: 'refused 404' },
    { module_id: 'clients', form_id: 12, what: 'refused 403' },
    { module_id: 'actions', form_id: 77, what: 'refused 404' },
    { module_id: 'entityrole', form_id: null, what: 'refused 422' },
  ])
  for (const row of rows) expect(row.request_id).toMatch(/^[\da-f-]{36}$/)
})

test('a sign-in is in the log, right or wrong, with its address; an unknown name is not logged', async () => {
  const rows = await logged(async () => {
    await ask(app, 'POST', '/api/login', { username: 'labdesk', password: demoPassword })
    await ask(app, 'POST', '/api/login', { username: 'labdesk', password: 'not this one' })
    await ask(app, 'POST', '/api/login', { username: 'ramesh-kumar', password: 'not this one' })
  })
  expect(rows.map((row) => [row.what, typeof row.user_id, row.address])).toEqual([
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
    { module_id: 'sales', form_id: null, what: 'refused 403' },
    { module_id: 'clients', form_id: 12, what: 'refused 403' },
  ])
})

test('an answered request leaves no refusal in the log', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  expect(await logged(() => desk.get('/api/getdata/1001'))).toEqual([])
})
