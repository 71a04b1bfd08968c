// The context of a result: earlier results, interval candidates, the call about it, a waiting amendment. Names of the
// row's statement: `w` work item, `s` sale, `t` tube, `r` the current result, `e` its element as defined.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { rangesOf } from '../../elements/ready.server.ts'
import { saleStatus, workItemStatus } from '../../lists/items.model.ts'

/**
 * The element `e` as it was defined when its value was entered; without a value as it is now. A calculated element
 * without a value takes the moment of the first value that it uses: a new formula may need another unit.
 */
export const definition = sql`
  join elements kept on kept.element_id = w.element_id
  join lateral (
    select
      coalesce(
        r.defined_at,
        case
          when kept.formula is not null then (
            select
              min(used.defined_at)
            from
              work_items sibling
              join results used on used.result_id = sibling.result_id
            where
              sibling.sale_id = w.sale_id
              and sibling.work_item_id <> w.work_item_id
              and kept.formula ~ ('\\{\\s*' || sibling.element_id || '\\s*\\}')
          )
        end,
        now()
      ) as at
  ) defined on true
  join element_versions e on e.element_id = w.element_id
  and e.effective_from <= defined.at
  and e.effective_till > defined.at
`

export const history = sql`
  left join lateral (
    select
      json_agg(
        json_build_object('Result', h.result, 'Date', h.at, 'Flag', h.flag)
        order by
          h.at desc
      ) as history
    from
      (
        select
          -- a result in another unit is shown with it: the two numbers cannot be compared
          earlier.result || case
            when earlier.unit_of_measure <> e.unit_of_measure then ' ' || earlier.unit_of_measure
            else ''
          end as result,
          sold.collection_date as at,
          earlier.flag
        from
          sales sold
          join work_items measured on measured.sale_id = sold.sale_id
          and measured.element_id = w.element_id
          join sample_elements on_tube on on_tube.sample_element_id = measured.sample_element_id
          join samples tube on tube.sample_id = on_tube.sample_id
          and tube.time_point is not distinct from t.time_point
          join results earlier on earlier.result_id = measured.result_id
        where
          sold.patient_id = s.patient_id
          and sold.collection_date < s.collection_date
          and measured.status_id in (${literal(
            workItemStatus.Approved,
            workItemStatus.Released,
            workItemStatus.Amended,
          )})
          and earlier.result is not null
          -- what a cancelled sale never released is nobody's
          and (
            sold.status_id <> ${literal(saleStatus.Cancelled)}
            or measured.status_id <> ${literal(workItemStatus.Approved)}
          )
        order by
          sold.collection_date desc
        limit
          6
      ) h
  ) p on true
`

/** The intervals of the moment of the definition, see `definition`. */
export const measurements = rangesOf(sql`w`, sql`defined.at`)

/** The last value of each run of a result, except a waiting amendment or a withdrawn one. */
export const runs = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('r', ['ResultId', 'Run', 'Result', 'Flag', 'MeasuredAt'], {
            EnteredBy: sql`u.full_name`,
            Instrument: sql`i.name`,
            Reason: sql`reason.item_label`,
            IsCounting: sql`r.result_id is not distinct from w.result_id`,
            IsOfTube: sql`
              t.replaces_sample_id is null
              or coalesce(r.entered_at >= t.received_date, false)
            `,
          })}
          order by
            r.run
        ),
        '[]'
      )
    from
      (
        select distinct
          on (run) *
        from
          results one
        where
          one.work_item_id = w.work_item_id
          and one.result is not null
          and one.withdrawn_at is null
          and one.result_id is distinct from w.amended_result_id
        order by
          one.run,
          one.version desc
      ) r
      join users u on u.user_id = r.entered_by_id
      left join lab_instruments li on li.lab_instrument_id = r.lab_instrument_id
      left join instruments i on i.instrument_id = li.instrument_id
      left join list_items reason on reason.list_item_id = r.reason_id
  )
`

/** The last call about one version of a result: a call about another value does not count. */
export const callAbout = (resultId: Sql): Sql => sql`
  (
    select
      ${objectOf('c', ['CalledTo', 'CalledPhone', 'CalledAt', 'ReadBack', 'Remarks'], { CalledBy: sql`u.full_name` })}
    from
      critical_calls c
      join users u on u.user_id = c.called_by_id
    where
      c.work_item_id = w.work_item_id
      and c.result_id = ${resultId}
    order by
      c.critical_call_id desc
    limit
      1
  )
`

export const amendment = sql`
  (
    select
      ${objectOf(
        'a',
        [
          'ResultId',
          'Result',
          'NotCalculated',
          'Flag',
          'Comments',
          'EnteredById',
          'ReasonId',
          'Remarks',
          'IsWithdrawal',
        ],
        { EnteredBy: sql`u.full_name`, EnteredOn: sql`a.entered_at`, CriticalCall: callAbout(sql`a.result_id`) },
      )}
    from
      results a
      join users u on u.user_id = a.entered_by_id
    where
      a.result_id = w.amended_result_id
  )
`
