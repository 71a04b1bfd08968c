// Test databases are separate, and the application's role cannot change tables.
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const asking = async (address: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('test databases are separate, with every migration applied', async () => {
  const one = await testDatabase({ template: 'empty' })
  const other = await testDatabase({ template: 'empty' })
  await asking(one.ownerUrl, 'create table only_here (n int)')
  await expect(asking(other.ownerUrl, 'select from only_here')).rejects.toThrow('does not exist')
  expect(await asking(one.ownerUrl, 'select name from migrations')).not.toEqual([])
  await one.drop()
  await other.drop()
})

test('the application role reads and writes but cannot create or change a table', async () => {
  const database = await testDatabase({ template: 'empty' })
  expect(await asking(database.url, 'select current_user as name')).toEqual([{ name: 'aliquot_app' }])
  await expect(asking(database.url, 'create table mine (n int)')).rejects.toThrow('permission denied')
  await expect(asking(database.url, 'delete from audit')).rejects.toThrow('permission denied')
  await database.drop()
})

test("the application cannot delete results, calls, reports and a tube's events, or change calls", async () => {
  const database = await testDatabase({ template: 'empty' })
  for (const table of ['results', 'critical_calls', 'reports', 'sample_events'])
    await expect(asking(database.url, `delete from ${table}`)).rejects.toThrow('permission denied')
  await expect(asking(database.url, `update critical_calls set remarks = ''`)).rejects.toThrow('permission denied')
  await database.drop()
})
