// The programs of a cluster: PostgreSQL 15 or later, PgBouncer and pgBackRest as Debian packages them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { systemBinaries } from '../../tools/test-database.setup.ts'

/** Where Debian puts them. */
const places = { pgbouncer: '/usr/sbin/pgbouncer', pgbackrest: '/usr/bin/pgbackrest' } as const
export type Extra = keyof typeof places

export type Programs = { readonly bin: string; readonly pgbouncer: string }

const found = (extras: readonly Extra[]): Programs | undefined => {
  const bin = systemBinaries()
  if (bin === undefined || !extras.every((name) => existsSync(places[name]))) return undefined
  return { bin, pgbouncer: places.pgbouncer }
}

/**
 * Finds PostgreSQL and these programs; installs them first where that is asked for. @throws Error with one line that
 * says how to get them
 */
export const programsOf = (mayInstall: boolean, extras: readonly Extra[]): Programs => {
  const packages = ['postgresql-15', ...extras]
  if (found(extras) === undefined && mayInstall)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const programs = found(extras)
  if (programs !== undefined) return programs
  console.error(
    `Not installed: PostgreSQL 15 or ${extras.join(', ')}. Install ${packages.join(' and ')}, ` +
      'or ask for it with --install, as root on Debian.',
  )
  process.exit(1)
}
