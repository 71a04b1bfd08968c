// Why the product cannot start, in one line with the cause and the remedy.
import { ConfigError, type Config } from '../server/config.ts'

const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? ''

/** An address without its secrets. */
const serverOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url)
  return searchParams.get('host') ?? `${decodeURIComponent(hostname) || 'localhost'}:${port || '5432'}`
}

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]

/** The problem with the database in DATABASE_URL. */
const databaseProblem = (error: unknown, url: string): string | undefined => {
  const code = codeOf(error)
  const { username, pathname } = new URL(url)
  const [server, name] = [serverOf(url), decodeURIComponent(pathname.slice(1))]
  if (unreachable.includes(code) || /timeout expired/.test((error as Error).message))
    return `No PostgreSQL answers at ${server} (${code || 'no answer'}). Start it, or correct DATABASE_URL.`
  if (code === '28P01') return `PostgreSQL at ${server} refuses the password of ${username}. Correct DATABASE_URL.`
  if (code === '28000')
    return (
      `PostgreSQL at ${server} does not accept ${username || 'this user'}: ${(error as Error).message}. ` +
      'Correct DATABASE_URL, or its pg_hba.conf.'
    )
  if (code === '3D000') return `There is no database "${name}" at ${server}. Create it, or correct DATABASE_URL.`
  if (code === '57P03') return `PostgreSQL at ${server} is starting or stopping. Start Aliquot again in a moment.`
  if (code === '53300') return `PostgreSQL at ${server} has no connection left. Raise its max_connections.`
  if (/SASL|password must be a string/.test((error as Error).message))
    return `PostgreSQL at ${server} asks for a password. Write it into DATABASE_URL.`
  return undefined
}

/** The problem with the address that the server listens on. */
export const listenProblem = (error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): Error => {
  const code = codeOf(error)
  const text = {
    EADDRINUSE: `Port ${port} is taken. Set PORT to another number, for example PORT=${port + 1} npm start`,
    EACCES: `Port ${port} is reserved for the administrator of this machine. Set PORT to a number above 1023.`,
  }[code]
  if (text !== undefined) return new ConfigError(text)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAI_NONAME'].includes(code))
    return new ConfigError(
      `HOST ${host} is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.`,
    )
  return error as Error
}

type Addressed = Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'poolerUrl'>>

/** The error as displayed: one line where the reason is known. */
export const startProblem = (error: unknown, config: Addressed): unknown => {
  if (error instanceof ConfigError || config.databaseUrl === undefined) return error
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const text = databaseProblem(first, config.databaseUrl)
  if (text === undefined) return error
  // with a pooler, the address of the database itself has a name of its own
  const name = config.poolerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_SESSION_URL'
  return new ConfigError(text.replaceAll('DATABASE_URL', name))
}
