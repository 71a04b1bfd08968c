// After a merge of two patients is undone: a report that was issued in the name of the other one meanwhile gets its
// next version in the right name, and its critical values are called about again.
import { sql } from '../../../server/db/db.ts'
import type { FollowContext } from '../../../server/module.ts'
import type { clientFields } from '../../clients/clients.model.ts'
import { ofPerson } from '../../testreports/amendment.server.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { judgeOut, reissue } from './reissue.server.ts'

/** Follows the end of a merge: `key` is the patient who has their sales back. */
export const followUndoneMerge = async ({ tx, user, key, after, action }: FollowContext<typeof clientFields>) => {
  if (action !== 'undo merge') return
  const sales = await tx.rows<{ sale_id: number }>(sql`
    select
      s.sale_id
    from
      sales s
      join lateral (
        select
          r.content -> 'Patient' ->> 'PatientId' as patient
        from
          reports r
        where
          r.sale_id = s.sale_id
        order by
          r.version desc
        limit
          1
      ) newest on true
    where
      s.patient_id = ${key}
      and exists (
        select
        from
          client_merges m
        where
          m.source_id = ${key}
          and m.target_id::text = newest.patient
      )
    order by
      s.sale_id
  `)
  const name = after.Name ?? ''
  const why = { action: 'undo merge', ReasonId: null, Remarks: 'Two patients were taken for one' }
  for (const { sale_id } of sales) {
    await lockWork(tx, [sale_id])
    const rows = await rowsOfSales(tx, [sale_id])
    await reissue(tx, user, sale_id, why, {
      done: 'The patient is corrected',
      subject: 'Patient corrected',
      patient: name,
      Changes: [{ What: ofPerson.patient, Was: 'issued in another name', Is: name }],
      IsOfPerson: true,
      rows,
      out: await judgeOut(tx, user, rows, why, undefined, 'kept'),
    })
  }
}
