// A refused accession: nothing of it is kept but why, which the sale shows until it goes through.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Refusal } from '../../../server/refusal.ts'
import { Waits } from './legs.server.ts'

/** Notes on the sale what it waits for. It is no change of the sale: its version stays. */
export const waitFor = async (tx: Tx, key: number, refusal: Refusal): Promise<void> => {
  if (!(refusal instanceof Waits)) return
  await tx.run(sql`
    update sales
    set
      waits_because = ${refusal.message}
    where
      sale_id = ${key}
  `)
}
