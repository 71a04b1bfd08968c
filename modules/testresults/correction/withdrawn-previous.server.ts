// After results are withdrawn: reports that were issued meanwhile and print one of them as the previous result get
// their next version without it. What was only amended stays as it was printed: it was in force then.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf } from '../work-item.rules.ts'
import { isCancelled, isUnlocked, withoutPrevious, wrongPrevious } from './printed-previous.server.ts'

const why = { action: 'withdraw result', ReasonId: null, Remarks: 'A previous result that it printed is withdrawn' }

type Withdrawn = { readonly patient: number; readonly name: string; readonly items: number[]; readonly since: string }
/** What this transaction withdrew of these sales, by patient; `since`: when the first of it was issued. */
const withdrawnNow = (tx: Tx, saleIds: readonly number[]): Promise<Withdrawn[]> =>
  tx.rows<Withdrawn>(sql`
    select
      sale.patient_id as patient,
      patient.name,
      array_agg(distinct item.work_item_id) as items,
      min(earlier.released_at) as since
    from
      work_items item
      join results value on value.result_id = item.result_id
      join results earlier on earlier.work_item_id = item.work_item_id
      join sales sale on sale.sale_id = item.sale_id
      join clients patient on patient.client_id = sale.patient_id
    where
      item.sale_id = any (${[...saleIds]})
      and value.result is null
      and value.released_at = now()
      and earlier.result is not null
      and earlier.released_at is not null
    group by
      sale.patient_id,
      patient.name
  `)

/** The bill of the sale is open again, and its report is issued by nobody meanwhile: its signatories look at it. */
const leaveToSignatories = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<void> => {
  for (const [labId, [row]] of Map.groupBy(rows, benchOf))
    await tellOthers(tx, user, labId, [role.Pathologist], {
      subject: 'A previous result on a report is withdrawn',
      content:
        `${row?.Sale.AccessionNo ?? ''} prints it still and is unlocked at the counter: ` +
        'correct its details once it is accessioned',
      path: recordPath('testreports', { SaleId: Number(row?.SaleId) }),
    })
}

/** Asked after results of these sales may have been withdrawn. */
export const takeOffWithdrawn = async (tx: Tx, user: Caller, saleIds: readonly number[]): Promise<void> => {
  for (const { patient, name, items, since } of await withdrawnNow(tx, saleIds)) {
    const taken = { moved: sql`had.work_item_id = any (${items})`, target: patient, since: sql`${since}::timestamptz` }
    for (const [saleId, Changes] of await wrongPrevious(tx, taken, 'withdrawn')) {
      await lockWork(tx, [saleId])
      const rows = await rowsOfSales(tx, [saleId])
      // the report of a cancelled sale is issued in nobody's name again
      if (rows.some(isCancelled)) continue
      if (rows.some(isUnlocked)) await leaveToSignatories(tx, user, rows)
      else await withoutPrevious(tx, user, rows, { why, patient: name, Changes })
    }
  }
}
