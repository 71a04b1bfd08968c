// Starts the one PostgreSQL of a test run before the first server test, and removes it after the last.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseAccount } from '../server/embedded/account.ts'
import { embeddedBinaries } from '../server/embedded/binaries.ts'
import { startCluster } from '../server/embedded/cluster.ts'
import { prepareRoles } from '../server/embedded/launcher.ts'
import { isRunning, readPostmaster } from '../server/embedded/postmaster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses with {database} in the place of the name. */
    cluster: { superuser: string; application: string; owner: string }
  }
}

/** The programs of an installed PostgreSQL server 15 or later, or undefined. */
export const systemBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .filter(
      (version) =>
        Number(version) >= 15 && ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(root, version, 'bin', program))),
    )
    .sort((one, other) => Number(one) - Number(other))
    .map((version) => path.join(root, version, 'bin'))[0]
}

/** Removes what killed runs left: their database still runs, and their folder carries their process number. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^aliquot-test-(\d+)-/.exec(name)?.[1]
    if (owner === undefined) continue
    try {
      process.kill(Number(owner), 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue
      try {
        const left = readPostmaster(path.join(tmpdir(), name, 'postgres/data'))
        if (left && isRunning(left.pid)) process.kill(left.pid, 'SIGQUIT')
        rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
      } catch {
        // another account's
      }
    }
  }
}

/** Vitest calls it once before the server tests; TEST_DATABASE=system takes the machine's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweep()
  const account = databaseAccount()
  const place = mkdtempSync(path.join(tmpdir(), `aliquot-test-${process.pid}-`))
  chmodSync(place, 0o755)
  const system = process.env['TEST_DATABASE'] === 'system'
  const bin = system ? systemBinaries() : embeddedBinaries(account, place)
  if (bin === undefined) throw new Error('TEST_DATABASE=system needs a PostgreSQL server 15 or later in /usr/lib/postgresql.')
  const cluster = await startCluster({
    home: path.join(place, 'postgres'),
    bin,
    account,
    settings: { disposable: true, maxConnections: 120 },
  })
  await prepareRoles(cluster)
  const { secrets } = cluster
  project.provide('cluster', {
    superuser: cluster.url('{database}'),
    application: cluster.url('{database}', { name: 'aliquot_app', password: secrets.application }),
    owner: cluster.url('{database}', { name: 'aliquot_owner', password: secrets.owner }),
  })
  return async () => {
    await cluster.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
