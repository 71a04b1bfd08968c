// Every route: what it takes and what it answers is JSON, and its address is under /api. What is neither is named here.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { bumpVersion } from '../session/session.ts'
import { networkForTests } from '../testing/network.ts'
import { operationsOf, type Operation } from '../testing/operations.ts'
import { ask, headersOf, type Person } from '../testing/signed-in.ts'

const { app, admin, front } = networkForTests('admin', 'front')
let operations: Operation[]
beforeAll(async () => {
  operations = await operationsOf(app)
  // the administrator may call every route
  await app.db.transaction(async (tx) => {
    for (const [permit, module] of operations.map(({ access }) => access.split(' on ')))
      if (module !== undefined)
        await tx.run(sql`
          insert into
            permissions (role_id, module_id, permit)
          values
            (1, ${module}, ${permit})
          on conflict do nothing
        `)
    await bumpVersion(tx, 'permissions')
  })
})

const inApi = (): Operation[] => operations.filter(({ path }) => path.startsWith('/api/'))
const changes = (): Operation[] => operations.filter(({ method }) => method !== 'GET')
const at = ({ path }: Operation): string =>
  path.replace(/\{\w+\}/g, '1').replace(/files$/, 'files?Kind=other&Name=x.pdf')
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
/** These end or change the session, and this one never ends. */
const last = /^\/api\/(logout|entityrole|events)$/
const typeOf = ({ headers }: { headers: Headers }): string =>
  (headers.get('content-type') ?? 'none').split(';')[0] ?? ''
const json = 'application/json'

/** Each in turn; a session may send a hundred requests at once. */
const inTurn = async (
  all: readonly Operation[],
  [person, role, entity]: readonly [Person, number, number],
  act: (operation: Operation) => Promise<void>,
): Promise<void> => {
  for (const [index, operation] of all.filter(({ path }) => !last.test(path)).entries()) {
    if (index % 80 === 0) await person.choose(role, entity)
    await act(operation)
  }
}

test('MDA-305 every route is under /api, but the page that verifies a report and the short address of the sign-in', () => {
  const others = operations.filter(({ path }) => !path.startsWith('/api/')).map(nameOf)
  expect(others.sort()).toEqual(['GET /verify', 'GET /verify/{reportNo}/{version}/{hash}', 'POST /login'])
})

test('MDA-304 every answer of every route is JSON, to who may call it, to who may not and to a stranger', async () => {
  const others = new Set<string>()
  for (const who of [
    [admin, 1, 1],
    [front, 5, 12],
  ] as const)
    await inTurn(inApi(), who, async (operation) => {
      const answer = await who[0].call(operation.method, at(operation), operation.method === 'GET' ? undefined : {})
      if (typeOf(answer) !== json) others.add(`${nameOf(operation)} ${answer.status} ${typeOf(answer)}`)
    })
  for (const operation of inApi()) {
    const answer = await ask(app, operation.method, at(operation), operation.method === 'GET' ? undefined : {})
    if (typeOf(answer) !== json) others.add(`${nameOf(operation)} ${answer.status} ${typeOf(answer)}`)
  }
  // a page for people, and the heads of a file to fill in
  const files = inApi().filter(({ method, path }) => method === 'GET' && path.startsWith('/api/importrecords/'))
  expect([...others].sort()).toEqual([
    'GET /api/docs 200 text/html',
    ...files.map((operation) => `${nameOf(operation)} 200 text/csv`).sort(),
  ])
}, 120_000)

test('MDA-304 every body of every route is JSON: no other text is taken, a csv or a file only where it is imported or kept', async () => {
  const taken: Record<string, string[]> = { 'text/plain': [], 'text/csv': [], 'application/octet-stream': [] }
  for (const [type, routes] of Object.entries(taken))
    await inTurn(changes(), [admin, 1, 1], async (operation) => {
      const { statusCode, headers } = await app.http.inject({
        method: operation.method,
        url: at(operation),
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
        payload: 'x',
      })
      expect([nameOf(operation), statusCode, headersOf(headers).get('content-type')]).toEqual([
        nameOf(operation),
        expect.not.toBeOneOf([403, 429]),
        expect.stringMatching(/^application\/json/),
      ])
      if (statusCode !== 415) routes.push(nameOf(operation))
    })
  const taking = (type: string) =>
    changes()
      .filter(({ takes }) => takes.includes(type))
      .map(nameOf)
  expect(taken).toEqual({
    'text/plain': [],
    'text/csv': taking('text/csv'),
    'application/octet-stream': taking('application/octet-stream'),
  })
  expect(taking('text/csv').filter((name) => !/^POST \/api\/import(records)?\/\w+$/.test(name))).toEqual([])
  expect(taking('application/octet-stream').filter((name) => !/^POST \/api\/\w+\/\{key\}\/files$/.test(name))).toEqual(
    [],
  )
}, 120_000)
