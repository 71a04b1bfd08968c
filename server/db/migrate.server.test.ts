// Migrations are applied once and stay as they were.
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase } from '../testing/database.ts'

test('a migration that was edited after it had been applied stops the start and is named', async () => {
  const database = await testDatabase({ template: 'empty' })
  expect(await migrate(database.ownerUrl)).toEqual([])
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`update migrations set checksum = 'of another text' where name = '0002_clients.sql'`)
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'Migration 0002_clients.sql was edited after it had been applied',
  )
  await owner.query(`update migrations set checksum = null where name = '0002_clients.sql'`)
  expect(await migrate(database.ownerUrl)).toEqual([])
  await owner.end()
  await database.drop()
})
