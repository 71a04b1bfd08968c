// A copy of the project for tests that change it, and programs that run in it.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const top = path.resolve(import.meta.dirname, '../..')

/** All files that are, or would be, committed. Answers the folder. */
export const copyOfProject = (): string => {
  const copy = mkdtempSync(path.join(tmpdir(), 'aliquot-copy-'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: top,
    encoding: 'utf8',
  }).trim()
  for (const file of files.split('\n').filter((name) => existsSync(path.join(top, name))))
    cpSync(path.join(top, file), path.join(copy, file))
  symlinkSync(path.join(top, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** The main file of a package. */
export const bin = (file: string): string => path.join('node_modules', file)

/** Runs a program in the copy; answers its output when it failed. */
export const runIn = (copy: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name)),
    )
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: copy,
      // what a changed copy answers is not of this project
      env: { ...environment, KEEP_ANSWERS: 'no' },
    })
    let said = ''
    const add = (part: Buffer): void => void (said += part.toString())
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('exit', (code) => resolve(code === 0 ? '' : said || `ended with ${code}`))
  })
