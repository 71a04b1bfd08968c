// What a request leaves besides its answer: the session it kept awake, and the refusal that the access log keeps.
import type { FastifyRequest } from 'fastify'
import { writeAccess } from '../door/audit.ts'
import type { Database } from '../db/db.ts'
import type { Route } from '../route.ts'
import { touchSession, type Session } from '../session/session.ts'

/** What somebody was refused: a permit, a record outside their scope, or what a rule does not allow. */
const refusals = new Set([403, 404, 422])
/**
 * Answers that only hands ask for: done, or sent back to be corrected. Addresses that are not there, or belong to
 * others, are no work.
 */
const isWork = (status: number): boolean => status < 400 || [400, 409, 422].includes(status)

/** Keeps the session awake after work of its user; what the browser does on its own says so in its header. */
export const keepAwake = async (
  db: Database,
  session: Session,
  request: FastifyRequest,
  status: number,
  passive = false,
): Promise<void> => {
  if (!session.row.stale || passive || request.headers['x-passive'] === '1' || !isWork(status)) return
  await db.transaction((tx) => touchSession(tx, session.tokenHash))
}

const keyIn = (...values: unknown[]): number | null => {
  // whatever else was sent as a key is no reason to log nothing
  const plain = values.filter((value) => typeof value === 'number' || typeof value === 'string')
  const found = plain.map(Number).find((value) => Number.isInteger(value) && value > 0 && value <= 2_147_483_647)
  return found ?? null
}

/** A refusal in the access log: which module and record, without values. */
export const logRefusal = async (
  db: Database,
  session: Session,
  route: Route,
  request: FastifyRequest,
  status: number,
): Promise<void> => {
  if (!refusals.has(status)) return
  const { key, id } = request.params as { key?: string; id?: string }
  const sent = { ...(request.query as object), ...(request.body as object | undefined) } as {
    FormId?: unknown
    formId?: unknown
  }
  const module =
    typeof route.access === 'object' ? route.access.module : (route.path.split('/').find((part) => part !== '') ?? '')
  const who = { UserId: session.row.user_id, EntityId: session.row.entity_id, requestId: request.id }
  await db.transaction((tx) =>
    writeAccess(tx, who, `refused ${status}`, module, keyIn(key, id, sent.formId, sent.FormId)),
  )
}
