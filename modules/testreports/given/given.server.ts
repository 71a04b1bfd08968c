// Who was given a report: on paper, by e-mail, in the portal, by telephone.
import { integer } from '../../../core/model.ts'
import { isStaff } from '../../../core/user.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { invalid, notFound } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { clientType } from '../../lists/items.model.ts'
import { reportScope } from '../out/scope.server.ts'
import { testreports } from '../testreports.model.ts'
import type { Given } from './given.rules.ts'

const { Doctor, Patient, Institution } = clientType
const isOutside: Sql = sql`e.client_type_id in (${literal(Doctor, Patient, Institution)})`

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
          r.sale_id,
          concat_ws(', ', c.name, l.email) as person,
          'E-mail' as what,
          coalesce(l.ended_at, l.created_at) as at
        from
          reports r
          join report_letters l on l.report_id = r.report_id
          join clients c on c.client_id = l.client_id
        where
          r.sale_id = any (${[...saleIds]})
          and l.kind = 'report'
          and l.state in ('sending', 'sent', 'unknown')
        union all
        -- what a reader outside opens is in their hands, what staff print is given to somebody
        select
          a.form_id,
          concat_ws(', ', u.full_name, nullif(e.name, u.full_name)),
          case
            when ${isOutside} then 'Portal'
            else 'Printed'
          end,
          a.at
        from
          access_log a
          join users u on u.user_id = a.user_id
          left join clients e on e.client_id = a.entity_id
        where
          a.module_id = 'testreports'
          and a.form_id = any (${[...saleIds]})
          and (
            a.what = 'print'
            or (
              a.what = 'read'
              and ${isOutside}
            )
          )
        union all
        select
          w.sale_id,
          concat_ws(', ', c.called_to, c.called_phone),
          'Telephone',
          c.called_at
        from
          work_items w
          join calls_made c on c.work_item_id = w.work_item_id
        where
          w.sale_id = any (${[...saleIds]})
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
  path: 'given/testreports',
  access: { module: testreports.id, permit: 'read' },
  scope: 'staff: who was given the report of a sale inside the scope',
  summary: 'Who was given a report: printed, by e-mail, in the portal, by telephone',
  query: { SaleId: integer('Sale') },
  handler: async ({ db, user, query: { SaleId } }) => {
    if (SaleId == null) throw invalid({ SaleId: ['SaleId is missing'] })
    const sale = await db.read.maybe(sql`
      select
        1
      from
        sales s
      where
        s.sale_id = ${SaleId}
        and (${reportScope(user)})
    `)
    if (!sale || !isStaff(user)) throw notFound()
    return json(await whoHadIt(db.read, [SaleId]))
  },
})
