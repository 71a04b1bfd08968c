// Issuing a version of a report: content frozen and hashed in the transaction that releases; earlier versions are kept,
// superseded.
import { createHash } from 'node:crypto'
import { recordPath } from '../../core/record-path.ts'
import { formatDateTime } from '../../core/dates.ts'
import { network } from '../../core/network.ts'
import { now as clockNow } from '../../server/clock.ts'
import { tellOthers } from '../../server/db/notify.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { refused } from '../../server/refusal.ts'
import type { ReportData, ReportDepartment } from './print/report.model.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { amendmentOf, versionText, type Amended, type Earlier } from './amendment.server.ts'
import { departmentsOf, isGivenUp, isOut, isSettled, saidNotPerformed } from './content.server.ts'
import { ageSex, bornOf, readHead, type HeadRow } from './head.server.ts'
import { queueLetters, queueNotices } from './letters/queue.server.ts'
import { readAwaited, readItems, type Awaited, type ItemRow } from './items.server.ts'
import { saleStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

const pendingOf = (items: readonly ItemRow[], awaited: readonly Awaited[], head: HeadRow): ReportData['Pending'] => {
  const Expected = formatDateTime(head.report_date)
  // a lab on the way of the sale, which is named as who performed it once it has
  const at = (state: string, by?: { readonly lab_id: number; readonly lab: string }): string =>
    by === undefined || by.lab_id === head.lab_id ? state : `${state}, ${by.lab}`
  const begun = [
    ...Map.groupBy(
      items.filter((item) => item.print),
      (item) => item.test_id,
    ).values(),
  ]
    .filter((test) => !isGivenUp(test) && !(test.some(isOut) && test.every(isSettled)))
    .map((test) => ({
      id: test[0]?.test_id,
      Test: test[0]?.test ?? '',
      Sample: test[0]?.barcode.slice(-3) ?? '',
      State: at(test.some((i) => i.result !== null) ? 'In process' : 'Pending', test[0]),
      Expected,
    }))
  const onTheWay = awaited
    .filter(({ test_id }) => !begun.some(({ id }) => id === test_id))
    .map((one) => ({ Test: one.test, Sample: one.barcode.slice(-3), State: at('Sample awaited', one), Expected }))
  return [...begun.map(({ Test, Sample, State }) => ({ Test, Sample, State, Expected })), ...onTheWay]
}

const readEarlier = (tx: Tx, reportNo: string): Promise<Earlier | undefined> =>
  tx.maybe<Earlier>(sql`
    select
      version,
      created_at,
      state,
      content
    from
      reports
    where
      report_no = ${reportNo}
    order by
      version desc
    limit
      1
  `)

type Parts = {
  readonly items: readonly ItemRow[]
  readonly awaited: readonly Awaited[]
  readonly earlier: Earlier | undefined
  readonly amended: Amended | null
  readonly now: string
  readonly pending: ReportData['Pending']
  readonly State: 'AMENDED' | 'PARTIAL' | 'FINAL'
  readonly version: number
  /** Who lets it out. */
  readonly By: string
}
/** Where nothing was measured nobody has approved a result: who lets the report out signs that. */
const signedBy = (Name: string, now: string, departments: readonly ReportDepartment[]): readonly ReportDepartment[] =>
  departments.some((one) => one.Signatories.length > 0)
    ? departments
    : departments.map((one) => ({
        ...one,
        Signatories: [
          {
            Name,
            Qualification: network.reportSignatory,
            Authorised: `Electronically authorised ${formatDateTime(now)}`,
            SignatureImage: null,
          },
        ],
      }))

/** All that the version says, but for its own hash and address. */
const contentOf = (
  head: HeadRow,
  { items, awaited, earlier, amended, now, pending, State, version, By }: Parts,
): ReportData => ({
  Letterhead: {
    Name: head.lab_name,
    LegalName: head.legal_name,
    Address: [head.lab_area, head.lab_city, head.lab_state].filter(Boolean).join(', ') || null,
    Phone: head.lab_phone,
    Email: head.lab_email,
    TaxId: head.tax_id,
    LogoImage: null,
  },
  Patient: {
    Name: head.patient_name,
    LocalName: null,
    AgeSex: ageSex(head),
    BirthDate: bornOf(head),
    PatientId: String(head.patient_id),
    Gender: head.gender ?? '',
  },
  Sample: {
    AccessionNo: head.accession_no,
    LRN: head.lrn,
    Collected: formatDateTime(head.collection_date),
    Received: head.received === null ? '–' : formatDateTime(head.received),
    Reported: formatDateTime(now),
    Doctor: head.doctor,
    Client: head.client,
    Specimens: head.specimens ?? [],
  },
  State,
  Version: version,
  VersionText: versionText(version, State, earlier, pending.length > 0),
  ReportNo: head.accession_no,
  Hash: '',
  VerifyUrl: '',
  VerifyText: '',
  Pending: pending,
  Amendment: amendmentOf(items, earlier, amended, now),
  SupersededBy: null,
  Departments: signedBy(By, now, departmentsOf(items, head.lab_id, new Set(awaited.map((one) => one.test_id)))),
  Interpretation: [],
})

type Version = { readonly saleId: number; readonly reportNo: string; readonly version: number; readonly State: string }

/** Writes the version and answers its key; the one before it is superseded. */
const keepVersion = async (
  tx: Tx,
  user: Caller,
  {
    saleId,
    reportNo,
    version,
    State,
    content,
    hash,
    reason,
  }: Version & { readonly content: ReportData; readonly hash: string; readonly reason: string | null },
): Promise<number> => {
  await tx.run(sql`
    update reports
    set
      superseded_at = now()
    where
      report_no = ${reportNo}
      and superseded_at is null
  `)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into
      reports (sale_id, report_no, version, state, content, hash, reason, created_by)
    values
      (
        ${saleId},
        ${reportNo},
        ${version},
        ${State},
        ${JSON.stringify(content)}::json,
        ${hash},
        ${reason},
        ${user.UserId}
      )
    returning
      report_id as id
  `)
  return id
}

/** The front desk of the seller hears of it, but for whoever made it. */
const tellReady = async (tx: Tx, user: Caller, { saleId, reportNo, version, State }: Version): Promise<void> => {
  const seller = await tx.one<{ seller_id: number }>(sql`
    select
      seller_id
    from
      sales
    where
      sale_id = ${saleId}
  `)
  await tellOthers(tx, user, seller.seller_id, [role.FrontDesk], {
    subject: State === 'AMENDED' ? 'Report amended' : 'Report ready',
    content: `${reportNo}, version ${version}, ${State.toLowerCase()}`,
    path: recordPath('testreports', { SaleId: saleId }),
  })
}

/** What is said now stays so; the lines that waited for that are done. */
const noteNotPerformed = async (tx: Tx, saleId: number, ids: readonly number[]): Promise<void> => {
  const noted = await tx.run(sql`
    update work_items
    set
      given_out_at = now()
    where
      work_item_id = any (${[...ids]})
      and given_out_at is null
  `)
  if (noted > 0) await refreshStatuses(tx, [saleId])
}

/** Makes the next version of the sale's report. `amended`: it amends what went out before. */
export const issueReport = async (tx: Tx, user: Caller, saleId: number, amended: Amended | null): Promise<number> => {
  // held before it is read: another lab's release of the same sale is in this version, or this one is in theirs
  await holdSales(tx, [saleId])
  const head = await readHead(tx, saleId)
  if (head.status_id === saleStatus.Cancelled) throw refused('The sale is cancelled: no report goes out for it')
  const items = await readItems(tx, saleId)
  const awaited = await readAwaited(tx, saleId)
  const reportNo = head.accession_no
  const earlier = await readEarlier(tx, reportNo)
  const pending = pendingOf(items, awaited, head)
  const State = amended !== null ? 'AMENDED' : pending.length > 0 ? 'PARTIAL' : 'FINAL'
  const version = (earlier?.version ?? 0) + 1
  const now = clockNow().toISOString()
  await noteNotPerformed(tx, saleId, saidNotPerformed(items, new Set(awaited.map((one) => one.test_id))))
  const content = contentOf(head, { items, awaited, earlier, amended, now, pending, State, version, By: user.FullName })
  // over the content without its own hash and address
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const reportId = await keepVersion(tx, user, {
    saleId,
    reportNo,
    version,
    State,
    content,
    hash,
    reason: amended?.Reason ?? null,
  })
  await queueLetters(tx, saleId, reportId)
  if (State === 'AMENDED') await queueNotices(tx, reportNo, reportId)
  await tellReady(tx, user, { saleId, reportNo, version, State })
  return version
}
