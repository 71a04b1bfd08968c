// The log of calls about critical values: who was informed, read back, and when, or an attempt without an answer; each
// call is about one version of a result.
import { boolean, datetime, integer, oneOf, text, type DraftOf } from '../../../core/model.ts'
import { allOf, must } from '../../../core/refusal.ts'
import type { Errors } from '../../../core/validate.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, notFound } from '../../../server/refusal.ts'
import { remarksOf } from '../entry/act.server.ts'
import { rowsOfItems } from '../entry/requested-items.server.ts'
import { auditResults } from '../entry/versions.server.ts'
import { calledRoles, calledText, whoErrors } from '../../lists/called.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { isCritical, notUnlocked } from '../work-item.rules.ts'

// clocks differ by a minute, and a call is logged to the minute
const minute = 60_000

const body = {
  WorkItemId: integer('Work item', { required: 'WorkItemId is missing' }),
  CalledTo: text('Spoken to', { maxLength: 120 }),
  CalledRole: oneOf('Who that is', calledRoles),
  // false: an attempt, which informed nobody; left out, somebody was reached
  Reached: boolean('Reached'),
  CalledPhone: text('Phone', { maxLength: 20 }),
  ReadBack: boolean('Read back'),
  CalledAt: datetime('At'),
  Remarks: text('Remarks', { maxLength: 500 }),
}
type Body = DraftOf<typeof body>

type Call = { readonly to: string; readonly at: Date; readonly reached: boolean }
const callOf = ({ CalledTo, CalledRole, ReadBack, CalledAt, Reached, Remarks }: Body): Call => {
  const to = CalledTo?.trim() ?? ''
  const reached = Reached !== false
  const errors: Errors = {
    ...whoErrors(to, CalledRole, reached),
    ...(reached && ReadBack !== true && { ReadBack: ['The value must be read back'] }),
    ...(!reached && !Remarks?.trim() && { Remarks: ['Say what happened: no answer, engaged'] }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const at = new Date(CalledAt ?? Date.now())
  if (at.getTime() > Date.now() + minute) throw invalid({ CalledAt: ['The time of the call cannot be in the future'] })
  return { to, at, reached }
}

/** The version that a call is about: the current one, or the waiting amendment. */
const resultOf = (tx: Tx, { WorkItemId }: ResultRow): Promise<{ ResultId: number; EnteredAt: string }> =>
  tx.one(sql`
    select
      result.result_id,
      result.entered_at
    from
      work_items item
      join results result on result.result_id = coalesce(item.amended_result_id, item.result_id)
    where
      item.work_item_id = ${WorkItemId}
  `)

const write = async (tx: Tx, user: Caller, row: ResultRow, { to, at, reached }: Call, sent: Body): Promise<number> => {
  const about = await resultOf(tx, row)
  if (at.getTime() < new Date(about.EnteredAt).getTime() - minute)
    throw invalid({ CalledAt: ['The time of the call cannot be before the result was entered'] })
  const { Call } = await tx.one<{ Call: number }>(sql`
    insert into
      critical_calls (
        work_item_id,
        result_id,
        called_to,
        called_role,
        called_phone,
        read_back,
        called_at,
        called_by_id,
        remarks,
        reached
      )
    values
      (
        ${row.WorkItemId},
        ${about.ResultId},
        ${to || null},
        ${sent.CalledRole ?? null},
        ${sent.CalledPhone ?? null},
        ${reached},
        ${at.toISOString()},
        ${user.UserId},
        ${remarksOf(sent)},
        ${reached}
      )
    returning
      critical_call_id as
    call
  `)
  const whom = calledText(to || null, sent.CalledRole ?? null)
  await auditResults(
    tx,
    user,
    [{ row, after: {} }],
    'critical call',
    `${reached ? 'Spoke to' : 'Did not reach'} ${whom}`,
  )
  return Call
}

/** Logs a call. Answers its key. */
export const logCall = bulkOf({
  name: 'critical call',
  permit: 'update',
  method: 'POST',
  path: 'criticalcalls/',
  summary: 'Log the call about a critical value',
  body,
  records: async (tx, user, sent) => {
    const id = Number(sent.WorkItemId)
    const row = (await rowsOfItems(tx, user, [id])).find((one) => one.WorkItemId === id)
    if (!row) throw notFound()
    return { row, call: callOf(sent) }
  },
  permitted: ({ row }) => [row],
  decide: ({ row }) =>
    allOf(
      notUnlocked(asWorkItem(row)),
      must(row.IsToCallAgain || isCritical(row.Amendment ?? row), `${row.Element}: the result is not critical`),
    ),
  run: async ({ tx, user, records: { row, call }, body: sent }) => ({
    message: call.reached ? 'The call is logged' : 'The attempt is logged; the value is still to be called',
    CriticalCallId: await write(tx, user, row, call, sent),
    status: 201,
  }),
})
