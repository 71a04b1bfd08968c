// Issues versions of reports: freezes and hashes the content in the transaction that releases; earlier versions are
// stored as superseded.
import { createHash } from 'node:crypto'
import { formatDateTime } from '../../core/dates.ts'
import { now as clockNow } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Letterhead } from '../../core/letterhead.ts'
import { keepPictures, nameOfPicture } from '../../server/print/paper-pictures.ts'
import type { Issuer } from '../../server/caller.ts'
import { refused } from '../../server/refusal.ts'
import { columnsOf, rowsAs } from '../../server/table/columns.ts'
import type { ReportData } from './print/report.model.ts'
import { letterheadFrom, readLetterheads } from '../clients/letterhead/letterhead.server.ts'
import { readSigners, type Signer } from '../users/signers.server.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import {
  amendmentOf,
  earlierAmendmentsOf,
  stateOf,
  versionText,
  type Amended,
  type Earlier,
  type IssuedState,
} from './amendment.server.ts'
import { departmentsOf, pendingOf, saidNotPerformed } from './content.server.ts'
import { withMarkExplained } from './print/interval.server.ts'
import { ageSex, bornOf, readHeads, type HeadRow } from './head.server.ts'
import { notifyReady } from './letters/news.server.ts'
import { queueLetters, queueNotices } from './letters/queue.server.ts'
import { readAwaited, readItems, type Awaited, type ItemRow } from './items.server.ts'
import { saleStatus } from '../lists/items.model.ts'
import { shortOf } from '../samples/labels/label.rules.ts'

/** The last version of each report that has one. */
const readEarlier = async (tx: Tx, reportNos: readonly string[]): Promise<ReadonlyMap<string, Earlier>> => {
  const rows = await tx.rows<Earlier & { ReportNo: string }>(sql`
    select distinct
      on (report_no) report_no,
      version,
      created_at,
      state,
      content
    from
      reports
    where
      report_no = any (${[...reportNos]})
    order by
      report_no,
      version desc
  `)
  return new Map(rows.map((row) => [row.ReportNo, row]))
}

type Parts = {
  readonly items: readonly ItemRow[]
  readonly awaited: readonly Awaited[]
  readonly earlier: Earlier | undefined
  readonly amended: Amended | null
  readonly now: string
  readonly pending: ReportData['Pending']
  readonly State: IssuedState
  readonly version: number
  readonly user: Issuer
  readonly letterhead: Letterhead
  readonly signers: ReadonlyMap<number, Signer>
}
/** The letterhead as stored: its logo by name. */
const namedLogo = (letterhead: Letterhead): Letterhead => ({
  ...letterhead,
  LogoImage: letterhead.LogoImage === null ? null : nameOfPicture(letterhead.LogoImage),
})
/** The whole version, except its own hash and address. */
const contentOf = (
  head: HeadRow,
  { items, awaited, earlier, amended, now, pending, State, version, user, letterhead, signers }: Parts,
): ReportData =>
  withMarkExplained({
    Letterhead: namedLogo(letterhead),
    Patient: {
      Name: head.PatientName,
      LocalName: null,
      AgeSex: ageSex(head),
      BirthDate: bornOf(head),
      PatientId: String(head.PatientId),
      Gender: head.Gender ?? '',
    },
    Sample: {
      AccessionNo: head.AccessionNo,
      LRN: head.LRN,
      Collected: formatDateTime(head.CollectionDate),
      CollectedAt: head.CollectedPlace,
      Received: head.Received === null ? '–' : formatDateTime(head.Received),
      Reported: formatDateTime(now),
      Doctor: head.Doctor,
      Client: head.Client,
      Specimens: (head.Specimens ?? []).map(({ No, Specimen }) => ({ No: shortOf(No), Specimen })),
    },
    State,
    Version: version,
    VersionText: versionText(version, State, earlier, pending.length > 0),
    ReportNo: head.AccessionNo,
    Hash: '',
    VerifyUrl: '',
    VerifyText: '',
    Pending: pending,
    Amendment: amendmentOf(items, earlier, amended, now),
    EarlierAmendments: earlierAmendmentsOf(earlier, amended),
    SupersededBy: null,
    Departments: departmentsOf(items, {
      LabId: head.LabId,
      collected: head.CollectionDate,
      place: head.CollectedPlace,
      awaited: new Set(awaited.map((one) => one.TestId)),
      signers,
      releasing: { user, now, before: earlier?.Content.Departments ?? [] },
    }),
    Interpretation: [],
  })

/** A version as stored, and the seller whose staff is notified. */
type Version = {
  readonly saleId: number
  readonly sellerId: number
  readonly reportNo: string
  readonly version: number
  readonly State: Parts['State']
  readonly content: string
  readonly reason: string | null
}
// content goes as text: its hash is over this very text
const versionColumns = {
  SaleId: 'int',
  ReportNo: 'text',
  Version: 'int',
  State: 'text',
  Hash: 'text',
  Reason: 'text',
} as const

/** Stores the versions and answers the key of each by its sale; earlier ones are superseded. */
const keepVersions = async (
  tx: Tx,
  user: Issuer,
  versions: readonly Version[],
): Promise<ReadonlyMap<number, number>> => {
  await tx.run(sql`
    update reports
    set
      superseded_at = now()
    where
      report_no = any (${versions.map((one) => one.reportNo)})
      and superseded_at is null
  `)
  const rows = versions.map((one) => ({
    SaleId: one.saleId,
    ReportNo: one.reportNo,
    Version: one.version,
    State: one.State,
    // over the content without its own hash and address
    Hash: createHash('sha256').update(one.content).digest('hex'),
    Reason: one.reason,
    Content: one.content,
  }))
  const kept = await tx.rows<{ SaleId: number; ReportId: number }>(sql`
    insert into
      reports (${columnsOf(versionColumns)}, content, created_by)
    select
      ${columnsOf(versionColumns, 'sent')},
      sent.content::json,
      ${user.UserId}
    from
      ${rowsAs('sent', { ...versionColumns, Content: 'text' }, rows)}
    returning
      sale_id,
      report_id
  `)
  return new Map(kept.map((row) => [row.SaleId, row.ReportId]))
}

/** Marks work items as reported not performed, which cannot be changed afterwards; updates the lines that waited. */
const noteNotPerformed = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const noted = await tx.rows<{ SaleId: number }>(sql`
    update work_items
    set
      given_out_at = now()
    where
      work_item_id = any (${[...ids]})
      and given_out_at is null
    returning
      sale_id
  `)
  await refreshStatuses(tx, [...new Set(noted.map((row) => row.SaleId))])
}

/** Reads all parts of the reports of these sales, each kind once for all of them. */
const readParts = async (tx: Tx, user: Issuer, saleIds: readonly number[]) => {
  const heads = await readHeads(tx, saleIds)
  const items = Map.groupBy(await readItems(tx, saleIds), (item) => item.SaleId)
  const awaited = Map.groupBy(await readAwaited(tx, saleIds), (one) => one.SaleId)
  const earlier = await readEarlier(
    tx,
    heads.map((head) => head.AccessionNo),
  )
  const letterheads = await readLetterheads(
    tx,
    heads.map((head) => head.LabId),
  )
  const signed = [...items.values()].flat().flatMap((item) => item.ApprovedById ?? [])
  const signers = await readSigners(tx, [user.UserId, ...signed])
  const logos = [...letterheads.values()].map((one) => one.LogoImage)
  await keepPictures(tx, [...logos, ...[...signers.values()].map((one) => one.Signature)])
  return heads.map((head) => ({
    head,
    signers,
    letterhead: letterheadFrom(letterheads, head.LabId),
    items: items.get(head.SaleId) ?? [],
    awaited: awaited.get(head.SaleId) ?? [],
    earlier: earlier.get(head.AccessionNo),
  }))
}

/**
 * Makes the next version of the report of each sale, in as many statements for all of them as for one. The map gives
 * for each sale what it amends, or null.
 */
export const issueReports = async (
  tx: Tx,
  user: Issuer,
  wanted: ReadonlyMap<number, Amended | null>,
): Promise<void> => {
  const saleIds = [...wanted.keys()]
  if (saleIds.length === 0) return
  // locked before they are read: another lab's release of the same sale is in this version, or this one is in theirs
  await holdSales(tx, saleIds)
  const parts = await readParts(tx, user, saleIds)
  const isCancelled = (head: HeadRow): boolean => head.StatusId === saleStatus.Cancelled
  // of a cancelled sale nothing new goes out, but what is wrong on it is taken back or set right
  const mayFollow = (saleId: number): boolean => {
    const amended = wanted.get(saleId)
    return amended?.IsWithdrawal === true || amended?.IsOfPerson === true
  }
  if (parts.some(({ head }) => isCancelled(head) && !mayFollow(head.SaleId)))
    throw refused('The sale is cancelled, so its report cannot be issued')
  const now = clockNow().toISOString()
  await noteNotPerformed(
    tx,
    parts.flatMap(({ items, awaited }) => saidNotPerformed(items, new Set(awaited.map((one) => one.TestId)))),
  )
  const versions = parts.map(({ head, items, awaited, earlier, letterhead, signers }): Version => {
    const amended = wanted.get(head.SaleId) ?? null
    // nothing more comes of a cancelled sale
    const pending = isCancelled(head) ? [] : pendingOf(items, awaited, head)
    const State = stateOf(items, { earlier, amended, isWaiting: pending.length > 0 })
    const version = (earlier?.Version ?? 0) + 1
    return {
      saleId: head.SaleId,
      sellerId: head.SellerId,
      reportNo: head.AccessionNo,
      version,
      State,
      content: JSON.stringify(
        contentOf(head, {
          items,
          awaited,
          earlier,
          amended,
          now,
          pending,
          State,
          version,
          user,
          letterhead,
          signers,
        }),
      ),
      reason: amended?.Reason ?? null,
    }
  })
  const kept = await keepVersions(tx, user, versions)
  const keysOf = (some: readonly Version[]): number[] => some.flatMap(({ saleId }) => kept.get(saleId) ?? [])
  await queueLetters(tx, keysOf(versions))
  const amending = versions.filter(({ saleId }) => wanted.get(saleId))
  if (amending.length > 0) await queueNotices(tx, keysOf(amending))
  await notifyReady(tx, user, versions)
}
