// A disk that hangs gives no error: a backup to it is given up in one line, and holds neither the next one nor the
// database.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { raw } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { makeBackup } from './make.ts'

const forever = new Promise<never>(() => undefined)
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original()
  return {
    ...real,
    // a draft whose disk goes away after the first megabyte
    open: async (...asked: Parameters<typeof real.open>): Promise<FileHandle> => {
      const handle = await real.open(...asked)
      if (!String(asked[0]).includes('hangs-later')) return handle
      let written = 0
      const write = handle.writeFile.bind(handle)
      handle.writeFile = (...what) => ((written += 1) > 2 ? forever : write(...what))
      return handle
    },
    stat: ((...asked: Parameters<typeof real.stat>) =>
      String(asked[0]).includes('hangs-at-once') ? forever : real.stat(...asked)) as typeof real.stat,
  }
})

const { app } = networkForTests('admin')
let home = ''
beforeAll(() => void (home = mkdtempSync(path.join(tmpdir(), 'aliquot-hanging-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each(['hangs-at-once', 'hangs-later'])('a backup to a disk that %s ends in one line', async (name) => {
  const to = path.join(home, name)
  mkdirSync(to)
  await expect(makeBackup({ url: app.url, to, diskSeconds: 1 })).rejects.toThrow(
    `The disk of ${to} does not answer: it was given up after 1 s. ` +
      'Connect it again or name a folder on another disk.',
  )
  expect(readdirSync(to).filter((file) => !file.endsWith('.part'))).toEqual([])
  const open = raw(
    `select from pg_stat_activity where application_name = 'aliquot backup' and datname = current_database()`,
  )
  // its connection is cut in the middle of a table: the database notices with the next line
  await expect.poll(() => app.db.read.rows(open), { timeout: 20_000 }).toEqual([])
  const elsewhere = await makeBackup({ url: app.url, to: path.join(home, `after-${name.length}.backup`) })
  expect(existsSync(elsewhere.file)).toBe(true)
})
