// Verification rules on the server: maintained by the pathologists of a lab, tried on past results, switched on and
// off, stopped.
import { reference, type DraftOf } from '../../core/model.ts'
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { writeAudit, type Entry } from '../../server/door/audit.ts'
import { announceList } from '../../server/db/notify.ts'
import { actionOf, bulkOf, moduleOf, type SaveContext } from '../../server/module.ts'
import { invalid, notFound, refusedBy } from '../../server/refusal.ts'
import { contains, equals, isSo } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { readOf } from '../../server/table/read-of.ts'
import { shown } from '../../server/table/shown.ts'
import { saveModel } from '../../server/table/table.ts'
import { pastResults } from './past.server.ts'
import { verificationrules, type verificationRuleFields } from './verificationrules.model.ts'
import { boundsErrors, maySwitchOff, maySwitchOn, mayStop, trialOf, trialText } from './verify.rules.ts'

/** A user who sees the lab sees its rules. */
const scope = (user: Caller, alias = 'rule'): Sql => sql`${raw(alias)}.lab_id = any (${[...user.Clients]})`

const place = {
  model: verificationrules,
  table: 'verification_rules',
  alias: 'rule',
  keyColumn: 'verification_rule_id',
}

// null where it was never tried
const isOutdated = 'rule.dry_run_basis <> verification_basis(rule.element_id)'

const list = listOf(verificationrules, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Lab: 'lab.name', Element: 'element.name', SwitchedBy: 'switcher.full_name', IsOutdated: isOutdated },
  names: `join elements element on element.element_id = rule.element_id join clients lab on lab.client_id = rule.lab_id
    left join users switcher on switcher.user_id = rule.switched_by_id`,
  filters: {
    Name: (value: string) => sql`
      (
        ${contains('rule.name', value)}
        or exists (
          select
            1
          from
            elements element
          where
            element.element_id = rule.element_id
            and ${contains('element.name', value)}
        )
      )
    `,
    LabId: equals('rule.lab_id'),
    IsActive: isSo('rule.is_active'),
  },
  scope: (user) => scope(user),
})

const read = readOf(
  place,
  () => sql`
    ${shown('rule', [
      'IsActive',
      'RuleVersion',
      'SwitchedById',
      'SwitchedAt',
      'DryRunVersion',
      'DryRunAt',
      'DryRunResults',
      'DryRunVerified',
      'DryRunMisses',
    ])},
    coalesce(${raw(isOutdated)}, false) as "IsOutdated",
    (
      select
        person.full_name
      from
        users person
      where
        person.user_id = rule.switched_by_id
    ) as "SwitchedBy"
  `,
)

const saying = ['LabId', 'ElementId', 'LowValue', 'HighValue'] as const

/** One rule an element and lab; a change of its definition makes another version, which is off until it is tried. */
const save = async (context: SaveContext<typeof verificationRuleFields>): Promise<number> => {
  const { tx, record, before, key } = context
  const now = { ...before, ...record }
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('verification rules'))
  `)
  const other = await tx.maybe(sql`
    select
      1
    from
      verification_rules
    where
      lab_id = ${now.LabId ?? null}
      and element_id = ${now.ElementId ?? null}
      and verification_rule_id is distinct from ${key}
  `)
  const errors = {
    ...boundsErrors({ LowValue: now.LowValue ?? null, HighValue: now.HighValue ?? null }),
    ...(other && { ElementId: ['This laboratory has a rule for it already'] }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const saved = await saveModel(place, context)
  if (before !== null && saying.some((name) => (now[name] ?? null) !== (before[name] ?? null)))
    await tx.run(sql`
      update verification_rules
      set
        rule_version = rule_version + 1,
        is_active = false
      where
        verification_rule_id = ${saved}
    `)
  return saved
}

const dryRun = actionOf(verificationrules, {
  name: 'dry run',
  permit: 'update',
  path: 'dryrun/verificationrules',
  summary: 'Try a rule on past results',
  run: async ({ tx, key, before }) => {
    const bounds = { LowValue: before.LowValue ?? null, HighValue: before.HighValue ?? null }
    const past = await pastResults(tx, Number(before.LabId), Number(before.ElementId))
    const trial = trialOf(past, bounds)
    await tx.run(sql`
      update verification_rules
      set
        dry_run_version = rule_version,
        dry_run_basis = verification_basis (element_id),
        dry_run_at = now(),
        dry_run_results = ${trial.Results},
        dry_run_verified = ${trial.Verified},
        dry_run_misses = ${trial.Misses},
        row_version = row_version + 1
      where
        verification_rule_id = ${key}
    `)
    return { message: trialText(trial), ...trial }
  },
})

/** Where the user works is the laboratory itself, not its parent; a signatory may be limited to departments. */
const signsFor = async (tx: Tx, user: Caller, labId: number, elementId: number): Promise<Decision> => {
  const { IsHere, IsOutside } = await tx.one<{ IsHere: boolean; IsOutside: boolean }>(sql`
    select
      exists (
        select
          1
        from
          user_entities place
        where
          place.user_id = ${user.UserId}
          and place.client_id = ${labId}
      ) as is_here,
      exists (
        select
          1
        from
          signatories_outside outside
          join elements element on element.department_id = outside.department_id
        where
          outside.user_id = ${user.UserId}
          and element.element_id = ${elementId}
      ) as is_outside
  `)
  const signs = 'The person who switches a rule on signs what it approves'
  return allOf(
    must(IsHere, `You do not sign at this laboratory. ${signs}`),
    must(!IsOutside, `You do not sign for the department of this element. ${signs}`),
  )
}

const switchTo = (on: boolean) =>
  actionOf(verificationrules, {
    name: on ? 'switch on' : 'switch off',
    permit: 'approve',
    path: on ? 'switchon/verificationrules' : 'switchoff/verificationrules',
    summary: on ? 'Let a rule approve results' : 'Stop a rule from approving results',
    decide: on ? maySwitchOn : maySwitchOff,
    run: async ({ tx, user, key, before }) => {
      const decision = on ? await signsFor(tx, user, Number(before.LabId), Number(before.ElementId)) : yes
      if (!decision.ok) throw refusedBy(decision)
      await tx.run(sql`
        update verification_rules
        set
          is_active = ${on},
          switched_by_id = ${user.UserId},
          switched_at = now(),
          row_version = row_version + 1
        where
          verification_rule_id = ${key}
      `)
      return { message: `${before.Name ?? 'The rule'} is ${on ? 'on' : 'off'}` }
    },
  })

const stopBody = { LabId: reference('Lab', 'lab', { required: 'Lab is required' }) }
/** Switches every rule of a lab off at once. */
const stop = bulkOf({
  name: 'stop',
  permit: 'approve',
  path: 'stop/verificationrules',
  summary: 'Switch every rule of a laboratory off',
  body: stopBody,
  records: async (tx, user, { LabId }: DraftOf<typeof stopBody>) => {
    if (!user.Clients.includes(Number(LabId))) throw notFound('The laboratory does not exist')
    return tx.rows<{ VerificationRuleId: number; LabId: number; SwitchedById: number | null }>(sql`
      select
        ${shown('rule', ['VerificationRuleId', 'LabId', 'SwitchedById'])}
      from
        verification_rules rule
      where
        rule.lab_id = ${LabId}
        and rule.is_active
      order by
        rule.verification_rule_id
      for update
    `)
  },
  permitted: (rules) => rules,
  decide: (rules, user) => mayStop(rules.length, user),
  run: async ({ tx, user, records: rules }) => {
    const ids = rules.map((rule) => rule.VerificationRuleId)
    await tx.run(sql`
      update verification_rules
      set
        is_active = false,
        switched_by_id = ${user.UserId},
        switched_at = now(),
        row_version = row_version + 1
      where
        verification_rule_id = any (${ids})
    `)
    const changes: Entry['changes'] = { IsActive: [true, false] }
    await writeAudit(
      tx,
      user,
      ...ids.map((formId) => ({
        module: 'verificationrules',
        formId,
        action: 'stop',
        changes,
      })),
    )
    announceList('verificationrules')
    return { message: rules.length === 1 ? '1 rule is off' : `${rules.length} rules are off` }
  },
})

export const verificationrulesServer = moduleOf(verificationrules, {
  ...place,
  scope: (user) => scope(user),
  read,
  save,
  actions: [dryRun, switchTo(true), switchTo(false), stop],
  statements: [{ id: 1060, name: 'Verification Rules', module: 'verificationrules', parameters: {}, list }],
})
