// Changed reference ranges follow the old ones from a day on, once a pathologist has agreed; what waits for that.
import { dayOf, startOfDay } from '../../../core/dates.ts'
import { integer } from '../../../core/model.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
import type { SaveContext } from '../../../server/module.ts'
import { invalid } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { rowWrites, saveRows } from '../../../server/table/grid.ts'
import { arrayOf, objectOf } from '../../../server/table/shown.ts'
import { elementFields, elements } from '../elements.model.ts'
import { rangesOf } from '../ready.server.ts'
import { rangesInForce } from './answers.model.ts'
import { fromErrors, isLoosened, judgesOtherwise, mayChangeRanges, mayLoosen } from './in-force.rules.ts'

const place = { fields: elementFields, keyColumn: 'element_id' }
type Context = Pick<SaveContext<typeof elementFields>, 'tx' | 'user' | 'record' | 'before'>

/** The day from which the newest ranges of the `element` hold, others or fewer; null where they hold already. */
export const comingFrom = sql`
  (
    select
      network_day (max(change.at))
    from
      element_measurements coming
      cross join lateral (
        values
          (coming.effective_from),
          (coming.effective_till)
      ) change (at)
    where
      coming.element_id = element.element_id
      and change.at > now()
      and change.at < 'infinity'
      and coming.effective_till > coming.effective_from
  )
`

/** Whether a result of the element was ever released. */
export const isInUse = async (tx: Tx, key: number): Promise<boolean> => {
  const { Used } = await tx.one<{ Used: boolean }>(sql`
    select
      first_released_at is not null as used
    from
      elements
    where
      element_id = ${key}
  `)
  return Used
}

/** From the beginning of a day, or from now on. */
const moment = (from: string | null): Sql =>
  from === null ? sql`now()` : sql`greatest(now(), ${startOfDay(from)}::timestamptz)`

/**
 * Writes the ranges that were sent. @throws 400 for a day that cannot be, 422 where a pathologist has to agree
 */
export const saveRanges = async ({ tx, user, record, before }: Context, key: number): Promise<void> => {
  const [rows, stored] = [record.ElementMeasurements, before?.ElementMeasurements ?? []]
  const from = record.RangesFrom == null ? null : dayOf(record.RangesFrom)
  const hooks = { from: moment(from) }
  const isChanged =
    rows !== undefined && rowWrites(place, 'ElementMeasurements', key, rows ?? [], stored, hooks).length > 0
  const after = { ...before, ...record }
  if (isChanged) {
    const errors = fromErrors(before, after, { from, today: dayOf(now()), comingFrom: before?.ComingFrom ?? null })
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
  if (before && (isChanged || judgesOtherwise(before, after)))
    agreed(user, mayChangeRanges(await isInUse(tx, key), isChanged ? from : null))
  if (before && isLoosened(before, after)) agreed(user, mayLoosen(await isInUse(tx, key)))
  if (isChanged) await saveRows(tx, place, 'ElementMeasurements', key, rows ?? [], stored, hooks)
}

/** Requests that wait for a pathologist, of the `element`. */
const asked = arrayOf(
  objectOf('request', ['RequestId', 'Kinds'], {
    From: sql`request.body ->> 'RangesFrom'`,
    AskedBy: sql`asker.full_name`,
  }),
  sql`
    from
      requests request
      join request_states reached using (request_id)
      join users asker on asker.user_id = request.asked_by_id
    where
      request.module_id = ${elements.id}
      and request.form_id = element.element_id
      and reached.state = 'waiting'
      and request.kinds && '{interval, loosened}'
  `,
  sql`request.request_id`,
)
/** The ranges that hold until others do, and who asked for which day. */
export const inForce = routeOf({
  method: 'GET',
  ...rangesInForce,
  access: { module: 'elements', permit: 'read' },
  scope: 'the same for every reader of elements',
  summary: 'Reference ranges that hold now, and what waits for a pathologist',
  query: { ElementId: integer('Element Id', { required: 'ElementId is missing' }) },
  handler: async (call) => {
    const [found] = await call.db.read.rows(sql`
      select
        ${rangesOf(sql`element`)} as "Ranges",
        ${asked} as "Asked"
      from
        elements element
      where
        element.element_id = ${call.query.ElementId}
    `)
    return json(found ?? { Ranges: [], Asked: [] })
  },
})
