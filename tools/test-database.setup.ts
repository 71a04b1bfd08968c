// Starts the one PostgreSQL of a test run before the first server test, and removes it after the last.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseAccount } from '../server/embedded/account.ts'
import { embeddedBinaries } from '../server/embedded/binaries.ts'
import { startCluster } from '../server/embedded/cluster.ts'
import { prepareRoles } from '../server/embedded/launcher.ts'
import { isRunning, readPostmaster } from '../server/embedded/postmaster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses with {database} in place of the name. */
    cluster: { superuser: string; application: string; owner: string }
    /** Part of the templates' names, so that a reused database creates new ones when their sources have changed. */
    templates: string
  }
}

/** The programs of an installed PostgreSQL server 15 or later, or undefined. */
export const systemBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .filter(
      (version) =>
        Number(version) >= 15 &&
        ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(root, version, 'bin', program))),
    )
    .sort((one, other) => Number(one) - Number(other))
    .map((version) => path.join(root, version, 'bin'))[0]
}

const inMemory = '/dev/shm'
/** Bytes that a whole run needs, doubled. */
const room = 4 * 2 ** 30
/** The folder of test databases: each test file copies a thousand files, which is ten times as fast in memory. */
const placeOfTests = (): string => {
  if (!existsSync(inMemory) || freemem() < 2 * room) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize < room ? tmpdir() : inMemory
}

/** Removes the remains of killed runs: their database still runs, and their folder has their process id in its name. */
const sweep = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const owner = /^aliquot-test-(\d+)-/.exec(name)?.[1]
    if (owner === undefined) continue
    try {
      process.kill(Number(owner), 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue
      try {
        const left = readPostmaster(path.join(folder, name, 'postgres/data'))
        if (left && isRunning(left.pid)) process.kill(left.pid, 'SIGQUIT')
        rmSync(path.join(folder, name), { recursive: true, force: true })
      } catch {
        // the folder belongs to another account
      }
    }
  }
}

const top = path.resolve(import.meta.dirname, '..')
/** The sources of the templates; the demo's work depends on its own files, not on every rule that it passes. */
const sourcesOf = (): string => {
  const hash = createHash('sha256')
  for (const folder of ['migrations', 'setup', 'demo'])
    for (const name of readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const file = path.join(top, folder, name)
      if (statSync(file).isFile()) hash.update(name).update(readFileSync(file))
    }
  return hash.digest('hex').slice(0, 8)
}

/** A permanent folder of this checkout, for TEST_KEEP. */
const keptPlace = (folder: string, system: boolean): string => {
  const place = path.join(
    folder,
    `aliquot-kept-${createHash('sha256').update(top).digest('hex').slice(0, 8)}${system ? '-system' : ''}`,
  )
  mkdirSync(place, { recursive: true })
  return place
}

/**
 * Called by Vitest once before the server tests. TEST_DATABASE=system uses the machine's PostgreSQL. TEST_KEEP=1 does
 * not stop the database, so that the next run of a few files starts at once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = placeOfTests()
  for (const one of new Set([tmpdir(), folder])) sweep(one)
  const account = databaseAccount()
  // a database with a shifted clock cannot be reused by the next run, which has another time
  const keep = process.env['TEST_KEEP'] === '1' && process.env['FAKETIME'] === undefined
  const system = process.env['TEST_DATABASE'] === 'system'
  const place = keep ? keptPlace(folder, system) : mkdtempSync(path.join(folder, `aliquot-test-${process.pid}-`))
  chmodSync(place, 0o755)
  const bin = system ? systemBinaries() : embeddedBinaries(account, place)
  if (bin === undefined)
    throw new Error('TEST_DATABASE=system needs a PostgreSQL server 15 or later in /usr/lib/postgresql.')
  const cluster = await startCluster({
    home: path.join(place, 'postgres'),
    bin,
    account,
    settings: { disposable: true, isPlannedOnce: true, maxConnections: 120 },
  })
  await prepareRoles(cluster)
  const { secrets } = cluster
  project.provide('cluster', {
    superuser: cluster.url('{database}'),
    application: cluster.url('{database}', { name: 'aliquot_app', password: secrets.application }),
    owner: cluster.url('{database}', { name: 'aliquot_owner', password: secrets.owner }),
  })
  project.provide('templates', keep ? `_${sourcesOf()}` : '')
  return async () => {
    if (keep) return cluster.leave()
    await cluster.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
