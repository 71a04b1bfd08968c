// npm test: everything, from set-up to the journeys in a real browser; ends with one line of counts.
import { spawnSync } from 'node:child_process'
import { ensureBrowser, programAt } from './browser.ts'
import { boundaries, close, format, lint, tests, types, unused, type Outcome } from './steps.ts'
import { systemBinaries } from './test-database.setup.ts'

/** Minutes that the whole may take. */
const budget = 15
const begun = performance.now()
const minutes = (): number => (performance.now() - begun) / 60_000

const outcomes: Outcome[] = []
const browser = await ensureBrowser((line) => console.log(line))
if (browser !== undefined) process.env['CHROMIUM_PATH'] = browser
// reading a PDF by hand is easier with it; no test needs it
if (!programAt('pdftotext') && process.getuid?.() === 0 && programAt('apt-get'))
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'poppler-utils'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

outcomes.push(...(await Promise.all([types(), lint()])))
outcomes.push(await format(), await boundaries())
await unused()
outcomes.push(await tests('unit'))
const server = await tests('server', { name: 'server on the embedded PostgreSQL' })
outcomes.push(server)

if (browser === undefined) {
  console.log('FAILED e2e: no Chromium or Chrome was found and none could be installed: install one, or set CHROMIUM_PATH to its program.')
  outcomes.push({ passed: 0, failed: 1, seconds: 0 })
} else {
  outcomes.push(await tests('e2e', { name: 'journeys and accessibility in a browser' }))
}

// TEST_SYSTEM_DATABASE=none leaves it out, =some takes the platform's tests only, =all takes everything whatever the time
const wish = process.env['TEST_SYSTEM_DATABASE'] ?? (minutes() + (server.seconds * 1.5) / 60 < budget - 1 ? 'all' : 'some')
if (systemBinaries() !== undefined && wish !== 'none') {
  outcomes.push(
    await tests('server', {
      name: `server on the machine's PostgreSQL (${wish})`,
      filter: wish === 'some' ? ['server/'] : [],
      environment: { TEST_DATABASE: 'system' },
    }),
  )
}
console.log(`${Math.round(minutes() * 10) / 10} minutes`)
close(outcomes)
