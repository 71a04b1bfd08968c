// Who was given a report: on paper, by e-mail, in the portal, by telephone.
import { integer } from '../../../core/model.ts'
import { isStaff } from '../../../core/user.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { notFound } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { clientType } from '../../lists/items.model.ts'
import { reportScope } from '../out/scope.server.ts'
import { whoWasGiven } from '../answers/answers.model.ts'
import { testreports } from '../testreports.model.ts'
import type { Given } from './given.rules.ts'

const { Doctor, Patient, Institution } = clientType
const isOutside: Sql = sql`entity.client_type_id in (${literal(Doctor, Patient, Institution)})`

/** Everybody who had any version of the reports of these sales, the last one first. */
export const whoHadIt = (tx: Tx, saleIds: readonly number[]): Promise<Given[]> =>
  tx.rows<Given>(sql`
    select
      had.sale_id as "SaleId",
      had.person as "To",
      had.what as "What",
      max(had.at) as "At"
    from
      (
        select
          report.sale_id,
          concat_ws(', ', client.name, letter.email) as person,
          'E-mail' as what,
          coalesce(letter.ended_at, letter.created_at) as at
        from
          reports report
          join report_letters letter on letter.report_id = report.report_id
          join clients client on client.client_id = letter.client_id
        where
          report.sale_id = any (${[...saleIds]})
          and letter.kind = 'report'
          and letter.state in ('sending', 'sent', 'unknown')
        union all
        -- what a reader outside opens is in their hands, what staff print is given to somebody
        select
          log.form_id,
          concat_ws(', ', person.full_name, nullif(entity.name, person.full_name)),
          case
            when ${isOutside} then 'Portal'
            else 'Printed'
          end,
          log.at
        from
          access_log log
          join users person on person.user_id = log.user_id
          left join clients entity on entity.client_id = log.entity_id
        where
          log.module_id = 'testreports'
          and log.form_id = any (${[...saleIds]})
          and (
            log.what = 'print'
            or (
              log.what = 'read'
              and ${isOutside}
            )
          )
        union all
        select
          item.sale_id,
          concat_ws(', ', made.called_to, made.called_phone),
          'Telephone',
          made.called_at
        from
          work_items item
          -- also in the name of another patient: they know the value
          join critical_calls made on made.work_item_id = item.work_item_id
        where
          made.reached
          and item.sale_id = any (${[...saleIds]})
      ) had
    group by
      had.sale_id,
      had.person,
      had.what
    order by
      max(had.at) desc,
      had.person
  `)

export const givenRoute = routeOf({
  method: 'GET',
  ...whoWasGiven,
  access: { module: testreports.id, permit: 'read' },
  scope: 'staff: who was given the report of a sale inside the scope',
  summary: 'Who was given a report: printed, by e-mail, in the portal, by telephone',
  query: { SaleId: integer('Sale', { required: 'SaleId is missing' }) },
  handler: async ({ db, user, query }) => {
    const SaleId = Number(query.SaleId)
    const sale = await db.read.maybe(sql`
      select
        1
      from
        sales sale
      where
        sale.sale_id = ${SaleId}
        and (${reportScope(user)})
    `)
    if (!sale || !isStaff(user)) throw notFound()
    return json(await whoHadIt(db.read, [SaleId]))
  },
})
