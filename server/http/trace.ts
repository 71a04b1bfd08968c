// The traces of a request: the session it keeps active, and its refusal in the access log.
import type { FastifyRequest } from 'fastify'
import { isObject } from '../../core/same.ts'
import { writeAccess } from '../door/audit.ts'
import type { Loaded } from '../caller.ts'
import type { Database } from '../db/db.ts'
import type { Route } from '../route.ts'
import { touchSession, type Session } from '../session/session.ts'
import { headerOf } from './headers.ts'

/** Refusals of a permit, of a record outside the scope, or by a rule. */
const refusals = new Set([403, 404, 422])
/**
 * Whether an answer means work of the user: done, or refused for correction. Missing or forbidden addresses do not
 * count.
 */
const isWork = (status: number): boolean => status < 400 || [400, 409, 422].includes(status)

/** Keeps the session active after work of its user; the browser marks its own requests with a header. */
export const keepAwake = async (
  db: Database,
  session: Session,
  request: FastifyRequest,
  status: number,
  passive = false,
): Promise<void> => {
  if (!session.row.Stale || passive || headerOf(request, 'x-passive') === '1' || !isWork(status)) return
  await db.transaction((tx) => touchSession(tx, session.tokenHash))
}

const named = (sent: unknown): Loaded => (isObject(sent) ? sent : {})
const keyIn = (...values: unknown[]): number | null => {
  // an invalid key in the request must not prevent the log entry
  const plain = values.filter((value) => typeof value === 'number' || typeof value === 'string')
  const found = plain.map(Number).find((value) => Number.isInteger(value) && value > 0 && value <= 2_147_483_647)
  return found ?? null
}

/** Records a refusal in the access log: module and record, without values. */
export const logRefusal = async (
  db: Database,
  session: Session,
  route: Route,
  request: FastifyRequest,
  status: number,
): Promise<void> => {
  if (!refusals.has(status)) return
  const { key, id } = named(request.params)
  const { FormId, formId } = { ...named(request.query), ...named(request.body) }
  const module =
    typeof route.access === 'object' ? route.access.module : (route.path.split('/').find((part) => part !== '') ?? '')
  const who = { UserId: session.row.UserId, EntityId: session.row.EntityId, requestId: request.id }
  await db.transaction((tx) => writeAccess(tx, who, `refused ${status}`, module, keyIn(key, id, formId, FormId)))
}
