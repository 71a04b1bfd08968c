// The programs of a cluster: PostgreSQL 15 or later and PgBouncer as Debian packages them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { systemBinaries } from '../../tools/test-database.setup.ts'

const bouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'] as const
const packages = ['postgresql-15', 'pgbouncer'] as const

export type Programs = { readonly bin: string; readonly pgbouncer: string }

const found = (): Programs | undefined => {
  const bin = systemBinaries()
  const pgbouncer = bouncer.find((file) => existsSync(file))
  return bin === undefined || pgbouncer === undefined || !existsSync(path.join(bin, 'pg_ctl'))
    ? undefined
    : { bin, pgbouncer }
}

/** Finds them; installs them first where that is asked for. @throws Error with one line that says how to get them */
export const programsOf = (mayInstall: boolean): Programs => {
  if (found() === undefined && mayInstall)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const programs = found()
  if (programs === undefined)
    throw new Error(
      `PostgreSQL 15 or PgBouncer is not installed. Install ${packages.join(' and ')}, ` +
        'or run npm run proof -- cluster --install as root on Debian.',
    )
  return programs
}
