// The context of a result: earlier results, interval candidates, the call about it, a waiting amendment. Fragments for
// a statement over `work`, of defined_work_items.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { rangesOf } from '../../elements/ready.server.ts'
import { isInService, outReason } from '../gate-facts.server.ts'
import { boundedTypes, clientType, lineStatus } from '../../lists/items.model.ts'
import { printedNames } from '../../testreports/printed/printed.model.ts'

/** The results in force before it, newest first. */
export const history = sql`
  left join lateral (
    select
      json_agg(
        json_build_object('Result', before.result, 'Date', before.at, 'Flag', before.flag)
        order by
          before.at desc
      ) as history
    from
      (
        select
          -- a result in another unit is shown with it: the two numbers cannot be compared
          previous.result || case
            when previous.unit_of_measure <> work.defined_unit then ' ' || previous.unit_of_measure
            else ''
          end as result,
          previous.drawn_at as at,
          previous.flag
        from
          previous_results previous
        where
          previous.patient_id = work.patient_id
          and previous.element_id = work.element_id
          and previous.time_point is not distinct from work.time_point
          and previous.drawn_at < work.drawn_at
        order by
          previous.drawn_at desc
        limit
          6
      ) before
  ) earlier on true
`

/** The intervals of the moment of the definition. */
export const measurements = rangesOf(sql`work`, sql`work.defined_at`)

/** The units of the elements that its formula uses, at the moment of its definition. */
export const inputUnits = sql`
  (
    select
      json_object_agg(input.element_id, input.unit_of_measure)
    from
      element_versions input
    where
      input.element_id in (
        select
          used.key[1]::int
        from
          regexp_matches(work.formula, '\\{\\s*(\\d{1,9})\\s*\\}', 'g') as used (key)
      )
      and input.effective_from <= work.defined_at
      and input.effective_till > work.defined_at
  )
`

/** The last value of each run of a result, except a waiting amendment or a withdrawn one. */
export const runs = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('r', ['ResultId', 'Run', 'Result', 'UnitOfMeasure', 'Flag', 'MeasuredAt'], {
            EnteredBy: sql`writer.full_name`,
            Instrument: sql`instrument.name`,
            Reason: sql`reason.item_label`,
            IsCounting: sql`r.result_id is not distinct from work.result_id`,
            IsOfTube: sql`
              work.replaces_sample_id is null
              or coalesce(r.entered_at >= work.received_date, false)
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
          one.work_item_id = work.work_item_id
          and one.result is not null
          and one.withdrawn_at is null
          and one.result_id is distinct from work.amended_result_id
        order by
          one.run,
          one.version desc
      ) r
      join users writer on writer.user_id = r.entered_by_id
      left join lab_instruments owned on owned.lab_instrument_id = r.lab_instrument_id
      left join instruments instrument on instrument.instrument_id = owned.instrument_id
      left join list_items reason on reason.list_item_id = r.reason_id
  )
`

/** The last call about one version of a result: a call about another value does not count. */
export const callAbout = (resultId: Sql): Sql => sql`
  (
    select
      ${objectOf('made', ['CalledTo', 'CalledRole', 'CalledPhone', 'CalledAt', 'ReadBack', 'Remarks'], {
        CalledBy: sql`caller.full_name`,
      })}
    from
      calls_made made
      join users caller on caller.user_id = made.called_by_id
    where
      made.work_item_id = work.work_item_id
      and made.result_id = ${resultId}
    order by
      made.critical_call_id desc
    limit
      1
  )
`

/** The calls about one version of a result that reached nobody, the last one first. */
export const attemptsAbout = (resultId: Sql): Sql => sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('critical_call', ['CalledTo', 'CalledRole', 'CalledPhone', 'CalledAt', 'Remarks'], {
            CalledBy: sql`caller.full_name`,
          })}
          order by
            critical_call.critical_call_id desc
        ),
        '[]'
      )
    from
      critical_calls critical_call
      join users caller on caller.user_id = critical_call.called_by_id
    where
      critical_call.work_item_id = work.work_item_id
      and critical_call.result_id = ${resultId}
      and not critical_call.reached
      and not critical_call.about_other
  )
`

/** By which its value was measured; without a value by which its instrument there measures it, else of the element. */
export const method = sql`
  coalesce(
    case
      when work.result is not null then counted.method
      when work.formula is null then (
        select
          measures.method
        from
          lab_instrument_elements measures
        where
          measures.lab_instrument_id = used.lab_instrument_id
          and measures.element_id = work.element_id
      )
    end,
    work.method
  )
`

/** The instruments of its lab that measure it. */
const measuring = sql`
  from
    lab_instruments owned
    join lab_instrument_elements measures on measures.lab_instrument_id = owned.lab_instrument_id
    join instruments instrument on instrument.instrument_id = owned.instrument_id
  where
    owned.lab_id = work.lab_id
    and measures.element_id = work.element_id
    and work.formula is null
    and work.source is distinct from 'outside lab'
    and lab.client_type_id <> ${literal(clientType.ExternalLab)}
`
/** Those in service, the planned one of a new sale first. */
export const inService = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('owned', ['LabInstrumentId', 'InstrumentId'], {
            Name: sql`instrument.name`,
            Method: sql`coalesce(measures.method, work.method)`,
          })}
          order by
            owned.lab_instrument_id
        ),
        '[]'
      ) ${measuring}
      and ${isInService}
  )
`
/** Those that are not, each with the reason. */
export const outOfService = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('owned', ['LabInstrumentId'], {
            Name: sql`instrument.name`,
            Reason: outReason,
          })}
          order by
            owned.lab_instrument_id
        ),
        '[]'
      ) ${measuring}
      and not (${isInService})
  )
`

/** A line that is not cancelled needs it. */
export const isSold = sql`
  exists (
    select
      1
    from
      sale_product_elements sold
      join sale_products line on line.sale_product_id = sold.sale_product_id
    where
      sold.sample_element_id = work.sample_element_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  )
`

export const amendment = sql`
  (
    select
      ${objectOf(
        'result',
        [
          'ResultId',
          'Result',
          'NotCalculated',
          'Flag',
          'EnteredById',
          'ReasonId',
          'Remarks',
          'IsWithdrawal',
          'IsJudgedAnew',
          'LowValue',
          'HighValue',
          'PrintableRange',
          'ReviewNeeded',
          ...printedNames,
        ],
        {
          IsDelta: sql`coalesce(result.is_delta, false)`,
          NoRange: sql`
            result.result is not null
            and result.element_measurement_id is null
            and work.result_type_id in (${literal(...boundedTypes)})
          `,
          ReviewedOn: sql`result.reviewed_at`,
          EnteredBy: sql`writer.full_name`,
          EnteredOn: sql`result.entered_at`,
          CriticalCall: callAbout(sql`result.result_id`),
          CallAttempts: attemptsAbout(sql`result.result_id`),
        },
      )}
    from
      results result
      join users writer on writer.user_id = result.entered_by_id
    where
      result.result_id = work.amended_result_id
  )
`
