// Test reports on the server: sales with something released, their versions, the PDF, and the public page that verifies
// one.
import { formatDateTime } from '../../core/dates.ts'
import { literal, sql, type Tx, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { ServerModule } from '../../server/module.ts'
import type { Printer } from '../../server/routes/print.ts'
import { html } from '../../server/print/escape.ts'
import { renderPdf } from '../../server/print/render.ts'
import type { ReportData } from '../../server/print/report.data.ts'
import { notFound } from '../../server/refusal.ts'
import type { Route } from '../../server/route.ts'
import { clientNamed, contains, from, like, shortName, till, type ListPlan } from '../../server/read/statement.ts'
import { saleScope } from '../sales/list.server.ts'
import { verifyPath } from './issue.server.ts'
import { testreports } from './testreports.model.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'

const released = sql`
  exists (
    select
      1
    from
      reports x
    where
      x.sale_id = s.sale_id
  )
`
// a referrer never sees results
const scope: ServerModule['scope'] = (user) =>
  user.EntityTypeId === clientType.Referrer
    ? sql`false`
    : sql`
        ${released}
        and (${saleScope(user)})
      `

const read = (key: number): Sql => sql`
  select
    s.sale_id as "SaleId",
    s.accession_no as "AccessionNo",
    s.accession_date as "AccessionDate",
    s.sale_date as "SaleDate",
    s.lrn as "LRN",
    s.patient_name as "Patient",
    d.name as "Doctor",
    se.name as "Seller",
    st.item_label as "SaleStatus",
    s.status_id as "StatusId",
    (
      select
        json_agg(
          json_build_object(
            'ReportId',
            r.report_id,
            'ReportNo',
            r.report_no,
            'Version',
            r.version,
            'State',
            r.state,
            'Hash',
            r.hash,
            'Reason',
            r.reason,
            'CreatedOn',
            r.created_at,
            'CreatedBy',
            u.full_name,
            'SupersededOn',
            r.superseded_at
          )
          order by
            r.version desc
        )
      from
        reports r
        join users u on u.user_id = r.created_by
      where
        r.sale_id = s.sale_id
    ) as "Versions",
    (
      select
        json_agg(
          json_build_object('Code', p.code, 'Name', p.name, 'Status', li.item_label, 'StatusId', l.status_id)
          order by
            l.sequence
        )
      from
        sale_products l
        join products p using (product_id)
        left join list_items li on li.list_item_id = l.status_id
      where
        l.sale_id = s.sale_id
        and l.status_id <> ${literal(lineStatus.Cancelled)}
    ) as "Tests"
  from
    sales s
    join clients d on d.client_id = s.referring_doctor_id
    join clients se on se.client_id = s.seller_id
    left join list_items st on st.list_item_id = s.status_id
  where
    s.sale_id = ${key}
`

const list: ListPlan = {
  from: 'sales s',
  alias: 's',
  key: 's.sale_id',
  sort: '-SaleDate',
  columns: {
    SaleId: 's.sale_id',
    SaleDate: 's.sale_date',
    AccessionNo: 's.accession_no',
    LRN: 's.lrn',
    Patient: 's.patient_name',
    Doctor: 'd.name',
    Seller: shortName('se'),
    Version: 'r.version',
    State: 'initcap(r.state)',
    ReportedDate: 'r.created_at',
    SaleStatus: 'st.item_label',
    StatusId: 's.status_id',
    SellerId: 's.seller_id',
  },
  names: `left join clients d on d.client_id = s.referring_doctor_id left join clients se on se.client_id = s.seller_id left join list_items st on st.list_item_id = s.status_id
    left join lateral (select x.version, x.state, x.created_at from reports x where x.sale_id = s.sale_id order by x.version desc limit 1) r on true`,
  filterFields: testreports.filters,
  filters: {
    FromDate: from('s.sale_date'),
    ToDate: till('s.sale_date'),
    Patient: like('s.patient_name'),
    Doctor: clientNamed('s.referring_doctor_id'),
    State: (value: string) => sql`
      exists (
        select
          1
        from
          reports x
        where
          x.sale_id = s.sale_id
          and x.superseded_at is null
          and x.state = ${value}
      )
    `,
    LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
    AccessionNo: (value: string) => contains('s.accession_no', value.replace(/-\d+$/, '')),
  },
  scope,
}

type Kept = {
  report_no: string
  version: number
  state: string
  hash: string
  content: ReportData
  superseded_at: string | null
  next: { version: number; created_at: string } | null
}
const readKept = (tx: Tx, saleId: number, version: number | null): Promise<Kept | undefined> =>
  tx.maybe<Kept>(sql`
    select
      r.report_no,
      r.version,
      r.state,
      r.hash,
      r.content,
      r.superseded_at,
      (
        select
          json_build_object('version', n.version, 'created_at', n.created_at)
        from
          reports n
        where
          n.report_no = r.report_no
          and n.version = r.version + 1
      ) as next
    from
      reports r
    where
      r.sale_id = ${saleId}
      and (
        ${version}::int is null
        or r.version = ${version}
      )
    order by
      r.version desc
    limit
      1
  `)

/** The kept content with what only the copy knows: hash, address, and whether a later version replaces it. */
const copyOf = (kept: Kept, origin: string): ReportData => {
  const path = verifyPath(kept.report_no, kept.version, kept.hash)
  return {
    ...kept.content,
    Hash: kept.hash,
    VerifyUrl: `${origin}${path}`,
    VerifyText: `${origin.replace(/^https?:\/\//, '')}/verify`,
    ...(kept.superseded_at !== null
      ? {
          State: 'SUPERSEDED' as const,
          SupersededBy: kept.next
            ? `Replaced by version ${kept.next.version} of ${formatDateTime(kept.next.created_at)}`
            : 'Replaced by a later version',
        }
      : {}),
  }
}

// a version that went out in another name is not this patient's to read
const isOthers = (user: Caller, kept: Kept): boolean =>
  user.EntityTypeId === clientType.Patient && kept.content.Patient.PatientId !== String(user.EntityId)

export const printReport: Printer = async ({ db, user, key, origin, version }) => {
  const kept = await readKept(db.read, key, version)
  if (!kept || isOthers(user, kept)) throw notFound('This version of the report does not exist')
  return { pdf: await renderPdf('report', copyOf(kept, origin)), name: `${kept.report_no}-v${kept.version}.pdf` }
}

const verifyPage = (title: string, rows: readonly (readonly [string, string])[]): string =>
  String(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Report verification</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            margin: 0;
            background: #f3f5f7;
            color: #15202b;
          }
          main {
            max-width: 520px;
            margin: 8vh auto;
            background: #fff;
            border: 1px solid #dfe5ea;
            border-radius: 6px;
            padding: 24px;
          }
          h1 {
            font-size: 20px;
            margin: 0 0 12px;
          }
          dl {
            display: grid;
            grid-template-columns: auto 1fr;
            gap: 6px 16px;
            margin: 0;
          }
          dt {
            color: #465462;
          }
          dd {
            margin: 0;
            font-weight: 600;
            overflow-wrap: anywhere;
          }
          p {
            color: #465462;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <dl>
            ${rows.map(
              ([label, value]) => html`<dt>${label}</dt>
                <dd>${value}</dd>`,
            )}
          </dl>
          <p>This page shows no results. Compare number, version and hash with the printed report.</p>
        </main>
      </body>
    </html>`)

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/verify/:reportNo/:version/:hash',
    access: 'public',
    perAddress: true,
    scope: 'number, version, hash and state of one report, with the right hash prefix only; no result and no name',
    summary: 'Verify a printed report',
    handler: async (call) => {
      const { reportNo = '', version = '', hash = '' } = call.params
      const found =
        /^[0-9a-f]{12}$/.test(hash) && /^\d{1,4}$/.test(version)
          ? await call.db.read.maybe<{
              state: string
              hash: string
              created_at: string
              superseded_at: string | null
              lab: string
            }>(sql`
              select
                r.state,
                r.hash,
                r.created_at,
                r.superseded_at,
                r.content -> 'Letterhead' ->> 'Name' as lab
              from
                reports r
              where
                r.report_no = ${reportNo}
                and r.version = ${Number(version)}
                and left(r.hash, 12) = ${hash}
            `)
          : undefined
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }
      if (!found)
        return {
          status: 404,
          headers,
          text: verifyPage('This report can not be verified', [
            ['Reason', 'Number, version and hash do not belong together'],
          ]),
        }
      const state = found.superseded_at === null ? found.state : `${found.state}, superseded by a later version`
      return {
        headers,
        text: verifyPage('This report was issued by us', [
          ['Laboratory', found.lab],
          ['Report number', reportNo],
          ['Version', version],
          ['State', state],
          ['Issued', formatDateTime(found.created_at)],
          ['Hash', found.hash.replace(/(.{4})/g, '$1 ').trim()],
        ]),
      }
    },
  },
]

export const testreportsServer: ServerModule = {
  model: testreports,
  table: 'sales',
  alias: 's',
  keyColumn: 'sale_id',
  scope,
  read,
  routes,
  statements: [{ id: 1005, name: 'Test reports', module: 'testreports', parameters: {}, list }],
}
