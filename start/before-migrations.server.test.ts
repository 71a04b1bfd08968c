// An update of an embedded network begins with a backup of it as it was; without one the update is not begun.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackup } from '../server/backup/format/open.ts'
import { readConfig } from '../server/config.ts'
import { releasedDatabase, testDatabase, type TestDatabase } from '../server/testing/database.ts'
import { beforeMigrations } from './before-migrations.ts'

let old: TestDatabase
let folder = ''
beforeAll(async () => {
  old = await releasedDatabase('53feb49')
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-update-'))
})
afterAll(async () => {
  await old.drop()
  rmSync(folder, { recursive: true, force: true })
})

const begun = async (database: TestDatabase, env: Record<string, string>): Promise<string[]> => {
  const lines: string[] = []
  await beforeMigrations(database, readConfig({ DATA_DIR: folder, ...env }), (line) => lines.push(line))
  return lines
}

test('a network of an earlier release is backed up before its migrations, and the log names the file', async () => {
  const [line = ''] = await begun(old, { DEMO: 'false' })
  const [name = ''] = readdirSync(path.join(folder, 'backups'))
  expect(line).toMatch(/^Before the update: Backup made: /)
  expect(line).toContain(name)
  const backup = await openBackup(path.join(folder, 'backups', name))
  expect(backup.plan.migrations.at(-1)?.name).toBe('0085_counted_on.sql')
  await backup.close()
})

test('a folder that does not take the backup stops the start in one line', async () => {
  const BACKUP_FOLDER = path.join(folder, 'gone')
  await expect(begun(old, { DEMO: 'false', BACKUP_FOLDER })).rejects.toThrow(
    `The update is not begun, since the backup before it failed: The folder ${BACKUP_FOLDER} is not there.`,
  )
  writeFileSync(BACKUP_FOLDER, '')
  await expect(begun(old, { DEMO: 'false', BACKUP_FOLDER: path.join(BACKUP_FOLDER, 'x') })).rejects.toThrow(
    /The update is not begun.* is not a folder\./,
  )
})

test('a demo, a server of its own and a network of this release are not backed up at a start', async () => {
  const now = await testDatabase()
  expect(await begun(old, {})).toEqual([])
  expect(await begun(old, { DEMO: 'false', DATABASE_URL: old.ownerUrl })).toEqual([])
  expect(await begun(now, { DEMO: 'false' })).toEqual([])
  await now.drop()
})
