// Issuing a version of a report: content frozen and hashed in the transaction that releases; earlier versions are kept,
// superseded.
import { createHash } from 'node:crypto'
import { formatDateTime, formatDate } from '../../core/dates.ts'
import { unitText } from '../../core/interval.ts'
import { now as clockNow } from '../../server/clock.ts'
import { notifyUsers, usersAt } from '../../server/db/notify.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { refused } from '../../server/refusal.ts'
import type { ReportData } from '../../server/print/report.data.ts'
import { holdSales } from '../sales/status/status.server.ts'
import {
  ageSex,
  departmentsOf,
  isOut,
  isSettled,
  readHead,
  readItems,
  type HeadRow,
  type ItemRow,
} from './content.server.ts'
import { saleStatus, workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

type Earlier = { version: number; created_at: string; state: string; content: ReportData }

const pendingOf = (items: readonly ItemRow[], head: HeadRow): ReportData['Pending'] =>
  [
    ...Map.groupBy(
      items.filter((item) => item.print),
      (item) => item.test_id,
    ).values(),
  ]
    .filter((test) => !(test.some(isOut) && test.every(isSettled)))
    .map((test) => ({
      Test: test[0]?.test ?? '',
      Sample: test[0]?.barcode.slice(-3) ?? '',
      State: test.some((i) => i.result !== null) ? 'In process' : 'Pending',
      Expected: formatDateTime(head.report_date),
    }))

/** The birth date; one that was made from an age says so. */
const bornOf = ({ birth_date, is_actual_birth_day }: HeadRow): string | null =>
  birth_date === null ? null : is_actual_birth_day ? formatDate(birth_date) : `about ${birth_date.slice(0, 4)}, by age`

/**
 * Why and by whom the next version amends what went out; Changes beside those of results: `{ What: 'Patient', Was, Is
 * }`.
 */
export type Amended = {
  Reason: string
  By: string
  Changes: readonly { What: string; Was: string; Is: string }[]
}

const flagged = (result: string | null, unit: string | null): string =>
  [result, unitText(unit)].filter(Boolean).join(' ')
const changesOf = (item: ItemRow): { What: string; Was: string; Is: string }[] => [
  ...(item.was !== null && item.was !== item.result
    ? [{ What: item.element, Was: flagged(item.was, item.unit), Is: flagged(item.result, item.unit) }]
    : []),
  ...((item.was_comments ?? '') === (item.comments ?? '')
    ? []
    : [{ What: `${item.element}, comment`, Was: item.was_comments ?? 'none', Is: item.comments ?? 'none' }]),
]
const amendmentOf = (
  items: readonly ItemRow[],
  earlier: Earlier | undefined,
  amended: Amended | null,
  now: string,
): ReportData['Amendment'] =>
  amended === null || earlier === undefined
    ? null
    : {
        Issued: formatDateTime(now),
        Replaces: `Replaces version ${earlier.version} of ${formatDateTime(earlier.created_at)}`,
        WasVersion: earlier.version,
        Changes: [
          ...amended.Changes,
          ...items.filter((item) => item.status_id === workItemStatus.Amended).flatMap(changesOf),
        ],
        Reason: amended.Reason,
        By: amended.By,
        Informed: null,
      }

const versionText = (version: number, state: string, earlier: Earlier | undefined): string => {
  const word = state.toLowerCase()
  if (earlier === undefined) return `${version}, ${word}`
  return `${version}, ${word}, ${earlier.state === 'PARTIAL' ? 'completes' : 'replaces'} ${earlier.version}`
}

/** The printed copies say where a version can be checked; the page shows no result. */
export const verifyPath = (reportNo: string, version: number, hash: string): string =>
  `/verify/${reportNo}/${version}/${hash.slice(0, 12)}`

/** Makes the next version of the sale's report. `amended`: it amends what went out before. */
export const issueReport = async (tx: Tx, user: Caller, saleId: number, amended: Amended | null): Promise<number> => {
  // held before it is read: another lab's release of the same sale is in this version, or this one is in theirs
  await holdSales(tx, [saleId])
  const head = await readHead(tx, saleId)
  if (head.status_id === saleStatus.Cancelled) throw refused('The sale is cancelled: no report goes out for it')
  const items = await readItems(tx, saleId)
  const reportNo = head.accession_no
  const earlier = await tx.maybe<Earlier>(sql`
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
  const pending = pendingOf(items, head)
  const State = amended !== null ? 'AMENDED' : pending.length > 0 ? 'PARTIAL' : 'FINAL'
  const version = (earlier?.version ?? 0) + 1
  const now = clockNow().toISOString()
  const content: ReportData = {
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
    VersionText: versionText(version, State, earlier),
    ReportNo: reportNo,
    Hash: '',
    VerifyUrl: '',
    VerifyText: '',
    Pending: pending,
    Amendment: amendmentOf(items, earlier, amended, now),
    SupersededBy: null,
    Departments: departmentsOf(items, head.lab_id),
    Interpretation: [],
  }
  // over the content without its own hash and address
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  await tx.run(sql`
    update reports
    set
      superseded_at = now()
    where
      report_no = ${reportNo}
      and superseded_at is null
  `)
  await tx.run(sql`
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
        ${amended?.Reason ?? null},
        ${user.UserId}
      )
  `)
  const seller = await tx.one<{ seller_id: number }>(sql`
    select
      seller_id
    from
      sales
    where
      sale_id = ${saleId}
  `)
  await notifyUsers(
    tx,
    (await usersAt(tx, seller.seller_id, [role.FrontDesk])).filter((id) => id !== user.UserId),
    {
      creater: user.FullName,
      subject: State === 'AMENDED' ? 'Report amended' : 'Report ready',
      content: `${reportNo}, version ${version}, ${State.toLowerCase()}`,
      path: `/testreports?SaleId=${saleId}`,
    },
  )
  return version
}
