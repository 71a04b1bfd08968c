// Queues a version of a report for its recipients, in the transaction that issues it, and reads how each letter went.
import { arrayOf, objectOf } from '../../../server/table/shown.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { isSensitive } from '../../openings/open.server.ts'

/** The parties of a `sale` that receive its results. */
const partiesOf = (s: Sql): Sql => sql`
  (
    ${s}.patient_id,
    ${s}.referring_doctor_id,
    ${s}.buyer_id,
    ${s}.seller_id
  )
`

/**
 * Whether a `party` of a `sale` may have its report by letter: what is sensitive goes to the patient, the ordering
 * doctor, and an institution that treats patients and bought it.
 */
export const mayReceive = sql`
  party.client_id in ${partiesOf(sql`sale`)}
  and (
    party.client_id in (sale.patient_id, sale.referring_doctor_id)
    or (
      party.client_id = sale.buyer_id
      and party.gives_care
    )
    or not exists (
      select
        1
      from
        work_items work
      where
        work.sale_id = sale.sale_id
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
      on (made.report_id, lower(party.email)) made.report_id,
      party.client_id,
      party.email
    from
      reports made
      join sales sale on sale.sale_id = made.sale_id
      join clients party on ${mayReceive}
    where
      made.report_id = any (${[...reportIds]})
      and party.email_reports
      and party.is_active
      and party.merged_into_id is null
      and party.email <> ''
    order by
      made.report_id,
      lower(party.email),
      party.client_id
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
          on (made.report_id, lower(letter.email)) made.report_id,
          letter.client_id,
          letter.email,
          letter.kind
        from
          reports made
          join reports earlier on earlier.report_no = made.report_no
          and earlier.report_id <> made.report_id
          join report_letters letter on letter.report_id = earlier.report_id
        where
          made.report_id = any (${[...reportIds]})
          and (
            letter.kind = 'notice'
            or letter.state in ('sending', 'sent', 'unknown')
          )
        order by
          made.report_id,
          lower(letter.email),
          letter.report_letter_id desc
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

/** The letters of a version `report`, to be read with it. */
export const letters = arrayOf(
  objectOf('letter', ['State', 'Reason'], {
    To: sql`
      client.name || case
        when letter.kind = 'notice' then ', that the version before is no longer valid'
        else ''
      end
    `,
    At: sql`coalesce(letter.ended_at, letter.created_at)`,
  }),
  sql`
    from
      report_letters letter
      join clients client using (client_id)
    where
      letter.report_id = report.report_id
  `,
  sql`letter.report_letter_id`,
)
