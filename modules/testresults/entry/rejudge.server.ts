// Judges results again when the patient or collection date of a sale changes, or the age or sex of a patient.
import { sameValue } from '../../../core/same.ts'
import { announceList } from '../../../server/db/notify.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { FollowContext } from '../../../server/module.ts'
import { refused } from '../../../server/refusal.ts'
import type { clientFields } from '../../clients/clients.model.ts'
import type { saleFields } from '../../sales/sales.model.ts'
import { correctedBy } from '../../sales/status/locked.rules.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { isCurrent, judgeSale, type Judged } from '../judging/entry.rules.ts'
import { notifyCritical } from './notify-critical.server.ts'
import { isFollowing, statusOfCalculated } from '../judging/follow.rules.ts'
import { judgedOtherwise } from '../judging/person.rules.ts'
import { lockWork } from './bench.server.ts'
import { rowsOfSales } from './rows.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from './versions.server.ts'
import { stateNames } from '../../elements/draw.rules.ts'
import { clientType, saleStatus, workItemStatus } from '../../lists/items.model.ts'

const { Entered, Reviewed, Approved, NotPerformed } = workItemStatus
const signing: readonly number[] = [Entered, Reviewed, Approved]

/**
 * Every unreleased result becomes a new version of itself, entered by the same user, and waits for review, call and
 * approval again.
 */
export const rejudge = (user: Caller, rows: readonly ResultRow[], judged: ReadonlyMap<number, Judged>): Change[] =>
  rows.flatMap((row): Change[] => {
    const now = judged.get(row.WorkItemId)
    const isKept = row.Result !== null || row.NotCalculated !== null || (isFollowing(row) && !isCurrent(row, now))
    if (!now || !isKept || isOut(row) || row.StatusId === NotPerformed) return []
    const open = row.Formula === null ? Entered : statusOfCalculated(now)
    const isOpen = signing.includes(row.StatusId) || isFollowing(row)
    return [
      {
        row,
        StatusId: isOpen ? open : row.StatusId,
        version: { judged: now, EnteredById: row.EnteredById ?? user.UserId },
      },
    ]
  })

/** Judges the unreleased results of a sale again. Sale or person is written already, the work is locked. */
const rejudgeSale = async (tx: Tx, user: Caller, saleId: number, rows: readonly ResultRow[]): Promise<void> => {
  const changes = rejudge(user, rows, judgeSale(rows, new Map()))
  if (changes.length === 0) return
  await writeChanges(tx, changes)
  await refreshStatuses(tx, [saleId])
  await auditResults(tx, user, auditedChanges(changes), 'judge anew')
  await notifyCritical(
    tx,
    user,
    changes.flatMap(({ row, version }) => (version ? [{ row, judged: version.judged }] : [])),
  )
  announceList('testresults')
}

/** Follows a change of a sale: age, sex and state of its patient at its collection. */
export const followSale = async ({ tx, user, key, before, after }: FollowContext<typeof saleFields>): Promise<void> => {
  if (
    before === null ||
    (['PatientId', 'CollectionDate', ...stateNames] as const).every((name) => sameValue(before[name], after[name]))
  )
    return
  await lockWork(tx, [key])
  const rows = await rowsOfSales(tx, [key])
  if (rows.some(isOut))
    throw refused(correctedBy(sameValue(before.PatientId, after.PatientId) ? 'Correct details' : 'Correct patient'))
  await rejudgeSale(tx, user, key, rows)
}

/**
 * Follows a change of a patient: the age and sex that every result is judged by. Unreleased results are judged again.
 * Where a released result would be judged differently the change is refused: the report must be amended first, by
 * "Correct patient" and not from the desk. The end of a merge is no change of a person: its reports follow for
 * themselves. @throws 422
 */
export const followPatient = async ({
  tx,
  user,
  key,
  before,
  after,
  action,
}: FollowContext<typeof clientFields>): Promise<void> => {
  if (before === null || before.ClientTypeId !== clientType.Patient) return
  const changed = (['BirthDate', 'BirthTime', 'GenderId'] as const).filter(
    (name) => !sameValue(before[name], after[name]),
  )
  const [field] = changed
  if (field === undefined) return
  const sales = await tx.rows<{ SaleId: number }>(sql`
    select
      sale.sale_id
    from
      sales sale
    where
      sale.patient_id = ${key}
      and sale.status_id <> ${literal(saleStatus.Cancelled)}
      and exists (
        select
          1
        from
          work_items item
        where
          item.sale_id = sale.sale_id
      )
  `)
  const saleIds = sales.map((sale) => sale.SaleId)
  if (saleIds.length === 0) return
  await lockWork(tx, saleIds)
  for (const [saleId, rows] of Map.groupBy(await rowsOfSales(tx, saleIds), (row) => row.SaleId)) {
    const [out] = action === 'undo merge' ? [] : judgedOtherwise(rows, before)
    if (out) {
      const reason =
        `${out.Element} of ${out.Sale.AccessionNo} was reported for the present age and sex. ` +
        'Register the patient again and have a pathologist use "Correct patient" on that sale, ' +
        'which amends its report'
      throw refused(reason, { [field]: [reason] })
    }
    await rejudgeSale(tx, user, saleId, rows)
  }
}
