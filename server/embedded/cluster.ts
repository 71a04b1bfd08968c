// One PostgreSQL cluster in one folder: created, started, taken over when it already runs, watched, and stopped.
import { spawn } from 'node:child_process'
import {
  accessSync,
  appendFileSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorOf } from '../thrown.ts'
import { give, runAs, type Account } from './account.ts'
import { answers, isRunning, readPostmaster } from './postmaster.ts'
import { turnOver } from './postgres-log.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { settingsFile, type Settings } from './settings.ts'

export type ClusterOptions = {
  /** The cluster's folder, which the account can reach. */
  home: string
  /** The folder of initdb, pg_ctl and postgres. */
  bin: string
  account: Account
  settings?: Settings
  log?: (line: string) => void
}

export type Cluster = {
  /** Address of a database of the cluster for a role; the default is the superuser. */
  url(database: string, role?: { name: string; password: string }): string
  secrets: Secrets
  /** Stops the database cleanly; open connections are ended. */
  stop(): Promise<void>
  /** Stops watching; the database continues to run. */
  leave(): Promise<void>
}

const windows = process.platform === 'win32'
const superuser = 'postgres'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** A socket's path can have about 100 characters, so a deep checkout gets a short one elsewhere. */
const socketFolder = (home: string): string => {
  const near = path.join(home, 'socket')
  return near.length <= 85 ? near : path.join(tmpdir(), `aliquot-${Buffer.from(home).toString('base64url').slice(-24)}`)
}

const majorOf = ({ bin, account }: ClusterOptions): number => {
  const found = runAs(account, path.join(bin, 'postgres'), ['--version'])
  const major = Number(/(\d+)/.exec(found.stdout ?? '')?.[1])
  if (!major) {
    const said = (found.stderr || found.error?.message || 'no answer').trim()
    throw new Error(
      `The embedded database does not run on this machine (${said}): set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  return major
}

/**
 * Creates the data in a draft folder and moves it into place, so that an interrupted first start leaves no partial
 * data.
 */
const initialise = ({ bin, account, home }: ClusterOptions, data: string, secrets: Secrets, major: number): void => {
  const draft = `${data}.new`
  const passwordFile = path.join(home, 'password')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, secrets.superuser, { mode: 0o600 })
  give(account, home)
  // text is ordered by code point: the same on every platform, and the fastest; the platform decides which characters
  // are letters
  const letters = process.platform === 'linux' ? 'C.UTF-8' : windows ? 'C' : 'UTF-8'
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${letters}`]
      : ['--locale=C.UTF-8']
  const made = runAs(account, path.join(bin, 'initdb'), [
    '-D',
    draft,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    ...locale,
  ])
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(
      `The embedded database could not be created: ${(made.stderr || made.stdout || made.error?.message || '').trim()}`,
    )
  appendFileSync(path.join(draft, 'postgresql.conf'), "\ninclude_if_exists 'aliquot.conf'\n")
  renameSync(draft, data)
}

const prepareFolders = ({ home, account }: ClusterOptions, socket: string): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
    if (account) chownSync(home, account.uid, account.gid)
    give(account, socket)
  } catch {
    throw new Error(
      `The folder ${home} belongs to another account: start as that account, or set DATA_DIR to another folder.`,
    )
  }
}

/** Passes a clock shifted by faketime to the database too, so that both have the same time. */
const fakedClock = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
  )

/** Runs pg_ctl start; answers '' or the database's message. */
const launch = async (
  { home, bin, account, settings }: ClusterOptions,
  data: string,
  socket: string,
  port: number,
): Promise<string> => {
  const logFile = path.join(home, 'postgres.log')
  const configuration = path.join(data, 'aliquot.conf')
  writeFileSync(configuration, settingsFile({ ...settings, socket: windows ? undefined : socket, port }), {
    mode: 0o600,
  })
  if (account) chownSync(configuration, account.uid, account.gid)
  turnOver(logFile)
  // to a file: the database inherits it and would hold a pipe open for ever
  const report = path.join(home, 'start.log')
  const output = openSync(report, 'w', 0o600)
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(path.join(bin, 'pg_ctl'), ['start', '-w', '-t', '60', '-D', data, '-l', logFile], {
      cwd: path.parse(bin).root,
      // a session of its own: at Ctrl+C requests in progress end first, then the database is stopped
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
      env: {
        PATH: process.env['PATH'],
        SystemRoot: process.env['SystemRoot'],
        TZ: 'UTC',
        LC_ALL: 'C',
        ...fakedClock(),
      },
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    child.on('error', () => resolve(null)).on('exit', resolve)
  })
  closeSync(output)
  if (code === 0) return ''
  const said = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n') : ''
  return `${said || readFileSync(report, 'utf8').trim() || 'pg_ctl could not be started'} (${logFile})`
}

/**
 * Starts the cluster of a folder, creating it when there is none, or takes over the one that a killed process left
 * running. It is watched: when the database ends by itself it is started again. @throws Error with one clear line when
 * it cannot be created or started
 */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { home, bin, account, log = () => {} } = options
  const data = path.join(home, 'data')
  const socket = socketFolder(home)
  prepareFolders(options, socket)
  const secrets = readSecrets(path.join(home, 'secrets.json'), data)
  const major = majorOf(options)
  if (!existsSync(data)) initialise(options, data, secrets, major)
  const written = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (written !== String(major))
    throw new Error(
      `The data in ${data} was written by PostgreSQL ${written} and this is ${major}: ` +
        `go back to the earlier version, or restore a backup into an empty folder.`,
    )

  let port = 5432
  let pid = 0
  const url: Cluster['url'] = (database, role = { name: superuser, password: secrets.superuser }) =>
    `postgres://${role.name}:${role.password}@${windows ? '127.0.0.1' : encodeURIComponent(socket)}:${port}/${database}`

  /** Returns once the database answers, even when another process started it. */
  const ensure = async (): Promise<void> => {
    const begun = Date.now()
    for (let trouble = ''; ; await wait(150)) {
      const found = readPostmaster(data)
      if (found && isRunning(found.pid)) {
        if (windows) port = found.port
        if (found.ready && (await answers(url('postgres')))) {
          pid = found.pid
          return
        }
        // replaying its log after a crash may take a while
        if (Date.now() - begun < 120_000) continue
        throw new Error(
          `The embedded database runs (process ${found.pid}) but does not answer: ` +
            `see ${path.join(home, 'postgres.log')}.`,
        )
      }
      if (trouble !== '' && Date.now() - begun > 20_000)
        throw new Error(`The embedded database does not start: ${trouble}`)
      if (found) rmSync(path.join(data, 'postmaster.pid'), { force: true })
      if (windows) port = await freePort()
      trouble = await launch(options, data, socket, port)
    }
  }

  const before = readPostmaster(data)?.pid
  await ensure()
  if (before === pid) log('The embedded database was still running; it is used as it is.')

  let stopping = false
  const watching = (async () => {
    for (let look = 1; !stopping; look += 1) {
      await wait(250, undefined, { ref: false })
      // once a minute
      if (look % 240 === 0) turnOver(path.join(home, 'postgres.log'))
      if (stopping || isRunning(pid)) continue
      log('The embedded database has ended by itself; it is started again.')
      try {
        await ensure()
        log('The embedded database is back.')
      } catch (error) {
        log(errorOf(error).message)
      }
    }
  })()

  const leave = async (): Promise<void> => {
    stopping = true
    // the watcher's timer does not hold the process, so this one does
    const hold = setInterval(() => {}, 1000)
    await watching
    clearInterval(hold)
  }
  const stop = async (): Promise<void> => {
    await leave()
    const stopped = runAs(account, path.join(bin, 'pg_ctl'), ['stop', '-w', '-t', '60', '-m', 'fast', '-D', data])
    if (stopped.status !== 0 && isRunning(readPostmaster(data)?.pid ?? 0))
      throw new Error(`The embedded database could not be stopped: ${stopped.stderr.trim()}`)
  }
  return { url, secrets, stop, leave }
}
