// Two clients that are merged: their money is held, and documents that tell the two apart are settled first.
import { sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { holdFree } from '../../ledger/hold.server.ts'

/** @throws 422 where both sent a bill of one number in a year, or settled with each other */
export const holdToMerge = async (tx: Tx, source: number, target: number): Promise<void> => {
  await holdFree(tx, [source, target])
  const apart = await tx.maybe<{ Reason: string }>(sql`
    select
      'Both have purchase bill ' || theirs.bill_no || ' of one year. Cancel one of the two first' as reason
    from
      purchase_bills ours
      join purchase_bills theirs on lower(theirs.bill_no) = lower(ours.bill_no)
      and theirs.financial_year = ours.financial_year
      and theirs.supplier_id = ${target}
      and theirs.cancelled_at is null
    where
      ours.supplier_id = ${source}
      and ours.cancelled_at is null
    union all
    select
      'They settled with each other, settlement ' || set_off_id || '. Two places that did are not merged'
    from
      set_offs
    where
      first_id in (${source}, ${target})
      and second_id in (${source}, ${target})
    limit
      1
  `)
  if (apart) throw refused(apart.Reason)
}
