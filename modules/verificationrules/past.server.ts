// Past results of an element at a lab as first entered there, and whether each was changed afterwards.
import { parseExpression, references } from '../../core/expression/expression.ts'
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { boundedTypes, workItemStatus } from '../lists/items.model.ts'
import type { Past } from './verify.rules.ts'

const { Repeat, OnHold, NotPerformed, Amended } = workItemStatus

/** A year, newest first, and no more than a trial answers within a moment. */
const mostPast = 20_000

/** The elements that an element is calculated from, down to the measured ones. */
const originsOf = async (tx: Tx, elementId: number): Promise<readonly number[]> => {
  const found = new Set<number>()
  for (let next = [elementId]; next.length > 0;) {
    const formulas = await tx.rows<{ Formula: string }>(sql`
      select
        formula
      from
        elements
      where
        element_id = any (${next})
        and formula is not null
    `)
    const used = formulas.flatMap(({ Formula }) => {
      const parsed = parseExpression(Formula, { kind: 'formula' })
      return parsed.ok ? [...references(parsed.tree).elements] : []
    })
    next = [...new Set(used)].filter((id) => !found.has(id))
    for (const id of next) found.add(id)
  }
  return [...found]
}

/** The result lacked the interval that a numeric value needs. */
const noRange = (result: Sql, element: Sql): Sql => sql`
  (
    ${result}.element_measurement_id is null
    and ${element}.result_type_id in (${literal(...boundedTypes)})
  )
`

/** The active rule for how an input is measured, if it was tried with the present definition of the element. */
const ruleOfInput = sql`
  (
    select
      ${objectOf('rule', ['LowValue', 'HighValue'])}
    from
      verification_rules rule
    where
      rule.is_active
      and rule.lab_id = input.lab_id
      and rule.element_id = input.element_id
      and rule.dry_run_basis = verification_basis (rule.element_id)
  )
`

/**
 * For each input the result that the formula used: in its tube, else at its time and in its lab; with its value then.
 */
const inputsOf = (elementIds: readonly number[]): Sql =>
  arrayOf(
    objectOf('value', ['Result', 'Flag', 'IsDelta'], {
      Element: sql`measured.name`,
      ReviewRequired: sql`measured.review_required`,
      NoRange: noRange(sql`value`, sql`measured`),
      IsHeld: sql`input.status_id in (${literal(OnHold, NotPerformed)})`,
      IsLookedAt: sql`
        value.run > 1
        or value.source = 'outside lab'
        or input.keeper_id is not null
      `,
      IsSigned: sql`coalesce(value.approved_at <= entered.entered_at, false)`,
      Rule: ruleOfInput,
    }),
    sql`
      from
        (
          select distinct
            on (near.element_id) near.work_item_id,
            near.element_id,
            near.lab_id,
            near.keeper_id,
            near.status_id
          from
            work_item_facts near
          where
            near.sale_id = item.sale_id
            and near.element_id = any (${[...elementIds]})
          order by
            near.element_id,
            near.sample_id = item.sample_id desc,
            near.time_point is not distinct from item.time_point desc,
            near.lab_id = item.lab_id desc,
            near.work_item_id
        ) input
        join elements measured on measured.element_id = input.element_id
        join lateral (
          select
            version.*
          from
            results version
          where
            version.work_item_id = input.work_item_id
            and version.entered_at <= entered.entered_at
            and version.withdrawn_at is null
          order by
            version.version desc
          limit
            1
        ) value on true
    `,
    sql`input.element_id`,
  )

/**
 * In the unit of today and measured at the lab, since a rule takes no others. Changed means repeated, amended, held,
 * not performed or entered differently afterwards.
 */
export const pastResults = async (tx: Tx, labId: number, elementId: number): Promise<Past[]> => {
  const origins = await originsOf(tx, elementId)
  return tx.rows<Past>(sql`
    select
      element.name as "Element",
      entered.result as "Result",
      entered.flag as "Flag",
      entered.is_delta as "IsDelta",
      element.review_required as "ReviewRequired",
      ${noRange(sql`entered`, sql`element`)} as "NoRange",
      ${origins.length === 0 ? sql`'[]'::json` : inputsOf(origins)} as "Inputs",
      item.status_id in (${literal(Repeat, OnHold, NotPerformed, Amended)})
      or exists (
        select
          1
        from
          results later
        where
          later.work_item_id = item.work_item_id
          and later.version > entered.version
          and later.withdrawn_at is null
          and (
            later.result is distinct from entered.result
            or later.run > entered.run
          )
      ) as "WasChanged"
    from
      work_item_facts item
      join elements element on element.element_id = item.element_id
      join lateral (
        select
          result.*
        from
          results result
        where
          result.work_item_id = item.work_item_id
          and result.result is not null
        order by
          result.version
        limit
          1
      ) entered on true
    where
      item.lab_id = ${labId}
      and item.element_id = ${elementId}
      and item.keeper_id is null
      and entered.source <> 'outside lab'
      and entered.unit_of_measure is not distinct from element.unit_of_measure
      and entered.entered_at > now() - interval '1 year'
    order by
      entered.entered_at desc
    limit
      ${mostPast}
  `)
}
