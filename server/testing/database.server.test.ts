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

test('each test database is its own, with every migration applied', async () => {
  const one = await testDatabase({ template: 'empty' })
  const other = await testDatabase({ template: 'empty' })
  await asking(one.ownerUrl, 'create table only_here (n int)')
  await expect(asking(other.ownerUrl, 'select from only_here')).rejects.toThrow('does not exist')
  expect(await asking(one.ownerUrl, 'select name from migrations')).not.toEqual([])
  await one.drop()
  await other.drop()
})

test('the application role reads and writes but makes and changes no table', async () => {
  const database = await testDatabase({ template: 'empty' })
  expect(await asking(database.url, 'select current_user as name')).toEqual([{ name: 'aliquot_app' }])
  await expect(asking(database.url, 'create table mine (n int)')).rejects.toThrow('permission denied')
  await expect(asking(database.url, 'delete from audit')).rejects.toThrow('permission denied')
  await database.drop()
})

test('results, calls, reports and the way of a tube are not deleted by the application, and calls not changed', async () => {
  const database = await testDatabase({ template: 'empty' })
  for (const table of ['results', 'critical_calls', 'reports', 'sample_events'])
    await expect(asking(database.url, `delete from ${table}`)).rejects.toThrow('permission denied')
  await expect(asking(database.url, `update critical_calls set remarks = ''`)).rejects.toThrow('permission denied')
  await database.drop()
})
