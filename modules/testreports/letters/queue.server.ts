// Who gets a version of a report by e-mail: asked for with the version itself, kept with how it went.
import { objectOf } from '../../../server/table/shown.ts'
import { arrayOf } from '../../../server/table/shown.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'

/** The parties of a sale `s` that are told of its results. */
export const partiesOf = (s: Sql): Sql => sql`
  (
    ${s}.patient_id,
    ${s}.referring_doctor_id,
    ${s}.buyer_id,
    ${s}.seller_id
  )
`

/** One letter to each address of those who want reports by e-mail. */
export const queueLetters = (tx: Tx, saleId: number, reportId: number): Promise<number> =>
  tx.run(sql`
    insert into
      report_letters (report_id, client_id, email)
    select distinct
      on (lower(c.email)) ${reportId}::int,
      c.client_id,
      c.email
    from
      sales s
      join clients c on c.client_id in ${partiesOf(sql`s`)}
    where
      s.sale_id = ${saleId}
      and c.email_reports
      and c.is_active
      and c.merged_into_id is null
      and c.email <> ''
    order by
      lower(c.email),
      c.client_id
  `)

/** The letters of a version `r`, to be read with it. */
export const letters = arrayOf(
  objectOf('l', ['State', 'Reason'], { To: sql`c.name`, At: sql`coalesce(l.ended_at, l.created_at)` }),
  sql`
    from
      report_letters l
      join clients c using (client_id)
    where
      l.report_id = r.report_id
  `,
  sql`l.report_letter_id`,
)
