// Correct patient: for a report that was issued in another name. The sale gets the right patient, its results are
// judged for that patient, the report is amended.
import { recordPath } from '../../../core/record-path.ts'
import { yes } from '../../../core/refusal.ts'
import { changesBetween, writeAudit } from '../../../server/door/audit.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { actionOf } from '../../../server/module.ts'
import { announceList, notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { invalid, refusedBy } from '../../../server/refusal.ts'
import { correctionFields as body } from '../../sales/correction.model.ts'
import type { Sale } from '../../sales/sales.model.ts'
import { readSale } from '../../sales/read.server.ts'
import { correctSale } from '../../sales/save.server.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { notBeforeBirth } from '../../samples/samples.rules.ts'
import { issueReports } from '../../testreports/issue.server.ts'
import { reasonOf, remarksOf } from './act.server.ts'
import { rejudge } from './rejudge.server.ts'
import { asWorkItem, judgeSale } from '../judging/entry.rules.ts'
import { notifyCritical } from './notify-critical.server.ts'
import { lockWork, signatoriesAt } from './bench.server.ts'
import { rowsOfSales } from './rows.server.ts'
import { testresults, type ResultRow } from '../testresults.model.ts'
import { mayCorrectPatient } from '../signatory.rules.ts'
import { benchOf, isCritical, isOut } from '../work-item.rules.ts'
import {
  addVersions,
  auditedChanges,
  auditResults,
  resultHash,
  writeChanges,
  type Change,
  type Version,
} from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'

type Patient = { client_id: number; name: string; birth_date: string | null }
const patientOf = (tx: Tx, patientId: number): Promise<Patient> =>
  tx.one(sql`
    select
      c.client_id,
      c.name,
      c.birth_date
    from
      clients c
    where
      c.client_id = ${patientId}
  `)

/** No tube was collected before the patient's birth. @throws 422 */
const checkBorn = (rows: readonly ResultRow[], { birth_date: BirthDate }: Patient): void => {
  for (const { CollectionDate } of rows) {
    const decision = CollectionDate === null ? yes : notBeforeBirth(CollectionDate, { BirthDate })
    if (!decision.ok) throw refusedBy({ ...decision, at: 'PatientId' })
  }
}

type Beside = 'Receipts' | 'OverrideRemarks' | 'Overpaid' | 'EarlyCollection'
/** The stored sale; receipts and what is only sent take no part in a correction. */
const saleOf = async (tx: Tx, key: number): Promise<Sale> => ({
  ...(await tx.one<Omit<Sale, Beside>>(readSale(key))),
  Receipts: [],
  OverrideRemarks: null,
  Overpaid: null,
  EarlyCollection: null,
})

/** Moves the sale and its records to the patient; the history of the sale records the change. */
const rename = async (tx: Tx, user: Caller, before: Sale, PatientId: number, Remarks: string): Promise<void> => {
  const key = Number(before.SaleId)
  await correctSale({ tx, user, record: { PatientId }, before, key })
  const changes = changesBetween(before, await saleOf(tx, key))
  await writeAudit(tx, user, { module: 'sales', formId: key, action: 'correct patient', remarks: Remarks, changes })
}

/**
 * Judges released results for the right patient, signed by the user who corrects; unreleased ones wait for approval
 * again.
 */
const judgeOut = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  ReasonId: number | null,
  Remarks: string,
): Promise<Version[]> => {
  const judged = judgeSale(rows, new Map())
  // what was withdrawn stays so
  const inForce = rows.filter((row) => isOut(row) && row.WithdrawnOn === null)
  const out = inForce.flatMap((row): Version[] => {
    const now = judged.get(row.WorkItemId)
    return now
      ? [{ row, judged: now, EnteredById: row.EnteredById ?? user.UserId, ReasonId, Remarks, Comments: row.Comments }]
      : []
  })
  const results = await addVersions(tx, out)
  await tx.run(sql`
    update work_items w
    set
      result_id = sent.result_id,
      status_id = ${literal(workItemStatus.Amended)},
      reason_id = ${ReasonId},
      row_version = w.row_version + 1
    from
      unnest(${[...results.keys()]}::int[], ${[...results.values()]}::int[]) sent (work_item_id, result_id)
    where
      w.work_item_id = sent.work_item_id
  `)
  await tx.run(sql`
    update results
    set
      approved_by_id = ${user.UserId},
      approved_at = now(),
      released_at = now()
    where
      result_id = any (${[...results.values()]})
  `)
  await tx.run(sql`
    update results r
    set
      hash = ${resultHash}
    where
      r.result_id = any (${[...results.values()]})
  `)
  const open: Change[] = rejudge(user, rows, judged)
  await writeChanges(tx, open)
  await auditResults(
    tx,
    user,
    [
      ...out.map(({ row, judged: { Result, Flag } }) => ({
        row,
        after: { StatusId: workItemStatus.Amended, Result, Flag, ReasonId },
      })),
      ...auditedChanges(open),
    ],
    'judge anew',
    Remarks,
  )
  return out
}

const notifyDesk = async (tx: Tx, user: Caller, row: ResultRow, Remarks: string): Promise<void> =>
  notifyUsers(
    tx,
    (await usersAt(tx, benchOf(row), [role.Pathologist, role.FrontDesk, role.QualityManager])).filter(
      (id) => id !== user.UserId,
    ),
    {
      creater: user.FullName,
      subject: 'Patient corrected',
      content: `${row.Sale.AccessionNo}: ${Remarks}`,
      path: recordPath('testreports', { SaleId: row.SaleId }),
    },
  )

export const correctPatient = actionOf(testresults, {
  name: 'correct patient',
  permit: 'amend',
  path: 'correctpatient/sales',
  keyField: 'SaleId',
  body,
  summary: 'Correct the patient of a sale whose report is out, and amend the report',
  run: async ({ tx, user, key, body: sent }) => {
    const saleId = key
    const [ReasonId, Remarks] = [reasonOf(sent), remarksOf(sent)]
    if (Remarks === null) throw invalid({ Remarks: ['Remarks are required'] })
    const patient = await patientOf(tx, Number(sent.PatientId))
    await lockWork(tx, [saleId])
    const [sale, before] = [await saleOf(tx, saleId), await rowsOfSales(tx, [saleId])]
    const signatories = await signatoriesAt(tx, user, before)
    const rowOf = new Map(before.map((row) => [row.WorkItemId, row]))
    const decision = mayCorrectPatient(
      {
        items: before.map(asWorkItem),
        isSame: sale.PatientId === patient.client_id,
        ReasonId,
        signatories: (item) => {
          const row = rowOf.get(item.WorkItemId)
          return row === undefined ? 'unknown' : signatories(row)
        },
      },
      user,
    )
    if (!decision.ok) throw refusedBy(decision)
    checkBorn(before, patient)
    await rename(tx, user, sale, patient.client_id, Remarks)
    const out = await judgeOut(tx, user, await rowsOfSales(tx, [saleId]), ReasonId, Remarks)
    await refreshStatuses(tx, [saleId])
    // the report does not reveal the other patient's name
    const Changes = [{ What: 'Patient', Was: 'issued in another name', Is: patient.name }]
    await issueReports(tx, user, new Map([[saleId, { Reason: Remarks, By: user.FullName, Changes }]]))
    await notifyCritical(tx, user, out)
    const critical = out.filter(({ judged }) => isCritical(judged))
    if (out[0]) await notifyDesk(tx, user, out[0].row, Remarks)
    for (const module of ['sales', 'testreports', 'samples']) announceList(module)
    const calls =
      critical.length === 0
        ? ''
        : `. Log the calls for ${patient.name}: ${critical.map(({ row }) => row.Element).join(', ')}`
    return {
      message: `The patient is corrected, the report is amended${calls}`,
      CallsToMake: critical.map(({ row, judged }) => ({
        WorkItemId: row.WorkItemId,
        Element: row.Element,
        Result: judged.Result,
      })),
    }
  },
})
