// The steps of npm test and npm run check: each runs one program and reports how much passed and failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkRequirements, rememberRun } from './requirements.ts'
import { unlinted } from './rules/unlinted.ts'
import { answersFolder } from './shapes/answers.ts'

export type Outcome = { passed: number; failed: number; seconds: number }
type Run = { code: number; output: string }

export const top = path.resolve(import.meta.dirname, '..')
const bin = (file: string): string => path.join(top, 'node_modules', file)

/** Runs a program on this Node from the top folder; quiet collects its output. */
const run = (
  args: string[],
  { quiet = true, environment = {} }: { quiet?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<Run> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: top,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...environment },
    })
    let output = ''
    const add = (part: Buffer): void => void (output += part.toString())
    child.stdout?.on('data', add)
    child.stderr?.on('data', add)
    const end = (): void => void child.kill('SIGTERM')
    process.once('SIGTERM', end)
    process.once('disconnect', end)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('exit', (code) => {
      process.off('SIGTERM', end)
      process.off('disconnect', end)
      resolve({ code: code ?? 1, output })
    })
  })

/** Runs a step, prints its line (and its problems), and answers its counts. */
const step = async (
  name: string,
  work: () => Promise<{ passed: number; failed: number; output: string }>,
): Promise<Outcome> => {
  const begun = performance.now()
  const { passed, failed, output } = await work()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  if (failed > 0 && output.trim() !== '') console.log(output.trimEnd())
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} of ${passed + failed} in ${seconds} s`)
  return { passed, failed, seconds }
}

const one = ({ code, output }: Run): { passed: number; failed: number; output: string } => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  output,
})

export const types = (): Promise<Outcome> =>
  step('types', async () => {
    let output = ''
    for (const side of ['shared', 'server', 'web', 'browser-tests']) {
      const done = await run([bin('typescript-7/bin/tsc'), '-p', `tsconfig.${side}.json`])
      // a side without files is not a fault
      if (done.code !== 0 && !done.output.includes('TS18003')) output += `tsconfig.${side}.json\n${done.output}`
    }
    return one({ code: output === '' ? 0 : 1, output })
  })

/** Lints all files but those that passed before, with all that they import as it is now. */
export const lint = (): Promise<Outcome> =>
  step('lint', async () => {
    const { files, notePassed } = unlinted(top, bin('.cache/lint'))
    if (files.length === 0) return one({ code: 0, output: '' })
    const done = await run([bin('eslint/bin/eslint.js'), '--max-warnings=0', ...files])
    if (done.code === 0) notePassed()
    return one(done)
  })

/** Checks the formatting, by .prettierrc. Its cache has a place of its own: a run without one removes the common one. */
export const format = (): Promise<Outcome> =>
  step('format', async () => {
    const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', bin('.cache/format')]
    return one(await run([bin('prettier/bin/prettier.cjs'), '--check', ...cache, '--log-level', 'warn', '.']))
  })

export const boundaries = (): Promise<Outcome> =>
  step('boundaries', async () => one(await run(['tools/rules/boundaries.ts'])))

/** Prints unused files, exports and dependencies, without counting them. */
export const unused = async (): Promise<void> => {
  const { code, output } = await run([bin('knip/bin/knip.js'), '--no-progress', '--reporter', 'compact'])
  if (code !== 0) console.log(`${output.trimEnd()}\nnote   unused code: see above (not counted)`)
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}
type Counts = { passed: number; failed: number }

const runTests = async (
  project: string,
  files: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; report: Report | undefined }> => {
  const folder = bin('.cache/aliquot')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `tests-${process.pid}.json`)
  const given = [bin('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=dot', '--reporter=json']
  const { code } = await run([...given, `--outputFile.json=${file}`, ...files], { quiet: false, environment })
  if (!existsSync(file)) return { code, report: undefined }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(file)
  return { code, report }
}

const named = (test: { fullName: string; failureMessages?: string[] }): string =>
  `${test.fullName}\n${test.failureMessages?.[0] ?? ''}`

/** Prints what was skipped or needed a second try, and answers the counts. */
const countsOf = (report: Report, code: number): Counts => {
  const ran = report.testResults.flatMap((result) => result.assertionResults)
  rememberRun(ran.map((test) => ({ title: test.fullName, passed: test.status === 'passed' })))
  const skipped = report.numPendingTests + report.numTodoTests
  for (const test of ran) if (!['passed', 'failed'].includes(test.status)) console.log(`skipped: ${test.fullName}`)
  // of tests in a browser alone (vitest.config.ts): what failed once is named, since a user may meet it, too
  for (const test of ran)
    if (test.status === 'passed' && (test.failureMessages ?? []).length > 0)
      console.log(`passed at the second try: ${named(test)}`)
  const unread = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = report.numFailedTests + unread + skipped
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** So many failed tests of a browser at most are run again by themselves: more are no accident of a busy machine. */
const accidents = 4
/**
 * The counts after failed tests of a browser ran once more, each file on a network of its own: a second try within the
 * file meets what the first left behind. What passes then is named.
 */
const ranAgain = async (project: string, counts: Counts, report: Report, environment: NodeJS.ProcessEnv) => {
  const files = report.testResults.filter((result) => result.status === 'failed')
  const failed = files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'failed')
  if (failed.length === 0 || failed.length > accidents || failed.length !== counts.failed) return counts
  const again = await runTests(
    project,
    files.map((file) => path.relative(top, file.name)),
    environment,
  )
  if (again.report === undefined) return counts
  const now = countsOf(again.report, again.code)
  if (now.failed > 0) return counts
  for (const test of failed) console.log(`passed in a run of its own: ${named(test)}`)
  return { passed: counts.passed + failed.length, failed: 0 }
}

/**
 * Runs a project of vitest.config.ts; a file that could not be read counts as one failure, and so does each test that
 * was skipped.
 */
export const tests = (
  project: string,
  {
    name = project,
    filter = [],
    environment = {},
  }: { name?: string; filter?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> =>
  step(name, async () => {
    const { code, report } = await runTests(project, filter, environment)
    // without a report the step counts as failed, with any exit code
    if (report === undefined) return { passed: 0, failed: 1, output: 'No test was run.' }
    const counts = countsOf(report, code)
    const inBrowser = ['component', 'e2e'].includes(project)
    return { ...(inBrowser ? await ranAgain(project, counts, report, environment) : counts), output: '' }
  })

/** Forgets what statements answered in earlier runs. */
export const forgetAnswers = (): void => rmSync(answersFolder, { recursive: true, force: true })
/** Compares the shapes claimed of rows with what PostgreSQL answered in the server tests of this run. */
export const shapes = (): Promise<Outcome> =>
  step('shapes of rows', async () => {
    const done = await run(['tools/shapes/report.ts'])
    const last = done.output.trimEnd().split('\n').at(-1)
    if (done.code === 0) console.log(`note   ${last}`)
    return one(done)
  })

/** Checks that this run proves exactly the stored proved rows. */
export const requirements = (): Promise<Outcome> =>
  step('requirements', async () => {
    const wrong = checkRequirements()
    return { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length === 0 ? 0 : 1, output: wrong.join('\n') }
  })

/** Prints the last line and sets the exit code. */
export const close = (outcomes: Outcome[]): void => {
  const sum = (field: 'passed' | 'failed'): number => outcomes.reduce((total, outcome) => total + outcome[field], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}
