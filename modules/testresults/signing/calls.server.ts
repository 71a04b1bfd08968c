// The log of calls about critical values: who was told, read back, and when; each call is about one version of a
// result.
import type { Tx } from '../../../server/db/db.ts'
import { sql } from '../../../server/db/db.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { invalid, notFound, refused } from '../../../server/refusal.ts'
import { remarksOf } from '../entry/act.server.ts'
import { rowsOfItems } from '../entry/named.server.ts'
import { isCritical } from '../work-item.rules.ts'
import { auditResults } from '../entry/versions.server.ts'

// clocks differ by a minute, and a call is noted to the minute
const minute = 60_000

const checkCall = (body: Loaded): Date => {
  const errors: Record<string, string[]> = {}
  if (typeof body['CalledTo'] !== 'string' || body['CalledTo'].trim() === '')
    errors['CalledTo'] = ['Told to is required']
  if (body['ReadBack'] !== true) errors['ReadBack'] = ['The value must be read back']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const at = new Date(typeof body['CalledAt'] === 'string' ? body['CalledAt'] : Date.now())
  if (Number.isNaN(at.getTime()) || at.getTime() > Date.now() + minute)
    throw invalid({ CalledAt: ['The time of the call can not be in the future'] })
  return at
}

/** Logs a call about the value that counts, or about the amendment that waits beside it. Answers the key. */
export const logCall = async (tx: Tx, user: Caller, body: Loaded): Promise<number> => {
  const id = Number(body['WorkItemId'])
  const row = (await rowsOfItems(tx, user, [id])).find((one) => one.WorkItemId === id)
  if (!row) throw notFound()
  requirePermit(user, 'testresults', 'update', row)
  const at = checkCall(body)
  if (!isCritical(row.Amendment ?? row)) throw refused(`${row.Element}: the result is not critical`)
  const about = await tx.one<{ result_id: number; entered_at: string }>(sql`
    select
      r.result_id,
      r.entered_at
    from
      work_items w
      join results r on r.result_id = coalesce(w.amended_result_id, w.result_id)
    where
      w.work_item_id = ${id}
  `)
  if (at.getTime() < new Date(about.entered_at).getTime() - minute)
    throw invalid({ CalledAt: ['The time of the call can not be before the result was entered'] })
  const { call } = await tx.one<{ call: number }>(sql`
    insert into
      critical_calls (work_item_id, result_id, called_to, called_phone, read_back, called_at, called_by_id, remarks)
    values
      (
        ${id},
        ${about.result_id},
        ${body['CalledTo']},
        ${body['CalledPhone'] ?? null},
        true,
        ${at.toISOString()},
        ${user.UserId},
        ${remarksOf(body)}
      )
    returning
      critical_call_id as
    call
  `)
  await auditResults(tx, user, [{ row, after: {} }], 'critical call', `Told to ${String(body['CalledTo'])}`)
  return call
}
