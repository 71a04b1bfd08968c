// Errors as answers: their status and message, never SQL or a stack, and their entry in the log.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorOf, partOf } from '../thrown.ts'
import type { Errors } from '../../core/validate.ts'
import { codeOf, isBusy, isConnectionLoss } from '../db/failure.ts'
import { fieldOf } from '../db/names.ts'
import { genericMessage, Refusal } from '../refusal.ts'

// a SQLSTATE has five characters, Node's own codes have other lengths
const isFromDatabase = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error))

/**
 * The status of a write that the database refused: a value out of range or form (class 22), a duplicate, a missing
 * reference, a broken constraint.
 */
const databaseStatus = (error: unknown): number | undefined => {
  if (!isFromDatabase(error)) return undefined
  const code = codeOf(error)
  if (isBusy(error)) return 503
  return code.startsWith('22')
    ? 400
    : code === '23505'
      ? 409
      : code === '23503' || code === '23514' || code === '23502'
        ? 422
        : undefined
}
/** The status that the HTTP server gives its own errors. */
const statusIn = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
/** The status of the answer for any error. */
export const statusOf = (error: unknown): number =>
  error instanceof Refusal
    ? error.status
    : isConnectionLoss(error)
      ? 503
      : (databaseStatus(error) ?? statusIn(error) ?? 500)

const databaseMessage: Readonly<Record<number, string>> = {
  400: 'A value is not valid',
  409: 'This already exists',
  422: 'A value does not fit the rest of the record',
}

/**
 * The log's part of an error: place and kind. PostgreSQL quotes values in its messages, so only the names of its errors
 * are logged.
 */
export const loggable = (error: unknown): Record<string, unknown> => {
  const { name, message, stack = '' } = errorOf(error)
  const where = stack.slice(stack.indexOf('\n    at ') + 1)
  return {
    name,
    code: partOf(error, 'code'),
    ...(isFromDatabase(error)
      ? { constraint: partOf(error, 'constraint'), table: partOf(error, 'table'), column: partOf(error, 'column') }
      : { message }),
    where: where
      .split('\n')
      .slice(0, 6)
      .map((line) => line.trim()),
  }
}

/** The field of a value that another record has: `Key (code)=(X) already exists.`; the value itself is left out. */
const takenField = (error: unknown): Errors | undefined => {
  if (!isFromDatabase(error) || databaseStatus(error) !== 409) return undefined
  const columns = /^Key \((?:lower\()?"?([a-z_]+)"?(?:::text)?\)?\)=/.exec(partOf(error, 'detail') ?? '')
  return columns?.[1] === undefined ? undefined : { [fieldOf(columns[1])]: ['Another record has this already'] }
}

const plainMessage: Readonly<Record<number, string>> = { 413: 'This is too large', 415: 'Send application/json' }
const messageOf = (error: unknown, status: number): string => {
  if (error instanceof Refusal) return error.message
  if (isBusy(error)) return 'The database is busy or full. Please try again.'
  if (status === 503) return 'The database is not reachable. Please try again.'
  if (databaseStatus(error) !== undefined) return databaseMessage[status] ?? genericMessage
  return plainMessage[status] ?? (status < 500 ? 'The request is malformed' : genericMessage)
}

/**
 * Logs one line for each failed request: a failure of the server as an error, a temporary one as a warning, and a
 * refusal as information, without its message, which may name a person. An ended session is not logged: open screens
 * ask again and again.
 */
const logFailure = (error: unknown, request: FastifyRequest, status: number): void => {
  const requestId = request.id
  const what = { requestId, status, method: request.method, route: request.routeOptions.url }
  if ((status >= 500 && status !== 503) || databaseStatus(error) !== undefined)
    request.log.error({ ...what, err: loggable(error) }, 'request failed')
  else if (status === 503) request.log.warn({ ...what, reason: codeOf(error) || undefined }, 'request not possible now')
  else if (status !== 401) {
    const code = error instanceof Refusal ? error.code : undefined
    const fields = error instanceof Refusal && error.errors ? Object.keys(error.errors).slice(0, 20) : undefined
    request.log.info({ ...what, code, fields }, 'request refused')
  }
}

/** Errors as { message, errors?, requestId }: no SQL, no stack. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const requestId = request.id
  const status = statusOf(error)
  if (error instanceof Refusal && error.retryAfter !== undefined)
    void reply.header('retry-after', String(error.retryAfter))
  if (status === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', '2')
  logFailure(error, request, status)
  const message = messageOf(error, status)
  const { errors = takenField(error), code, needs } = error instanceof Refusal ? error : {}
  const body = {
    message,
    ...(errors ? { errors } : {}),
    ...(code ? { code } : {}),
    ...(needs ? { needs } : {}),
    requestId,
  }
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
