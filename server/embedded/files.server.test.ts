// Files of the embedded database: its passwords, and its log.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnOver } from './postgres-log.ts'
import { readSecrets } from './secrets.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('passwords are created whole, read again, and never replaced once the database exists', () => {
  const [file, data] = [path.join(folder, 'secrets.json'), path.join(folder, 'data')]
  // a start that was interrupted while it wrote them
  writeFileSync(file, '{"superuser":"ab')
  const made = readSecrets(file, data)
  expect([made.superuser, made.owner, made.application].map(({ length }) => length)).toEqual([48, 48, 48])
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  mkdirSync(data)
  expect(readSecrets(file, data)).toEqual(made)
  const line = (what: string) =>
    `The passwords of the embedded database are ${what}: put ${file} back from a backup, or restore a backup into an empty folder.`
  writeFileSync(file, '{"superuser":"ab')
  expect(() => readSecrets(file, data)).toThrow(line('damaged'))
  rmSync(file)
  expect(() => readSecrets(file, data)).toThrow(line('lost'))
  expect(existsSync(file)).toBe(false)
})

test('a long log is moved aside while it is written, and continues in an empty file', () => {
  const file = path.join(folder, 'postgres.log')
  turnOver(file, 10)
  writeFileSync(file, 'short')
  turnOver(file, 10)
  expect(existsSync(`${file}.1`)).toBe(false)
  appendFileSync(file, ' and now long')
  turnOver(file, 10)
  appendFileSync(file, 'new')
  expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['short and now long', 'new'])
})
