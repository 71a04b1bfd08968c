// What goes wrong as an answer: its status and words, what the log gets of it, and never SQL or a stack.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, isBusy, isConnectionLoss } from '../db/failure.ts'
import { genericMessage, Refusal } from '../refusal.ts'

// a SQLSTATE has five characters, Node's own codes have other lengths
const isFromDatabase = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * What the database would not take: a value out of its range or form (class 22), a duplicate, a reference to nothing, a
 * broken constraint.
 */
const databaseStatus = (error: unknown): number | undefined => {
  if (!isFromDatabase(error)) return undefined
  const { code } = error as { code: string }
  if (isBusy(error)) return 503
  return code.startsWith('22')
    ? 400
    : code === '23505'
      ? 409
      : code === '23503' || code === '23514' || code === '23502'
        ? 422
        : undefined
}
/** What the answer's status is, whatever was thrown. */
export const statusOf = (error: unknown): number =>
  error instanceof Refusal
    ? error.status
    : isConnectionLoss(error)
      ? 503
      : (databaseStatus(error) ?? (error as { statusCode?: number }).statusCode ?? 500)

const databaseMessage: Readonly<Record<number, string>> = {
  400: 'A value is not valid',
  409: 'This exists already',
  422: 'A value does not fit the rest of the record',
}

/**
 * What the log gets of an error: where and what kind. PostgreSQL quotes values in its messages, so of its errors only
 * the names are kept.
 */
export const loggable = (error: unknown): Record<string, unknown> => {
  const { name, message, code, constraint, table, column, stack } = error as Error & {
    code?: string
    constraint?: string
    table?: string
    column?: string
  }
  const where = (stack ?? '').slice((stack ?? '').indexOf('\n    at ') + 1)
  return {
    name,
    code,
    ...(isFromDatabase(error) ? { constraint, table, column } : { message }),
    where: where
      .split('\n')
      .slice(0, 6)
      .map((line) => line.trim()),
  }
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
 * One line of the log for each request that was not done: what failed here as an error, what could not be done now as a
 * warning, and what was refused as information, without its words, which may name a person. Not that a session is over:
 * open screens ask that again and again.
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
  const { errors, code } = error instanceof Refusal ? error : {}
  const body = { message, ...(errors ? { errors } : {}), ...(code ? { code } : {}), requestId }
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
