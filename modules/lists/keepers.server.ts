// Saving what the whole network shares: it is kept by those whom the network's own legal entity employs.
import { entityType } from '../../core/user.ts'
import { literal, sql } from '../../server/db/db.ts'
import type { SaveContext } from '../../server/module.ts'
import type { Place } from '../../server/table/read-of.ts'
import { notPermitted } from '../../server/refusal.ts'
import { saveModel } from '../../server/table/table.ts'

/** Saves a record that every entity uses. 403 for the people of another legal entity in the same database. */
export const saveShared = async (place: Place, context: SaveContext): Promise<number> => {
  const { keeps } = await context.tx.one<{ keeps: boolean }>(sql`
    select
      ${context.user.EmployerId}::int = min(client_id) as keeps
    from
      clients
    where
      client_type_id = ${literal(entityType.LegalEntity)}
  `)
  if (keeps !== true) throw notPermitted('This is kept by the network')
  return saveModel(place, context)
}
