// The steps of a sale: how many of how many, when the last of each was, and by whom.
import { join, sql, type Sql } from '../../../server/db/db.ts'
import { named } from './named.server.ts'

const stepOf = (step: string, { at, by, done, of }: Record<'at' | 'by' | 'done' | 'of', Sql>): Sql => sql`
  json_build_object(
    'Step',
    ${step}::text,
    'At',
    ${at},
    'By',
    ${by},
    'Done',
    ${done},
    'Of',
    ${of}
  )
`
/** Who dispatched the last tube of the sale; null where the clock did. */
const dispatchedBy = named(sql`
  (
    select
      event.user_id
    from
      samples tube
      join sample_events event on event.sample_id = tube.sample_id
    where
      tube.sale_id = sale.sale_id
      and event.kind = 'dispatched'
    order by
      event.sample_event_id desc
    limit
      1
  )
`)
/** When the last version was released, and by whom; no row before. */
export const newestReport = sql`
  (
    select
      report.created_at,
      report.created_by
    from
      reports report
    where
      report.sale_id = sale.sale_id
    order by
      report.version desc
    limit
      1
  )
`
const released = (value: Sql): Sql => sql`
  case
    when work.released > 0 then ${value}
  end
`

/** Step by step: how many of how many, when the last of them was, and by whom. */
export const steps = sql`
  json_build_array(${join([
    stepOf('Booked', { at: sql`sale.created_at`, by: named(sql`sale.created_by`), done: sql`1`, of: sql`1` }),
    stepOf('Collected', {
      at: sql`tubes.collected`,
      by: named(sql`tubes.collected_by`),
      done: sql`tubes.drawn`,
      of: sql`tubes.all`,
    }),
    stepOf('Dispatched', {
      at: sql`tubes.dispatched`,
      by: dispatchedBy,
      done: sql`tubes.sent`,
      of: sql`tubes.travelling`,
    }),
    stepOf('Received', {
      at: sql`tubes.received`,
      by: named(sql`tubes.received_by`),
      done: sql`tubes.arrived`,
      of: sql`tubes.all`,
    }),
    stepOf('Entered', {
      at: sql`work.entered_at`,
      by: named(sql`work.entered_by`),
      done: sql`work.entered`,
      of: sql`work.all`,
    }),
    stepOf('Approved', {
      at: sql`work.approved_at`,
      by: named(sql`work.approved_by`),
      done: sql`work.approved`,
      of: sql`work.signable`,
    }),
    stepOf('Released', {
      at: released(sql`report.created_at`),
      by: released(named(sql`report.created_by`)),
      done: sql`work.released`,
      of: sql`work.signable`,
    }),
  ])})
`
