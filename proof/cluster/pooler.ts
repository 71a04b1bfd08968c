// PgBouncer in transaction mode before an address of the database.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseAccount, give } from '../../server/embedded/account.ts'
import { freePort } from '../../start/spawned.fixture.ts'

/** The port of the database on this machine, and who signs in there and at the pooler. */
type Reached = { readonly at: number; readonly user: string; readonly password: string }

const written = (home: string, port: number, { at, user, password }: Reached): string => {
  const users = path.join(home, 'users.txt')
  const file = path.join(home, 'pgbouncer.ini')
  writeFileSync(users, `"${user}" "${password}"\n`)
  writeFileSync(
    file,
    [
      '[databases]',
      `aliquot = host=127.0.0.1 port=${at} dbname=aliquot`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'max_client_conn = 200',
      'default_pool_size = 20',
      // after a fail-over it looks again at once
      'server_login_retry = 1',
      `logfile = ${path.join(home, 'pgbouncer.log')}`,
      '',
    ].join('\n'),
  )
  return file
}

/** Starts the program in a folder of its own. */
export const startPooler = async (
  program: string,
  home: string,
  reached: Reached,
): Promise<{ readonly port: number; readonly child: ChildProcess }> => {
  mkdirSync(home)
  const port = await freePort()
  const file = written(home, port, reached)
  const account = databaseAccount()
  give(account, home)
  const child = spawn(program, ['-q', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  await wait(1000)
  return { port, child }
}
