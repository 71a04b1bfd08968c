// What a correction of an issued report does after its sale is changed: released results are judged again, the next
// version is issued, and who has to know is notified.
import { recordPath } from '../../../core/record-path.ts'
import { yes } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import type { Caller, Issuer } from '../../../server/caller.ts'
import type { Tx } from '../../../server/db/db.ts'
import { announceList, tellOthers } from '../../../server/db/notify.ts'
import { changesBetween, writeAudit } from '../../../server/door/audit.ts'
import type { CallToMake } from '../../lists/called.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { readSale } from '../../sales/read.server.ts'
import type { Sale } from '../../sales/sales.model.ts'
import { correctSale, type Corrected } from '../../sales/save.server.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import { issueReports } from '../../testreports/issue.server.ts'
import { salesOf } from '../entry/act.server.ts'
import { signatoriesAt } from '../entry/bench.server.ts'
import { notifyCritical } from '../entry/notify-critical.server.ts'
import { rejudge } from '../entry/rejudge.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { auditedChanges, auditResults, writeChanges, type Version } from '../entry/versions.server.ts'
import { auditAsked, propose, withdraw } from '../entry/waiting.server.ts'
import { amendmentGoesOut, goesOutOfCancelled } from '../gate.rules.ts'
import { waitingOf } from '../judging/follow.rules.ts'
import { asApproved, judgeSale, noValue, sameValue, type Judged } from '../judging/entry.rules.ts'
import { callAgain, type Critical } from './call-again.server.ts'
import { notifySignatories } from '../signing/amend.server.ts'
import { releaseVersions, type Signer } from '../signing/approve-amendments.server.ts'
import { printedOf, printsOtherwise } from '../../testreports/printed/printed.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf, isCritical, isOut, type Signatories, type WorkItem } from '../work-item.rules.ts'

type Beside = 'Receipts' | 'OverrideRemarks' | 'ReceiptReason' | 'Overpaid' | 'EarlyCollection'
/** The stored sale; receipts and what is only sent take no part in a correction. */
export const saleOf = async (tx: Tx, key: number): Promise<Sale> => ({
  ...(await tx.one<Omit<Sale, Beside>>(readSale(key))),
  Receipts: [],
  OverrideRemarks: null,
  ReceiptReason: null,
  Overpaid: null,
  EarlyCollection: null,
})

/** How many may sign an item of these rows. */
export const signersOf = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
): Promise<(item: Pick<WorkItem, 'WorkItemId'>) => Signatories> => {
  const signatories = await signatoriesAt(tx, user, rows)
  const rowOf = new Map(rows.map((row) => [row.WorkItemId, row]))
  return ({ WorkItemId }) => {
    const row = rowOf.get(WorkItemId)
    return row === undefined ? 'unknown' : signatories(row)
  }
}

export type Why = { readonly action: string; readonly ReasonId: number | null; readonly Remarks: string }

/** Changes the sale and its records; the history of the sale records the change. */
export const changeSale = async (tx: Tx, user: Caller, before: Sale, record: Corrected, why: Why): Promise<void> => {
  const key = Number(before.SaleId)
  await correctSale({ tx, user, record, before, key })
  const changes = changesBetween(before, await saleOf(tx, key))
  await writeAudit(tx, user, { module: 'sales', formId: key, action: why.action, remarks: why.Remarks, changes })
}

/** A released result that is in force: what was withdrawn stays so. */
export const isInForce = (row: ResultRow): boolean => isOut(row) && row.WithdrawnOn === null

type Judging = {
  /** Which released results become a new version, and the comment of those that get another one. */
  readonly renews: (row: ResultRow, judged: Judged) => boolean
  readonly commentsOf: (row: ResultRow) => string | undefined
  /** A call counts for the same value of the same patient. */
  readonly isSamePatient: boolean
  readonly signer: Signer
  /** What waits for a signatory whatever the gate says; false: nothing new waits, since nobody could approve it. */
  readonly waits: ((row: ResultRow) => boolean) | false
}
/** For another patient every result in force is signed again. */
const ofOther: Judging = {
  renews: () => true,
  commentsOf: () => undefined,
  isSamePatient: false,
  signer: 'user',
  waits: () => false,
}

/** What is signed again, and what waits. */
export type JudgedAnew = {
  readonly out: readonly Version[]
  /** The rows of what waits, with why it does. */
  readonly held: readonly { readonly row: ResultRow; readonly reason: string }[]
  /** Critical values about which nobody called yet. */
  readonly toCall: readonly Critical[]
}

/** What a person asked for beside a value that was judged again: another value, a comment, or that it is withdrawn. */
const isAskedBeside = (row: ResultRow): boolean =>
  row.Amendment?.IsJudgedAnew === true &&
  (row.Amendment.IsWithdrawal ||
    (row.Formula === null && !sameValue(row.Amendment, row)) ||
    printsOtherwise(row.Amendment, row))
/** The version of a released result in force: what was asked for remains asked, for another patient or draw. */
const versionOf = (row: ResultRow, now: Judged, user: Caller, { ReasonId, Remarks }: Why): Version => {
  const { EnteredById } = row
  const again = { row, judged: now, IsJudgedAnew: true }
  if (!row.Amendment || !isAskedBeside(row))
    return { ...again, EnteredById: EnteredById ?? user.UserId, ...printedOf(row), ReasonId, Remarks }
  const asked = row.Amendment
  return {
    ...again,
    judged: asked.IsWithdrawal ? noValue : now,
    EnteredById: asked.EnteredById,
    ...printedOf(asked),
    ReasonId: asked.ReasonId,
    Remarks: asked.Remarks,
  }
}
/** The values that were asked for. */
const askedOf = (rows: readonly ResultRow[]): ReadonlyMap<number, string | null> =>
  waitingOf(rows.filter(isAskedBeside))

/** Of the proposed versions those that the gate holds; a calculated one waits for its inputs. */
const heldOf = (
  rows: readonly ResultRow[],
  proposed: readonly ResultRow[],
  waits: (row: ResultRow) => boolean,
  gate: typeof amendmentGoesOut,
): JudgedAnew['held'] => {
  const heldAmong = (going: readonly ResultRow[]): JudgedAnew['held'] => {
    const together = new Set(going.map((row) => row.WorkItemId))
    return proposed.flatMap((row) => {
      if (waits(row)) return [{ row, reason: `${row.Element}: a signatory approves it first` }]
      const item = asApproved(row, rows, together)
      const decision = item.Amendment ? gate(item, item.Amendment) : yes
      return decision.ok ? [] : [{ row, reason: decision.reason }]
    })
  }
  let going = proposed
  for (;;) {
    const held = heldAmong(going)
    const passing = proposed.filter((row) => !held.some((one) => one.row === row))
    if (passing.length === going.length) return held
    going = passing
  }
}

/**
 * Judges the results of a sale again. Those in force that pass the gate are signed by the user who corrects, the
 * others wait as amendments, what was asked for among them; unreleased ones wait for approval again.
 */
export const judgeOut = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  why: Why,
  judging: Partial<Judging> = {},
): Promise<JudgedAnew> => {
  const { renews, commentsOf, isSamePatient, signer, waits } = { ...ofOther, ...judging }
  const { ReasonId, Remarks } = why
  const judged = judgeSale(rows, askedOf(rows))
  const versions = rows.filter(isInForce).flatMap((row): Version[] => {
    const now = judged.get(row.WorkItemId)
    // nobody could approve it: what was asked for is neither signed nor lost
    if (!now || !renews(row, now) || (waits === false && isAskedBeside(row))) return []
    const Comments = commentsOf(row)
    return [{ ...versionOf(row, now, user, why), ...(Comments !== undefined && { Comments }) }]
  })
  await propose(tx, versions, isSamePatient)
  const asked = new Set(versions.map(({ row }) => row.WorkItemId))
  const now = versions.length === 0 ? [] : await rowsOfSales(tx, salesOf(rows))
  const proposed = now.filter((row) => asked.has(row.WorkItemId))
  const isAsked = new Set(rows.filter(isAskedBeside).map((row) => row.WorkItemId))
  const waited = new Set(rows.filter((row) => row.Amendment !== null).map((row) => row.WorkItemId))
  const stopped =
    waits === false
      ? heldOf(now, proposed, (row) => waited.has(row.WorkItemId), goesOutOfCancelled)
      : heldOf(now, proposed, (row) => waits(row) || isAsked.has(row.WorkItemId), amendmentGoesOut)
  // nobody could approve it: what waited already waits on, the other stays in force as it was issued
  const left = stopped.filter(({ row }) => waits === false && !waited.has(row.WorkItemId))
  await withdraw(
    tx,
    left.map(({ row }) => row.WorkItemId),
  )
  const held = stopped.filter((one) => !left.includes(one))
  const kept = new Set(stopped.map(({ row }) => row.WorkItemId))
  const out = versions.filter(({ row }) => !kept.has(row.WorkItemId))
  await releaseVersions(
    tx,
    user,
    out.map(({ row }) => row.WorkItemId),
    signer,
  )
  // of a cancelled sale
  const owed =
    waits === false && !isSamePatient
      ? await callAgain(tx, user, rows.filter(isInForce), { judged, versions, kept })
      : []
  const owes = new Set(owed.map(({ row }) => row))
  const critical = [...owed, ...versions.filter((one) => isCritical(one.judged) && !owes.has(one.row))]
  const open = rejudge(user, rows, judgeSale(rows, new Map()))
  await writeChanges(tx, open)
  await auditResults(
    tx,
    user,
    [
      ...out.map(({ row, judged: { Result, Flag }, ...rest }) => ({
        row,
        after: { StatusId: workItemStatus.Amended, Result, Flag, ReasonId, ...printedOf(rest) },
      })),
      ...auditedChanges(open),
    ],
    'judge anew',
    Remarks,
  )
  await auditAsked(
    tx,
    user,
    versions.filter(({ row }) => held.some((one) => one.row.WorkItemId === row.WorkItemId)),
    Remarks,
  )
  await notifyCritical(tx, user, critical)
  await notifySignatories(
    tx,
    user,
    held.map(({ row }) => row),
  )
  const called = new Set(proposed.filter((row) => row.Amendment?.CriticalCall).map((row) => row.WorkItemId))
  return { out, held, toCall: critical.filter(({ row }) => !called.has(row.WorkItemId)) }
}

/** No result of the sale is judged otherwise. */
export const nothingAnew: JudgedAnew = { out: [], held: [], toCall: [] }

type Reissued = {
  /** `The patient is corrected`. */
  readonly done: string
  readonly subject: string
  /** The patient to whom new critical values belong. */
  readonly patient: string
  readonly Changes: Amended['Changes']
  readonly IsOfPerson?: boolean
  /** All results of the sale. */
  readonly rows: readonly ResultRow[]
  readonly anew: JudgedAnew
}
/** Which calls a patient is owed. */
export const callsText = (patient: string, values: readonly string[]): string =>
  `Log the calls for ${patient}: ${values.join(', ')}`

/** The calls about these values, as the answer of an act has them. */
export const callsToMake = (saleId: number, toCall: JudgedAnew['toCall']): readonly CallToMake[] =>
  toCall.map(({ row, judged }) => ({
    SaleId: saleId,
    WorkItemId: row.WorkItemId,
    Element: row.Element,
    // an answer is no opening
    Result: row.IsSensitive ? null : judged.Result,
  }))

/** Issues the next version of the report, and answers what waits and which calls are to be made. */
export const reissue = async (
  tx: Tx,
  user: Issuer,
  saleId: number,
  { Remarks }: Why,
  { done, subject, patient, Changes, IsOfPerson = false, rows, anew: { held, toCall } }: Reissued,
) => {
  await refreshStatuses(tx, [saleId])
  await issueReports(tx, user, new Map([[saleId, { Reason: Remarks, By: user.FullName, Changes, IsOfPerson }]]))
  for (const [labId, [row]] of Map.groupBy(rows.filter(isOut), benchOf))
    await tellOthers(tx, user, labId, [role.Pathologist, role.FrontDesk, role.QualityManager], {
      subject,
      content: `${row?.Sale.AccessionNo ?? ''}: ${Remarks}`,
      path: recordPath('testreports', { SaleId: saleId }),
    })
  for (const module of ['sales', 'testreports', 'samples']) announceList(module)
  const calls =
    toCall.length === 0
      ? ''
      : `. ${callsText(
          patient,
          toCall.map((one) => one.row.Element),
        )}`
  const waiting = held.length === 0 ? '' : `. Not on the report yet: ${held.map(({ reason }) => reason).join('; ')}`
  return {
    message: `${done}, the report is amended${calls}${waiting}`,
    CallsToMake: callsToMake(saleId, toCall),
  }
}
