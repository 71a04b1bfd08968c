// The server's environment variables, read once; a wrong value gives one clear line.
import { availableParallelism } from 'node:os'
import path from 'node:path'

export type BackupConfig = {
  /** Where backups go; undefined where DATABASE_URL is set and no folder is named. */
  folder: string | undefined
  /** Inside the data folder: made by the server. A folder that was named may be a disk that is away. */
  isOwnFolder: boolean
  /** Made each night by the server. */
  isScheduled: boolean
  /** The hour of the network's day from which the backup of that day is due. */
  hour: number
  /** How many are kept: the newest of so many days, weeks and months. */
  daily: number
  weekly: number
  monthly: number
  passphrase: string | undefined
  /** Seconds that the disk of the folder may take for one piece of work. */
  diskSeconds: number
}
export type Config = {
  port: number
  host: string
  dataDir: string
  /** The database itself: a connection there is a session. */
  databaseUrl: string | undefined
  /** A pooler before it, which gives each transaction another session. */
  poolerUrl: string | undefined
  replicaUrl: string | undefined
  /** Processes that serve. */
  processes: number
  /** Most connections to the database that this process opens. */
  connections: number
  notificationDays: number
  accessLogDays: number
  demo: boolean
  smtpUrl: string | undefined
  trustProxy: boolean
  /** The address of the product from outside, as configured at the start: `https://lab.example.org`. */
  publicUrl: string | undefined
  logLevel: string
  development: boolean
  /** Seconds that a session is cached in memory after it was read. */
  sessionSeconds: number
  backup: BackupConfig
}
/** The variables that are read; README.md says what each is for. */
type Setting =
  | 'PORT'
  | 'HOST'
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'DATABASE_SESSION_URL'
  | 'DATABASE_REPLICA_URL'
  | 'DATABASE_CONNECTIONS'
  | 'PROCESSES'
  | 'DEMO'
  | 'SMTP_URL'
  | 'TRUST_PROXY'
  | 'PUBLIC_URL'
  | 'LOG_LEVEL'
  | 'SESSION_SECONDS'
  | 'NOTIFICATION_DAYS'
  | 'ACCESS_LOG_DAYS'
  | 'BACKUP_FOLDER'
  | 'BACKUP_PASSPHRASE'
  | 'BACKUP_HOUR'
  | 'BACKUP_DAILY'
  | 'BACKUP_WEEKLY'
  | 'BACKUP_MONTHLY'
  | 'BACKUP_DISK_SECONDS'
  | 'NODE_ENV'
type Environment = { readonly [Name in Setting]?: string }
export class ConfigError extends Error {}

const flag = (env: Environment, name: Setting, fallback: boolean): boolean => {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw new ConfigError(`${name} must be true or false, not "${value}"`)
}

const urlOf = (env: Environment, name: Setting, protocols: readonly string[]): string | undefined => {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols[0]}//`)
  return value
}

const numberOf = (env: Environment, name: Setting, fallback: number, least: number, most: number): number => {
  const value = Number(env[name] || fallback)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ConfigError(`${name} must be a number from ${least} to ${most}, not "${env[name]}"`)
  return value
}

const most = 32
const processesOf = (env: Environment): number => {
  const value = env.PROCESSES || '1'
  if (value === 'auto') return Math.min(availableParallelism(), most)
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new ConfigError(`PROCESSES must be auto or a number from 1 to ${most}, not "${value}"`)
  return count
}

const leastPassphrase = 12
const passphraseOf = (env: Environment): string | undefined => {
  const value = env.BACKUP_PASSPHRASE || undefined
  if (value !== undefined && value.length < leastPassphrase)
    throw new ConfigError(`BACKUP_PASSPHRASE must have at least ${leastPassphrase} characters`)
  return value
}

/** A disk that sleeps, or an automatic mount, answers within a minute. */
export const usualDiskSeconds = 120

type Where = Pick<Config, 'databaseUrl' | 'dataDir' | 'demo'>
const backupOf = (env: Environment, { databaseUrl, dataDir, demo }: Where): BackupConfig => {
  const named = env.BACKUP_FOLDER || undefined
  return {
    folder: named ?? (databaseUrl === undefined ? path.join(dataDir, 'backups') : undefined),
    isOwnFolder: named === undefined,
    isScheduled: named !== undefined || (databaseUrl === undefined && !demo),
    hour: numberOf(env, 'BACKUP_HOUR', 2, 0, 23),
    daily: numberOf(env, 'BACKUP_DAILY', 7, 1, 366),
    weekly: numberOf(env, 'BACKUP_WEEKLY', 5, 0, 520),
    monthly: numberOf(env, 'BACKUP_MONTHLY', 12, 0, 1200),
    passphrase: passphraseOf(env),
    diskSeconds: numberOf(env, 'BACKUP_DISK_SECONDS', usualDiskSeconds, 1, 3600),
  }
}

/** Reads the variables of README.md; throws ConfigError naming the variable that is wrong. */
export const readConfig = (env: Environment): Config => {
  const postgres = ['postgres:', 'postgresql:']
  const sessionUrl = urlOf(env, 'DATABASE_SESSION_URL', postgres)
  const namedUrl = urlOf(env, 'DATABASE_URL', postgres)
  if (sessionUrl !== undefined && namedUrl === undefined)
    throw new ConfigError('DATABASE_SESSION_URL goes with DATABASE_URL, the address of the pooler: set both')
  const databaseUrl = sessionUrl ?? namedUrl
  const logLevel = env.LOG_LEVEL || 'info'
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "${logLevel}"`)
  const dataDir = env.DATA_DIR || './data'
  const demo = flag(env, 'DEMO', databaseUrl === undefined)
  const config: Config = {
    port: numberOf(env, 'PORT', 3000, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    dataDir,
    databaseUrl,
    poolerUrl: sessionUrl === undefined ? undefined : namedUrl,
    replicaUrl: urlOf(env, 'DATABASE_REPLICA_URL', postgres),
    processes: processesOf(env),
    connections: numberOf(env, 'DATABASE_CONNECTIONS', 24, 15, 500),
    notificationDays: numberOf(env, 'NOTIFICATION_DAYS', 180, 1, 36_500),
    accessLogDays: numberOf(env, 'ACCESS_LOG_DAYS', 1095, 366, 36_500),
    demo,
    smtpUrl: urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    publicUrl: urlOf(env, 'PUBLIC_URL', ['https:', 'http:']),
    trustProxy: flag(env, 'TRUST_PROXY', false),
    logLevel,
    sessionSeconds: numberOf(env, 'SESSION_SECONDS', 20, 0, 20),
    development: env.NODE_ENV === 'development',
    backup: backupOf(env, { databaseUrl, dataDir, demo }),
  }
  if (config.demo && !['127.0.0.1', '::1', 'localhost'].includes(config.host))
    throw new ConfigError('HOST must be 127.0.0.1 in demo mode: the demo passwords are public (set DEMO=false)')
  return config
}
