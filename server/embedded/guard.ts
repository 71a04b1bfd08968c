// Stops the embedded database after its server was killed: a separate process that outlives the server and detects its
// end by a pipe that the system closes.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import path from 'node:path'
import type { Account } from './account.ts'

/** Seconds for the next server to take the database over. */
const patience = 10

/**
 * Waits for the end of its input. A line means that the server ended normally. Without one, and with no newer server in
 * the folder, it stops the database.
 */
const script = `
read -r line && exit 0
sleep ${patience}
[ "$(cat "$1" 2>/dev/null)" = "$2" ] || exit 0
exec "$3" stop -w -t 60 -m fast -D "$4" >/dev/null 2>&1
`

/** Starts the guard of a folder's database for this server; only the newest server of a folder counts. */
export const startGuard = ({
  home,
  bin,
  account,
}: {
  home: string
  bin: string
  account: Account
}): { end(): void } => {
  if (process.platform === 'win32') return { end: () => undefined }
  const token = randomBytes(12).toString('hex')
  const note = path.join(home, 'newest-server')
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    writeFileSync(note, token)
    chmodSync(note, 0o644)
  } catch {
    // the folder belongs to another account: the start of the database reports it
    return { end: () => undefined }
  }
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'aliquot-guard', note, token, path.join(bin, 'pg_ctl'), path.join(home, 'data')],
    {
      cwd: '/',
      // a session of its own: a signal to the group of the server does not reach it
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  )
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  // must not hold this process
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  return {
    end: () => {
      child.stdin.end('done\n')
    },
  }
}
