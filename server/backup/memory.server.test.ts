// The memory of a backup does not grow with the network: rows wait in the database until the file has them, and what
// does not hold is read by its name, not record by record.
import { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { copyOut } from './format/copy.ts'
import { invariantsBroken } from './invariants.ts'

let database: TestDatabase
let client: pg.Client
let watcher: pg.Client
const socket = new Socket()
beforeAll(async () => {
  database = await testDatabase({ template: 'empty' })
  client = new pg.Client({ connectionString: database.ownerUrl, stream: () => socket })
  watcher = new pg.Client({ connectionString: database.ownerUrl })
  await Promise.all([client.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([client.end(), watcher.end()])
  await database.drop()
})

/** What the database does for a process: its state, and what it waits for. */
const doing = async (pid: number): Promise<string> => {
  const { rows } = await watcher.query<{ doing: string }>(
    `select state || coalesce(' ' || wait_event, '') as doing from pg_stat_activity where pid = $1`,
    [pid],
  )
  return rows[0]?.doing ?? 'gone'
}
/** Looks at a process until it waits for its reader, and no byte comes for many looks; or until it has sent all. */
const held = async (pid: number): Promise<string> => {
  for (let looks = 0; ;) {
    const before = socket.bytesRead
    const state = await doing(pid)
    if (!state.startsWith('active')) return state
    looks = state === 'active ClientWrite' && socket.bytesRead === before ? looks + 1 : 0
    if (looks === 50) return state
  }
}

test('a table of any size waits in the database, and a few blocks of it in the process', async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const before = socket.bytesRead
  const blocks = copyOut(client, `copy (select repeat('x', 999) from generate_series(1, 64000)) to stdout`)
  await blocks.next()
  // a writer has taken one block, and does not come for the next
  expect(await held(rows[0]?.pid ?? 0)).toBe('active ClientWrite')
  expect(socket.bytesRead - before).toBeLessThan(8_000_000)
  let [bytes, next] = [0, await blocks.next()]
  for (; !next.done; next = await blocks.next()) bytes += next.value.length
  expect(next.value).toBe(64_000)
  // with the block that was taken first
  expect(bytes).toBeGreaterThan(62_000_000)
})

test('a fact that fails in many records is answered once', async () => {
  const columns = Array.from({ length: 1500 }, (_, n) => `amount_${n} real`)
  await client.query('begin')
  await client.query(`create table loose (${columns.join(', ')})`)
  const before = socket.bytesRead
  expect(await invariantsBroken(client)).toEqual(['no money is stored in floating point'])
  // its name alone comes 1,500 times to more than 50,000
  expect(socket.bytesRead - before).toBeLessThan(50_000)
  await client.query('rollback')
})
