// A disk that hangs gives no error: a backup to it is given up in one line, and holds neither the next one nor the
// database.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import disk, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { openBackup } from './format/open.ts'
import { makeBackup } from './make.ts'

const forever = new Promise<never>(() => undefined)
/** Files whose disk hangs when they are to be closed. */
const left: (() => Promise<void>)[] = []
const real = { open: disk.open, stat: disk.stat }
const open = async (...asked: Parameters<typeof real.open>): Promise<FileHandle> => {
  const handle = await real.open(...asked)
  if (String(asked[0]).includes('never-closes')) {
    left.push(handle.close.bind(handle))
    handle.close = () => forever
  }
  // a draft whose disk goes away after the first megabyte
  if (!String(asked[0]).includes('hangs-later')) return handle
  let written = 0
  const write = handle.writeFile.bind(handle)
  handle.writeFile = (...what) => ((written += 1) > 2 ? forever : write(...what))
  return handle
}
const stat = (...asked: Parameters<typeof real.stat>): Promise<unknown> =>
  String(asked[0]).includes('hangs-at-once') ? forever : real.stat(...asked)
/** Other files of this process have read the modules of backups already: what these import is exchanged in place. */
const exchange = (by: object): void => {
  Object.assign(disk, by)
  syncBuiltinESMExports()
}

const { app } = networkForTests('admin')
let home = ''
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'aliquot-hanging-'))
  exchange({ open, stat })
})
afterAll(async () => {
  exchange(real)
  await Promise.all(left.map((close) => close()))
  rmSync(home, { recursive: true, force: true })
})

test.each(['hangs-at-once', 'hangs-later'])('a backup to a disk that %s ends in one line', async (name) => {
  const to = path.join(home, name)
  mkdirSync(to)
  await expect(makeBackup({ url: app.url, to, diskSeconds: 1 })).rejects.toThrow(
    `The disk of ${to} does not answer: it was given up after 1 s. ` +
      'Connect it again or name a folder on another disk.',
  )
  expect(readdirSync(to).filter((file) => !file.endsWith('.part'))).toEqual([])
  const connected = raw(
    `select from pg_stat_activity where application_name = 'aliquot backup' and datname = current_database()`,
  )
  // its connection is cut in the middle of a table: the database notices with the next line
  await expect.poll(() => app.db.read.rows(connected), { timeout: 20_000 }).toEqual([])
  const elsewhere = await makeBackup({ url: app.url, to: path.join(home, `after-${name.length}.backup`) })
  expect(existsSync(elsewhere.file)).toBe(true)
})

test('a backup whose disk hangs while it is read is left, since closing it would wait for the read', async () => {
  const [whole, file] = [path.join(home, 'whole.backup'), path.join(home, 'never-closes.backup')]
  await makeBackup({ url: app.url, to: whole })
  copyFileSync(whole, file)
  const backup = await openBackup(file, undefined, 1)
  await backup.close()
  expect(left).toHaveLength(1)
})
