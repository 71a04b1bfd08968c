// Another time of day for a run of tests: libfaketime shifts the clock of every child process, the database's too.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { programAt } from './browser.ts'

const libraries = '/usr/lib'
const find = (): string | undefined => {
  if (process.platform !== 'linux' || !existsSync(libraries)) return undefined
  return readdirSync(libraries)
    .map((name) => path.join(libraries, name, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file))
}

/** The library, installed first if possible; undefined when there is none. */
const library = (): string | undefined => {
  const found = find()
  if (found !== undefined || process.platform !== 'linux' || process.getuid?.() !== 0 || !programAt('apt-get'))
    return found
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (): boolean =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libfaketime'], {
      stdio: 'ignore',
      env: environment,
    }).status === 0
  if (!install() && spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment }).status === 0)
    install()
  return find()
}

/** The environment of a process whose clock starts at that moment; undefined when clocks cannot be shifted. */
export const environmentAt = (moment: string): NodeJS.ProcessEnv | undefined => {
  const file = library()
  if (file === undefined) return undefined
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000)
  // the monotonic clock is not shifted: timers and time-outs are not under test
  return { LD_PRELOAD: file, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** The next half past midnight in India: the evening before in UTC, when days and ages are easily mistaken. */
export const nightInIndia = (): string => {
  const at = new Date()
  at.setUTCHours(19, 0, 0, 0)
  return new Date(at.getTime() + (at.getTime() <= Date.now() ? 86_400_000 : 0)).toISOString()
}

/**
 * Tests that wait for a time-out of PostgreSQL, which a shifted clock prevents: a signal that interrupts a wait is
 * handled by the real clock, since libfaketime does not fake inside itself. They run at the real time.
 */
export const timedByDatabase = ['server/db/migrate.server.test.ts']
