// Queues a version of a report for its recipients, in the transaction that issues it, and reads how each letter went.
import { arrayOf, objectOf } from '../../../server/table/shown.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { isSensitive } from '../../openings/open.server.ts'

/** The parties of a sale `s` that receive its results. */
const partiesOf = (s: Sql): Sql => sql`
  (
    ${s}.patient_id,
    ${s}.referring_doctor_id,
    ${s}.buyer_id,
    ${s}.seller_id
  )
`

/**
 * Whether a party `c` of a sale `s` may have its report by letter: what is sensitive goes to the patient, the ordering
 * doctor, and an institution that treats patients and bought it.
 */
export const mayReceive = sql`
  c.client_id in ${partiesOf(sql`s`)}
  and (
    c.client_id in (s.patient_id, s.referring_doctor_id)
    or (
      c.client_id = s.buyer_id
      and c.gives_care
    )
    or not exists (
      select
        1
      from
        work_items work
      where
        work.sale_id = s.sale_id
        and ${isSensitive}
    )
  )
`

/** One letter to each address that wants reports by e-mail, for each of these versions. */
export const queueLetters = (tx: Tx, reportIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into
      report_letters (report_id, client_id, email)
    select distinct
      on (made.report_id, lower(c.email)) made.report_id,
      c.client_id,
      c.email
    from
      reports made
      join sales s on s.sale_id = made.sale_id
      join clients c on ${mayReceive}
    where
      made.report_id = any (${[...reportIds]})
      and c.email_reports
      and c.is_active
      and c.merged_into_id is null
      and c.email <> ''
    order by
      made.report_id,
      lower(c.email),
      c.client_id
  `)

/**
 * Notifies each recipient of an earlier version who does not get the amended one (another patient, another address, no
 * longer wanted), once, that it is no longer valid: without the report, without a name.
 */
export const queueNotices = (tx: Tx, reportIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into
      report_letters (report_id, client_id, email, kind)
    select
      last.report_id,
      last.client_id,
      last.email,
      'notice'
    from
      (
        select distinct
          on (made.report_id, lower(l.email)) made.report_id,
          l.client_id,
          l.email,
          l.kind
        from
          reports made
          join reports earlier on earlier.report_no = made.report_no
          and earlier.report_id <> made.report_id
          join report_letters l on l.report_id = earlier.report_id
        where
          made.report_id = any (${[...reportIds]})
          and (
            l.kind = 'notice'
            or l.state in ('sending', 'sent', 'unknown')
          )
        order by
          made.report_id,
          lower(l.email),
          l.report_letter_id desc
      ) last
    where
      last.kind = 'report'
      and not exists (
        select
          1
        from
          report_letters now
        where
          now.report_id = last.report_id
          and lower(now.email) = lower(last.email)
      )
  `)

/** The letters of a version `r`, to be read with it. */
export const letters = arrayOf(
  objectOf('l', ['State', 'Reason'], {
    To: sql`
      c.name || case
        when l.kind = 'notice' then ', that the version before is no longer valid'
        else ''
      end
    `,
    At: sql`coalesce(l.ended_at, l.created_at)`,
  }),
  sql`
    from
      report_letters l
      join clients c using (client_id)
    where
      l.report_id = r.report_id
  `,
  sql`l.report_letter_id`,
)
