// The account that the embedded database runs as, and the folders that it can reach.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** An unprivileged account; undefined means the account of this process, which then needs no change. */
export type Account = { name: string; uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root lends it an unprivileged account: `postgres` if it exists, else `nobody`.
 */
export const databaseAccount = (): Account => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'The embedded database cannot run as root and there is no account "postgres" or "nobody": ' +
      'start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Whether the account can enter the folder: it needs access to each folder above it. */
export const canReach = (account: Account, folder: string): boolean => {
  if (account === undefined) return true
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/** Gives a folder and its contents to the account. */
export const give = (account: Account, folder: string): void => {
  if (account === undefined) return
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) give(account, at)
    else lchownSync(at, account.uid, account.gid)
  }
}

/** Runs a program as the account, outside the current folder, which the account may not be allowed to read. */
export const runAs = (
  account: Account,
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> =>
  spawnSync(program, args, {
    cwd: path.parse(program).root || '/',
    encoding: 'utf8',
    // the server outlives pg_ctl and must not hold our pipes open, so callers send its output to a file
    env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], TZ: 'UTC', LC_ALL: 'C', ...environment },
    ...(account && { uid: account.uid, gid: account.gid }),
  })
