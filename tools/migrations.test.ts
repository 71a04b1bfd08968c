// A migration of a release is never edited: a database that has it would not start with another text.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
const sumOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(top, 'migrations', name)))
    .digest('hex')

test('each migration of a release has the text with which it was released', () => {
  const released = readFileSync(path.join(top, 'proof/releases/migrations.sha256'), 'utf8').trim().split('\n')
  expect(released.length).toBeGreaterThan(100)
  const now = new Set(readdirSync(path.join(top, 'migrations')))
  expect(
    released.filter((line) => {
      const [sum, name = ''] = line.split('  ')
      return !now.has(name) || sumOf(name) !== sum
    }),
  ).toEqual([])
})
