// A stored version of a report on paper, with the facts that only the copy has.
import { formatDate, formatDateTime } from '../../core/dates.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Printer } from '../../server/routes/print.ts'
import type { RenderOptions } from '../../server/print/render.ts'
import { renderReport } from './print/report.server.ts'
import type { ReportData } from './print/report.model.ts'
import { notFound } from '../../server/refusal.ts'
import { clientType } from '../lists/items.model.ts'
import { informedOf, toldOfReport, type Told } from './told/told.server.ts'
import { verifyPath } from './verify.server.ts'

type Kept = {
  ReportNo: string
  Version: number
  State: string
  Hash: string
  Content: ReportData
  SupersededAt: string | null
  Next: { Version: number; createdAt: string } | null
  /** What of it was withdrawn since. */
  Withdrawn: { At: string; Reason: string | null; IsWhole: boolean } | null
  /** The patient it was issued for, and whom that person was merged into since. */
  Persons: readonly number[] | null
  Told: readonly Told[]
  /** By the names that the content uses for them. */
  Pictures: Readonly<Record<string, string>> | null
}
const readKept = (tx: Tx, saleId: number, version: number | null): Promise<Kept | undefined> =>
  tx.maybe<Kept>(sql`
    select
      report.report_no,
      report.version,
      report.state,
      report.hash,
      report.content,
      report.superseded_at,
      (
        select
          json_build_object('Version', newer.version, 'createdAt', newer.created_at)
        from
          reports newer
        where
          newer.report_no = report.report_no
          and newer.version = report.version + 1
      ) as next,
      (
        select
          json_build_object('At', withdrawal.withdrawn_at, 'Reason', withdrawal.reason, 'IsWhole', withdrawal.is_whole)
        from
          report_withdrawals withdrawal
        where
          withdrawal.report_id = report.report_id
      ) as withdrawn,
      (
        with recursive
          same (client_id, merged_into_id) as (
            select
              client.client_id,
              client.merged_into_id
            from
              clients client
            where
              client.client_id::text = report.content -> 'Patient' ->> 'PatientId'
            union
            select
              kept.client_id,
              kept.merged_into_id
            from
              same
              join clients kept on kept.client_id = same.merged_into_id
          )
        select
          json_agg(same.client_id)
        from
          same
      ) as persons,
      ${toldOfReport} as told,
      (
        select
          json_object_agg(picture.sha256, picture.picture)
        from
          paper_pictures picture
        where
          picture.sha256 in (
            select
              jsonb_path_query(report.content::jsonb, '$.Letterhead.LogoImage') #>> '{}'
            union
            select
              jsonb_path_query(report.content::jsonb, '$.Departments[*].Signatories[*].SignatureImage') #>> '{}'
          )
      ) as pictures
    from
      reports report
    where
      report.sale_id = ${saleId}
      and (
        ${version}::int is null
        or report.version = ${version}
      )
    order by
      report.version desc
    limit
      1
  `)

/** The stored content with its pictures in place of their names. */
const withPictures = ({ Content, Pictures }: Kept): ReportData => {
  const shown = (name: string | null): string | null => (name === null ? null : (Pictures?.[name] ?? null))
  return {
    ...Content,
    Letterhead: { ...Content.Letterhead, LogoImage: shown(Content.Letterhead.LogoImage) },
    Departments: Content.Departments.map((department) => ({
      ...department,
      Signatories: department.Signatories.map((one) => ({ ...one, SignatureImage: shown(one.SignatureImage) })),
    })),
  }
}

type Amendment = NonNullable<ReportData['Amendment']>
const withInformed = (amendment: Amendment, told: readonly Told[]): Amendment => ({
  ...amendment,
  Informed: informedOf(told.filter(({ Version }) => Version === amendment.WasVersion + 1)) ?? amendment.Informed,
})

/** The stored content with the facts of the copy: who was informed, address, whether a later version replaces it. */
const copyOf = (kept: Kept, origin: string): ReportData => {
  const path = verifyPath(kept.ReportNo, kept.Version, kept.Hash)
  const { Amendment, EarlierAmendments } = kept.Content
  return {
    ...withPictures(kept),
    Amendment: Amendment && withInformed(Amendment, kept.Told),
    EarlierAmendments: (EarlierAmendments ?? []).map((one) => withInformed(one, kept.Told)),
    ...(kept.Withdrawn && {
      Withdrawn: {
        On: formatDate(kept.Withdrawn.At),
        Reason: kept.Withdrawn.Reason ?? '',
        IsWhole: kept.Withdrawn.IsWhole,
      },
    }),
    Hash: kept.Hash,
    // without a public address the paper has none
    VerifyUrl: origin === '' ? '' : `${origin}${path}`,
    VerifyText: origin === '' ? '' : `${origin.replace(/^https?:\/\//, '')}/verify`,
    ...(kept.SupersededAt !== null
      ? {
          State: 'SUPERSEDED' as const,
          SupersededBy: kept.Next
            ? `Replaced by version ${kept.Next.Version} of ${formatDateTime(kept.Next.createdAt)}`
            : 'Replaced by a later version',
        }
      : {}),
  }
}

// a patient cannot read a version that was issued in another name, unless that record was merged into theirs
const isOthers = (user: Caller, kept: Kept): boolean =>
  user.EntityTypeId === clientType.Patient && !(kept.Persons ?? []).includes(Number(user.EntityId))

/** A version for a recipient without an account. The caller checks whether it may be sent. */
export const paperOfLetter = async (tx: Tx, saleId: number, version: number, origin: string): Promise<Uint8Array> => {
  const kept = await readKept(tx, saleId, version)
  if (!kept) throw notFound('This version of the report does not exist')
  return renderReport(copyOf(kept, origin))
}

type Wanted = Pick<Parameters<Printer>[0], 'db' | 'user' | 'key' | 'origin' | 'version'>
/** A version of the report of a sale on paper, by default the last. The sale is inside the scope of the user. */
export const paperOf = async (
  { db, user, key, origin, version }: Wanted,
  options?: RenderOptions,
): Promise<{ pdf: Uint8Array; name: string }> => {
  const kept = await readKept(db.read, key, version)
  if (!kept || isOthers(user, kept)) throw notFound('This version of the report does not exist')
  return { pdf: await renderReport(copyOf(kept, origin), options), name: `${kept.ReportNo}-v${kept.Version}.pdf` }
}
export const printReport: Printer = (asked) => paperOf(asked)
