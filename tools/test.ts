// npm test: all checks, from set-up to the journeys in a real browser; ends with one line of counts.
// TEST_CLOCK=2027-03-31T18:29:00Z runs all of it at that moment.
import { spawnSync } from 'node:child_process'
import { ensureBrowser, programAt } from './browser.ts'
import { environmentAt, nightInIndia, timedByDatabase } from './clock.ts'
import { forgetRun } from './requirements.ts'
import {
  boundaries,
  close,
  forgetAnswers,
  format,
  lint,
  requirements,
  shapes,
  tests,
  types,
  unused,
  type Outcome,
} from './steps.ts'
import { systemBinaries } from './test-database.setup.ts'

const begun = performance.now()
const minutes = (): number => (performance.now() - begun) / 60_000
forgetRun()

const outcomes: Outcome[] = []
const browser = await ensureBrowser((line) => console.log(line))
if (browser !== undefined) process.env['CHROMIUM_PATH'] = browser
// helps to read a PDF by hand; no test needs it
if (!programAt('pdftotext') && process.getuid?.() === 0 && programAt('apt-get'))
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'poppler-utils'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

// unit and server tests run at an hour when days and ages are easily mistaken; journeys at the real time
const wished = process.env['TEST_CLOCK']
const clock = environmentAt(wished ?? nightInIndia())
if (clock === undefined && wished !== undefined)
  throw new Error('TEST_CLOCK needs libfaketime, which is not on this machine.')
if (clock === undefined) console.log('note   there is no libfaketime here: all tests run at the real time')
const hour = wished ?? (clock === undefined ? 'the real time' : '00:30 in India')

/** The steps without a database or a browser, in sequence. */
const quick = async (): Promise<Outcome[]> => {
  const done = [await types(), await format(), await boundaries()]
  await unused()
  return [...done, await tests('unit', { name: `unit at ${hour}`, environment: { ...clock } })]
}
// lint alone takes as long as all of these, on one core
outcomes.push(...(await Promise.all([lint(), quick()])).flat())
forgetAnswers()
outcomes.push(
  await tests('server', { name: `server at ${hour}, on the embedded PostgreSQL`, environment: { ...clock } }),
  await shapes(),
)
if (clock !== undefined)
  outcomes.push(await tests('server', { name: 'time-outs of the database, at the real time', filter: timedByDatabase }))

if (browser === undefined) {
  console.log(
    'FAILED e2e: no Chromium or Chrome was found and none could be installed: install one, or set CHROMIUM_PATH to its program.',
  )
  outcomes.push({ passed: 0, failed: 1, seconds: 0 })
} else {
  outcomes.push(
    await tests('component', { name: 'components in a browser' }),
    await tests('e2e', {
      name: 'journeys and accessibility in a browser',
      environment: wished === undefined ? {} : { ...clock },
    }),
  )
}

// the machine's own PostgreSQL, at the real time, with what its version can change: the migrations, the order of texts,
// criteria as SQL, each read planned, each grid written and read, and each list sorted; TEST_SYSTEM_DATABASE=all runs all
// tests there, as before a release, and =none no test
const some = [
  'server/read/expression.sql',
  'server/read/prepared',
  'server/read/grids',
  'server/db/network',
  'server/read/sorting',
]
const wish = process.env['TEST_SYSTEM_DATABASE'] ?? 'some'
if (systemBinaries() !== undefined && wish !== 'none') {
  outcomes.push(
    await tests('server', {
      name: `server on the machine's PostgreSQL (${wish})`,
      filter: wish === 'some' ? some : [],
      environment: { TEST_DATABASE: 'system' },
    }),
  )
}
outcomes.push(await requirements())
console.log(`${Math.round(minutes() * 10) / 10} minutes`)
close(outcomes)
