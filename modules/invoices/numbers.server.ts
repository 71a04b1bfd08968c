// Numbers without a gap, for invoices and accessions.
import { sql, type Tx } from '../../server/db/db.ts'

/**
 * A counter row in the same transaction: the next number, gapless per seller and financial year, also when the
 * transaction fails.
 */
export const nextNumber = async (tx: Tx, name: string): Promise<number> =>
  (
    await tx.one<{ value: number }>(sql`
      insert into
        counters (name, value)
      values
        (${name}, 1)
      on conflict (name) do update
      set
        value = counters.value + 1
      returning
        value
    `)
  ).value
