// A generated module and the examples of CONTRIBUTING.md, made in a copy of the project, pass all checks.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, copyOfProject, runIn } from './rules/copy.ts'
import { apply, editsIn } from './rules/examples.ts'

const top = path.resolve(import.meta.dirname, '..')
const copy = copyOfProject()
const edits = editsIn(readFileSync(path.join(top, 'CONTRIBUTING.md'), 'utf8'))
const run = (...args: string[]): Promise<string> => runIn(copy, ...args)

beforeAll(async () => {
  expect(await run('tools/new-module.ts', 'samplelots', 'Sample lots')).toBe('')
  for (const edit of edits) apply(copy, edit)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a field is three files in two folders', () => {
  const files = edits.filter(({ heading, file }) => heading.startsWith('Add a field') && !file.includes('.test.'))
  expect(files.map(({ file }) => file.replace(/^.*\./, ''))).toEqual(['sql', 'ts', 'tsx'])
  expect(new Set(files.map(({ file }) => path.dirname(file))).size).toBe(2)
})

test('there are examples of a field, an action and a report, each with its test', () => {
  const tested = edits.filter(({ file }) => file.endsWith('.server.test.ts')).map(({ heading }) => heading)
  expect(tested.map((heading) => heading.replace(/:.*/, ''))).toEqual(['Add a field', 'Add an action', 'Add a report'])
})

test('the new module and the examples are typed, formatted, linted and inside the boundaries', async () => {
  const touched = [
    'modules/samplelots',
    'modules/departments',
    'modules/index.ts',
    'server/modules.ts',
    'web/models.ts',
    'web/modules.ts',
  ]
  const linted = touched.filter((one) => !one.includes('index'))
  // in parallel: none of them writes
  const said = await Promise.all([
    ...['shared', 'server', 'web'].map((side) => run(bin('typescript-7/bin/tsc'), '-p', `tsconfig.${side}.json`)),
    run(bin('prettier/bin/prettier.cjs'), '--check', ...touched),
    run(bin('eslint/bin/eslint.js'), '--max-warnings=0', ...linted),
    run('tools/rules/boundaries.ts'),
  ])
  expect(said).toEqual(said.map(() => ''))
}, 240_000)

test('their own tests pass: the module is listed, opened, saved, refused, granted and audited', async () => {
  const folders = ['modules/samplelots', 'modules/departments']
  expect(await run(bin('vitest/vitest.mjs'), 'run', '--project', 'server', ...folders)).toBe('')
}, 240_000)

test('an existing module is not overwritten', async () => {
  const before = readFileSync(path.join(copy, 'modules/index.ts'), 'utf8')
  expect(await run('tools/new-module.ts', 'samplelots', 'Sample lots')).toContain('already exists')
  expect(readFileSync(path.join(copy, 'modules/index.ts'), 'utf8')).toBe(before)
})
