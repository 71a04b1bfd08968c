// The meaning of database errors.
import { partOf } from '../thrown.ts'

const lost = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '08000',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])
/** PostgreSQL's code of the error, empty when it did not answer. */
export const codeOf = (error: unknown): string => partOf(error, 'code') ?? ''
/** A pooler has lost its database: PostgreSQL itself names the routine that refused. */
const isOfPooler = (error: unknown): boolean => codeOf(error) === '08P01' && partOf(error, 'routine') === undefined

const unreachable = new Set(['ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
/** Its socket, name or machine is not found; any other missing file, and a mail server, do not concern the database. */
const isUnreachable = (error: unknown): boolean => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return unreachable.has(codeOf(first)) && ['connect', 'getaddrinfo', 'read'].includes(partOf(first, 'syscall') ?? '')
}

/** The database is lost (restarting, killed): the caller must try again, and no write was half done. */
export const isConnectionLoss = (error: unknown): boolean =>
  lost.has(codeOf(error)) ||
  isOfPooler(error) ||
  isUnreachable(error) ||
  (error instanceof Error &&
    /Connection terminated|not queryable|timeout exceeded when trying to connect|the database system is/.test(
      error.message,
    ))

/** The database answers but cannot do it now: a statement timed out, or disk, memory or connections are used up. */
export const isBusy = (error: unknown): boolean => /^(57014|53\w{3})$/.test(codeOf(error))

/** Two transactions conflicted: a second attempt succeeds. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))
