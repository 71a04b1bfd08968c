// Approves results that the rules of a lab take, on entry: signed by the person who switched the rule on, with its name
// in the history.
import { role } from '../../../core/user.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { allOf } from '../../../core/refusal.ts'
import { mayVerify, type Bounds } from '../../verificationrules/verify.rules.ts'
import { signatoriesAt } from './bench.server.ts'
import { rowsOfSales } from './rows.server.ts'
import { entriesOf, type Change } from './versions.server.ts'
import { salesOf } from './act.server.ts'
import { asApproved } from '../judging/entry.rules.ts'
import { mayApprove } from '../signatory.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isFirstValue, mayFollowUnseen, mayGoUnseen } from '../judging/manual-review.rules.ts'

type Rule = Bounds & {
  readonly RuleId: number
  readonly Name: string
  readonly Version: number
  readonly LabId: number
  readonly ElementId: number
  readonly SwitchedById: number
  readonly SwitchedBy: string
}

/** Active rules that were tried with the present definition, of pathologists who still sign at the lab. */
const rulesFor = (tx: Tx, rows: readonly ResultRow[]): Promise<Rule[]> =>
  tx.rows<Rule>(sql`
    select
      rule.verification_rule_id as "RuleId",
      rule.name as "Name",
      rule.rule_version as "Version",
      rule.lab_id as "LabId",
      rule.element_id as "ElementId",
      rule.low_value as "LowValue",
      rule.high_value as "HighValue",
      person.user_id as "SwitchedById",
      person.full_name as "SwitchedBy"
    from
      verification_rules rule
      join users person on person.user_id = rule.switched_by_id
      and person.is_active
    where
      rule.is_active
      and rule.dry_run_basis = verification_basis (rule.element_id)
      and rule.lab_id = any (${[...new Set(rows.map((row) => row.LabId))]})
      and rule.element_id = any (${[...new Set(rows.map((row) => row.ElementId))]})
      and exists (
        select
          1
        from
          user_roles held
        where
          held.user_id = person.user_id
          and held.role_id = ${literal(role.Pathologist)}
      )
      and exists (
        select
          1
        from
          user_entities place
        where
          place.user_id = person.user_id
          and place.client_id = rule.lab_id
      )
    order by
      rule.verification_rule_id
    for share of
      rule
  `)

/** The work items that had a value before the current one. */
const valuedBefore = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await tx.rows<{ Id: number }>(sql`
    select distinct
      item.work_item_id as id
    from
      work_items item
      join results earlier on earlier.work_item_id = item.work_item_id
    where
      item.work_item_id = any (${[...ids]})
      and earlier.result is not null
      and earlier.result_id is distinct from item.result_id
  `)
  return new Set(rows.map(({ Id }) => Id))
}

type Verified = { readonly row: ResultRow; readonly rule: Rule }

const write = async (tx: Tx, verified: readonly Verified[]): Promise<void> => {
  await tx.run(sql`
    with
      verified as (
        select
          *
        from
          unnest(
            ${verified.map(({ row }) => row.WorkItemId)}::int[],
            ${verified.map(({ rule }) => rule.RuleId)}::int[],
            ${verified.map(({ rule }) => rule.SwitchedById)}::int[]
          ) as sent (work_item_id, rule_id, user_id)
      ),
      moved as (
        update work_items item
        set
          status_id = ${literal(workItemStatus.Approved)},
          row_version = item.row_version + 1
        from
          verified
        where
          item.work_item_id = verified.work_item_id
        returning
          item.result_id,
          verified.rule_id,
          verified.user_id
      )
    update results result
    set
      approved_by_id = moved.user_id,
      approved_at = now(),
      verification_rule_id = moved.rule_id
    from
      moved
    where
      result.result_id = moved.result_id
  `)
}

/**
 * Approves entered results and those calculated from them where a rule takes them. The checks are those of a signatory,
 * here the person who switched the rule on. A calculated result is approved only with its inputs.
 */
export const verifyEntered = async (tx: Tx, user: Caller, changes: readonly Change[]): Promise<void> => {
  const entered = changes.filter(({ version, StatusId }) => version && StatusId === workItemStatus.Entered)
  if (entered.length === 0) return
  const rules = await rulesFor(
    tx,
    entered.map(({ row }) => row),
  )
  if (rules.length === 0) return
  const around = await rowsOfSales(tx, salesOf(entered.map(({ row }) => row)))
  const signatories = await signatoriesAt(tx, user, around)
  const statusBefore = new Map(entered.map(({ row }) => [row.WorkItemId, row.StatusId]))
  const hadValue = await valuedBefore(tx, [...statusBefore.keys()])
  let verified = around.flatMap((row): Verified[] => {
    const StatusId = statusBefore.get(row.WorkItemId)
    const rule = rules.find((one) => one.LabId === row.LabId && one.ElementId === row.ElementId)
    if (StatusId === undefined || !rule) return []
    const decision = allOf(
      isFirstValue(row, { StatusId, hadValue: hadValue.has(row.WorkItemId) }),
      mayGoUnseen(row),
      mayVerify(row, rule),
    )
    return decision.ok ? [{ row, rule }] : []
  })
  // each row that is left may leave results calculated from it
  for (let before = -1; before !== verified.length;) {
    before = verified.length
    const together = new Set(verified.map(({ row }) => row.WorkItemId))
    verified = verified.filter(
      ({ row, rule }) =>
        allOf(
          mayFollowUnseen(row, around, together),
          mayApprove(
            asApproved(row, around, together),
            { UserId: rule.SwitchedById, RoleId: role.Pathologist },
            { signatories: signatories(row) },
          ),
        ).ok,
    )
  }
  if (verified.length === 0) return
  await write(tx, verified)
  const entries = [...Map.groupBy(verified, (one) => one.rule)].flatMap(([rule, group]) =>
    entriesOf(
      group.map(({ row }) => ({ row, after: { StatusId: workItemStatus.Approved } })),
      'auto-verify',
      `Rule ${rule.Name}, version ${rule.Version}, switched on by ${rule.SwitchedBy}`,
    ),
  )
  await writeAudit(tx, user, ...entries)
}
