// A module that nobody has seen: made in a copy of the project by one command, it passes what every module passes.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'aliquot-copy-'))
const bin = (file: string): string => path.join('node_modules', file)

/** Runs a program in the copy; what it said, when it failed. */
const run = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name)),
    )
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: copy,
      env: environment,
    })
    let said = ''
    const add = (part: Buffer): void => void (said += part.toString())
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('exit', (code) => resolve(code === 0 ? '' : said || `ended with ${code}`))
  })

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: top,
    encoding: 'utf8',
  }).trim()
  for (const file of files.split('\n').filter((name) => existsSync(path.join(top, name))))
    cpSync(path.join(top, file), path.join(copy, file))
  symlinkSync(path.join(top, 'node_modules'), path.join(copy, 'node_modules'))
  expect(await run('tools/new-module.ts', 'samplelots', 'Sample lots')).toBe('')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('it is typed, formatted, linted and inside the boundaries as it was made', async () => {
  for (const side of ['shared', 'server', 'web'])
    expect(await run(bin('typescript/bin/tsc'), '-p', `tsconfig.${side}.json`)).toBe('')
  expect(
    await run(
      bin('prettier/bin/prettier.cjs'),
      '--check',
      'modules/samplelots',
      'modules/index.ts',
      'server/modules.ts',
      'web/modules.ts',
    ),
  ).toBe('')
  expect(
    await run(
      bin('eslint/bin/eslint.js'),
      '--max-warnings=0',
      'modules/samplelots',
      'server/modules.ts',
      'web/modules.ts',
    ),
  ).toBe('')
  expect(await run('tools/rules/boundaries.ts')).toBe('')
}, 240_000)

test('its own test passes: it is listed, opened, saved, refused, granted and written down', async () => {
  expect(await run(bin('vitest/vitest.mjs'), 'run', '--project', 'server', 'modules/samplelots')).toBe('')
}, 240_000)

test('a name that is taken is left alone', async () => {
  const before = readFileSync(path.join(copy, 'modules/index.ts'), 'utf8')
  expect(await run('tools/new-module.ts', 'samplelots', 'Sample lots')).toContain('exists already')
  expect(readFileSync(path.join(copy, 'modules/index.ts'), 'utf8')).toBe(before)
})
