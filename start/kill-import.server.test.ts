// kill -9 of the server in the middle of an import: it goes on once the server is back, and each record is saved once.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase, sql } from '../server/db/db.ts'
import { testDatabase } from '../server/testing/database.ts'
import { freePort, send, signIn, startServer } from './spawned.fixture.ts'

const count = 2000
const file = [
  'Name,Description',
  ',without a name',
  ...Array.from({ length: count }, (_, at) => `Killed ${at},whole`),
  'Killed 7,a second time',
].join('\n')

test('FND-390 an import whose server is killed goes on at once when it starts again: each record once, each error told', async () => {
  const database = await testDatabase({ template: 'network' })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const db = openDatabase(database.url)
  let child = await startServer(database.ownerUrl, port)
  try {
    const token = await signIn(address, 'admin', 1)
    const taken = await fetch(`${address}/api/importrecords/departments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: file,
    })
    const { JobRunId } = (await taken.json()) as { JobRunId: number }
    const run = async () => (await send(address, 'GET', `/api/jobs/${JobRunId}`, token, undefined))?.body
    await expect.poll(async () => (await run())?.Done, { timeout: 20_000, interval: 20 }).toBeGreaterThan(200)
    child.kill('SIGKILL')
    child = await startServer(database.ownerUrl, port)
    // its heartbeat is missed only after 45 seconds
    await expect.poll(async () => (await run())?.State, { timeout: 30_000, interval: 100 }).toBe('done')
    expect(await run()).toMatchObject({
      Message: `Imported ${count} departments, 2 could not be`,
      Errors: ['Name is required: ,without a name', 'Department already exists: Killed 7,a second time'],
      Total: count + 2,
    })
    const { Saved, Names, Described, Created, Attempts } = await db.read.one<Record<string, number>>(sql`
      select
        count(*)::int as saved,
        count(distinct name)::int as names,
        count(*) filter (
          where
            description = 'whole'
        )::int as described,
        (
          select
            count(*)::int
          from
            audit
          where
            module_id = 'departments'
            and action = 'create'
            and at > (
              select
                created_at
              from
                job_runs
              where
                job_run_id = ${JobRunId}
            )
        ) as created,
        (
          select
            attempts
          from
            job_runs
          where
            job_run_id = ${JobRunId}
        ) as attempts
      from
        departments
      where
        name like 'Killed %'
    `)
    expect({ saved: Saved, names: Names, described: Described, created: Created, attempts: Attempts }).toEqual({
      saved: count,
      names: count,
      described: count,
      created: count,
      attempts: 2,
    })
  } finally {
    child.kill('SIGKILL')
    await wait(300)
    await db.close()
    await database.drop()
  }
}, 120_000)
