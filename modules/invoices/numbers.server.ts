// Numbers without a gap, for invoices and accessions.
import { sql, type Tx } from '../../server/db/db.ts'

/**
 * A counter row in the same transaction: the next number, without a gap also when the transaction fails. Invoices and
 * credit notes have one for each prefix and financial year.
 */
export const nextNumber = async (tx: Tx, name: string): Promise<number> =>
  (
    await tx.one<{ Value: number }>(sql`
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
  ).Value
