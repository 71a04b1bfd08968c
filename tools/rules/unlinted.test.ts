// A file is linted again when its text changes, when one changes that it leads to, and when the rules change.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keysOf, unlinted } from './unlinted.ts'

const sources = {
  'web/screen.tsx': "import { rule } from '../core/rule.ts'\n",
  'core/rule.ts': "import type { Kind } from './kind.ts'\nexport const lazy = () => import('./far.ts')\n",
  'core/kind.ts': 'export type Kind = string\n',
  'core/far.ts': "export { other } from './other.ts'\n",
  'core/other.ts': 'export const other = 1\n',
  'core/alone.ts': 'export const alone = 1\n',
}
const changed = (edit: Partial<typeof sources>, common = 'rules'): string[] => {
  const before = keysOf(new Map(Object.entries(sources)), 'rules')
  const after = keysOf(new Map(Object.entries({ ...sources, ...edit })), common)
  return [...after].filter(([file, key]) => before.get(file) !== key).map(([file]) => file)
}

test('a file is judged by its text and by those of all that it imports, also of types, and lazily', () => {
  expect(changed({})).toEqual([])
  expect(changed({ 'core/alone.ts': '' })).toEqual(['core/alone.ts'])
  expect(changed({ 'core/kind.ts': '' })).toEqual(['web/screen.tsx', 'core/rule.ts', 'core/kind.ts'])
  const far = ['web/screen.tsx', 'core/rule.ts', 'core/far.ts', 'core/other.ts']
  expect(changed({ 'core/other.ts': '' })).toEqual(far)
  expect(changed({}, 'other rules')).toEqual(Object.keys(sources))
})

test('what has passed is not read again until it or the rules change; what failed is', () => {
  const top = mkdtempSync(path.join(tmpdir(), 'aliquot-unlinted-'))
  const record = path.join(top, 'record')
  const write = (file: string, text: string): void => writeFileSync(path.join(top, file), text)
  const files = (): readonly string[] => [...unlinted(top, record).files].sort()
  try {
    write('package-lock.json', '{}')
    write('tsconfig.json', '{}')
    write('eslint.config.js', '')
    write('one.ts', "import './other.ts'")
    write('other.ts', '')
    const first = unlinted(top, record)
    expect(first.files).toHaveLength(3)
    expect(files()).toHaveLength(3)
    first.notePassed()
    expect(files()).toEqual([])
    write('other.ts', '1')
    expect(files()).toEqual(['one.ts', 'other.ts'])
    write('other.ts', '')
    expect(files()).toEqual([])
    write('tsconfig.json', '{ }')
    expect(files()).toHaveLength(3)
    // what another text was written over meanwhile, and what leads to it: nobody knows which one the linter read
    const meanwhile = unlinted(top, record)
    write('other.ts', '2')
    meanwhile.notePassed()
    write('other.ts', '')
    expect(files()).toEqual(['one.ts', 'other.ts'])
    const changing = unlinted(top, record)
    write('package-lock.json', '{ }')
    changing.notePassed()
    write('package-lock.json', '{}')
    expect(files()).toHaveLength(3)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
})
