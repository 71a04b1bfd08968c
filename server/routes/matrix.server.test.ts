// Every declared route, called by every role: without the permit it is refused before any other check.
import { beforeAll, expect, test } from 'vitest'
import { signIns } from '../../demo/sign-ins.ts'
import { networkForTests } from '../testing/network.ts'
import { operationsOf, type Operation } from '../testing/operations.ts'
import { ask, signedIn, type Person } from '../testing/signed-in.ts'

const { app } = networkForTests()
let operations: Operation[]
beforeAll(async () => {
  operations = (await operationsOf(app)).map((one) => ({ ...one, path: one.path.replace(/\{\w+\}/g, '1') }))
})

const send = (operation: Operation, person?: Person) => {
  const body = operation.method === 'GET' ? undefined : {}
  return person ? person.call(operation.method, operation.path, body) : ask(app, operation.method, operation.path, body)
}
const permits = async (person: Person): Promise<Set<string>> =>
  new Set(
    (await person.get('/api/currentUser')).body.Permissions.map(
      (entry) => `${String(entry.Permit)} on ${String(entry.ModuleId)}`,
    ),
  )

test('FND-410 every route declares a summary, its callers and the limit of its rows', () => {
  expect(operations.length).toBeGreaterThan(80)
  expect(operations.filter(({ access, summary }) => access === '' || !/^[A-Z].{3}/.test(summary))).toEqual([])
  const open = operations.filter(({ access }) => access === 'public').map(({ path }) => path)
  expect(open.sort()).toEqual([
    '/api/docs',
    '/api/login',
    '/api/logout',
    '/api/openapi.json',
    '/api/setup',
    '/api/setup',
    '/login',
    '/verify',
    '/verify/1/1/1',
  ])
})

test('a record that is never entered by hand has no route to create one', () => {
  const adds = operations.filter(({ method, path }) => method === 'POST' && /^\/api\/\w+\/$/.test(path))
  const added = adds.map(({ path }) => path)
  expect(added).toContain('/api/sales/')
  for (const module of ['referrals', 'worksheets', 'samples', 'shipmentreceipt', 'testresults', 'testreports'])
    expect(added).not.toContain(`/api/${module}/`)
})

test('without a session every other route answers 401', async () => {
  for (const operation of operations.filter(({ access }) => access !== 'public'))
    expect([operation, (await send(operation)).status]).toEqual([operation, 401])
})

test('before a role is chosen only the own account is accessible', async () => {
  const person = await signedIn(app, 'labdesk')
  for (const operation of operations.filter(({ access }) => !['public', 'begun', 'signed in'].includes(access)))
    expect([operation, (await send(operation, person)).status]).toEqual([operation, 403])
})

test.each(signIns.flatMap(([name, , roles, entities]) => roles.map((role) => [name, role, entities[0] ?? 0] as const)))(
  '%s in role %i is refused every route without its permit, and no route fails',
  { timeout: 120_000 },
  async (name, role, entity) => {
    const person = await signedIn(app, name, role, entity)
    const held = await permits(person)
    let asked = 0
    for (const operation of operations.filter(({ access }) => access.includes(' on '))) {
      if ((asked += 1) % 90 === 0) await person.choose(role, entity)
      const { status } = await send(operation, person)
      if (held.has(operation.access)) expect([operation, status < 500]).toEqual([operation, true])
      else expect([operation, status]).toEqual([operation, 403])
    }
    expect(asked).toBeGreaterThan(50)
  },
)
