// The released results of a patient over time, by element: on sales that the reader may see, and of the elements on the
// report that is read.
import { integer } from '../../../core/model.ts'
import { literal, sql, type Database, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import { notFound } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { isSensitiveElement } from '../../openings/open.server.ts'
import { reportScope } from '../out/scope.server.ts'
import { testreports } from '../testreports.model.ts'
import type { Trend } from './trend.rules.ts'
import { trendsOfReport, trendsOfPatient } from '../answers/answers.model.ts'

/** Results of an element at most, the last ones. */
const mostPoints = 24

/** The elements, with their times of a series, on the report of a sale. */
const onReportOf = (saleId: number): Sql => sql`
  exists (
    select
      1
    from
      work_item_facts here
    where
      here.sale_id = ${saleId}
      and here.element_id = point.element_id
      and here.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
      and here.time_point is not distinct from point.time_point
  )
`

type Asked = { readonly patientId: number; readonly which: Sql; readonly least: number }
/** The elements with at least so many released results, with the last of those, oldest first. */
const trendsOf = (db: Database, user: Caller, { patientId, which, least }: Asked): Promise<Trend[]> =>
  db.read.rows<Trend>(sql`
    with
      points as (
        select
          point.element_id,
          -- values at different times of a series are not compared
          element.name || coalesce(' (' || point.time_point || ')', '') as name,
          point.sale_id,
          point.drawn_at as at,
          point.result,
          point.unit_of_measure,
          point.low_value,
          point.high_value,
          point.flag,
          row_number() over (
            partition by
              point.element_id,
              point.time_point
            order by
              point.drawn_at desc,
              point.work_item_id desc
          ) as place
        from
          previous_results point
          join sales sale on sale.sale_id = point.sale_id
          join elements element on element.element_id = point.element_id
        where
          point.patient_id = ${patientId}
          and point.is_out
          and not (${isSensitiveElement(sql`point.element_id`)})
          and element.print_on_report
          and (${which})
          and (${reportScope(user)})
      )
    select
      points.element_id as "ElementId",
      points.name as "Element",
      json_agg(
        json_build_object(
          'SaleId',
          points.sale_id,
          'Date',
          points.at,
          'Result',
          points.result,
          'Unit',
          points.unit_of_measure,
          'Low',
          points.low_value,
          'High',
          points.high_value,
          'Flag',
          points.flag
        )
        order by
          points.at,
          points.sale_id
      ) as "Points"
    from
      points
    where
      points.place <= ${mostPoints}
    group by
      points.element_id,
      points.name
    having
      count(*) >= ${least}
    order by
      points.name
  `)

export const trendsRoute = routeOf({
  method: 'GET',
  ...trendsOfReport,
  access: { module: testreports.id, permit: 'read' },
  scope: 'released results of the patient of a report inside the scope, on sales whose report is inside it too',
  summary: 'Results of the patient over time, for the elements of a report',
  query: { SaleId: integer('Sale', { required: 'SaleId is missing' }) },
  handler: async ({ db, user, query }) => {
    const SaleId = Number(query.SaleId)
    const sale = await db.read.maybe<{ PatientId: number }>(sql`
      select
        sale.patient_id
      from
        sales sale
      where
        sale.sale_id = ${SaleId}
        and (${reportScope(user)})
    `)
    if (!sale) throw notFound()
    const trends = await trendsOf(db, user, { patientId: sale.PatientId, which: onReportOf(SaleId), least: 2 })
    await db.transaction((tx) => writeAccess(tx, user, 'read', testreports.id, SaleId))
    return json(trends)
  },
})

/** All reported results of a patient, on the sales that the reader may see. */
export const cumulativeRoute = routeOf({
  method: 'GET',
  ...trendsOfPatient,
  access: { module: testreports.id, permit: 'read' },
  scope: 'released results of a patient, on sales whose report is inside the scope',
  summary: 'All results of a patient over time',
  query: { PatientId: integer('Patient', { required: 'PatientId is missing' }) },
  handler: async ({ db, user, query }) => {
    const PatientId = Number(query.PatientId)
    const trends = await trendsOf(db, user, { patientId: PatientId, which: sql`true`, least: 1 })
    if (trends.length > 0) await db.transaction((tx) => writeAccess(tx, user, 'read results', 'clients', PatientId))
    return json(trends)
  },
})
