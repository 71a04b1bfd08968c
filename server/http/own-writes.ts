// What a person has just saved is in their next list, also where lists are read on a replica: the position of the save
// in the primary's log goes along with their requests, and lists come from the primary until the replica has passed it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Database } from '../db/db.ts'
import { positionOf } from '../db/replica.ts'

/** The cookie reaches every process; the header of its name is for programs without cookies. */
const name = 'aliquot-seen'
/** Seconds after which a replica either has it or counts as lost. */
const most = 60

/** The newest position that the sender has seen, if they say so. */
const seenBy = ({ headers, cookies }: FastifyRequest): bigint | undefined => {
  const sent = headers[`x-${name}`] ?? cookies[name]
  return typeof sent === 'string' && /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(sent) ? positionOf(sent) : undefined
}

/** The database for a request: lists come from the primary while the replica lacks what the sender has seen. */
export const seeing = async (db: Database, request: FastifyRequest): Promise<Database> => {
  const { replica } = db.state
  const seen = replica === undefined || replica.isAway ? undefined : seenBy(request)
  return seen === undefined || (await replica?.hasPassed(seen)) ? db : db.onPrimary()
}

/** Tells the sender of a change up to where the primary's log goes now. Without a replica there is nothing to tell. */
export const tellPosition = async (db: Database, reply: FastifyReply): Promise<void> => {
  if (db.state.replica === undefined) return
  const position = await db.read
    .one<{ Written: string }>(sql`
      select
        pg_current_wal_lsn()::text as written
    `)
    // the change is stored: that its position is not known must not make it look refused
    .catch(() => undefined)
  if (position === undefined) return
  void reply.header(`x-${name}`, position.Written)
  void reply.setCookie(name, position.Written, { httpOnly: true, sameSite: 'strict', path: '/', maxAge: most })
}
