// The public page that verifies a printed report: number, version and hash that belong together, and no result.
import { formatDate, formatDateTime } from '../../core/dates.ts'
import { text } from '../../core/model.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { html, type Html } from '../../server/print/escape.ts'
import { routeOf, type Answer, type Route } from '../../server/route.ts'

/** The printed copies say where a version can be checked; the page shows no result. */
export const verifyPath = (reportNo: string, version: number, hash: string): string =>
  `/verify/${reportNo}/${version}/${hash.slice(0, 12)}`

const labels = { report: 'Report number', version: 'Version', hash: 'Hash' } as const

const page = (title: string, content: Html, note: string): string =>
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
          form {
            display: grid;
            gap: 12px;
          }
          label {
            display: grid;
            gap: 4px;
          }
          input,
          button {
            font: inherit;
            padding: 8px;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
          <p>${note}</p>
        </main>
      </body>
    </html>`)

const verifyPage = (title: string, rows: readonly (readonly [string, string])[]): string =>
  page(
    title,
    html`<dl>
        ${rows.map(
          ([label, value]) => html`<dt>${label}</dt>
            <dd>${value}</dd>`,
        )}
      </dl>`,
    'This page shows no results. Compare number, version and hash with the printed report.',
  )

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
}

type Issued = {
  State: string
  Hash: string
  createdAt: string
  SupersededAt: string | null
  Lab: string
  WithdrawnAt: string | null
  IsWhole: boolean | null
}
type Asked = { readonly reportNo: string; readonly version: string; readonly hash: string }
/** The version that this number, version and beginning of a hash identify. */
const issued = async (db: Database, { reportNo, version, hash }: Asked): Promise<Issued | undefined> =>
  /^[0-9a-f]{12}$/.test(hash) && /^\d{1,4}$/.test(version)
    ? db.read.maybe<Issued>(sql`
        select
          report.state,
          report.hash,
          report.created_at,
          report.superseded_at,
          report.content -> 'Letterhead' ->> 'Name' as lab,
          withdrawal.withdrawn_at,
          withdrawal.is_whole
        from
          reports report
          left join report_withdrawals withdrawal on withdrawal.report_id = report.report_id
        where
          report.report_no = ${reportNo}
          and report.version = ${Number(version)}
          and left(report.hash, 12) = ${hash}
      `)
    : undefined

/** `This report is WITHDRAWN since 25-Nov-2026`, or a result on it; undefined where all of it is in force. */
const withdrawnOf = ({ State, createdAt, WithdrawnAt, IsWhole }: Issued): string | undefined => {
  if (State === 'WITHDRAWN') return `This report is WITHDRAWN since ${formatDate(createdAt)}`
  if (WithdrawnAt === null) return undefined
  return IsWhole
    ? `This report is WITHDRAWN since ${formatDate(WithdrawnAt)}`
    : `Results on this version are WITHDRAWN since ${formatDate(WithdrawnAt)}`
}

const answer = async (db: Database, asked: Asked): Promise<Answer> => {
  const found = await issued(db, asked)
  if (!found)
    return {
      status: 404,
      headers,
      text: verifyPage('This report cannot be verified', [
        ['Reason', 'Number, version and hash do not belong together'],
      ]),
    }
  const withdrawn = withdrawnOf(found)
  const state = found.SupersededAt === null ? found.State : `${found.State}, superseded by a later version`
  return {
    headers,
    text: verifyPage(withdrawn ?? 'This report was issued by us', [
      ...(withdrawn === undefined ? [] : ([['Withdrawn', 'Please stop using it']] as const)),
      ['Laboratory', found.Lab],
      ['Report number', asked.reportNo],
      ['Version', asked.version],
      ['State', state],
      ['Issued', formatDateTime(found.createdAt)],
      ['Hash', found.Hash.replace(/(.{4})/g, '$1 ').trim()],
    ]),
  }
}

const asking = ['report', 'version', 'hash'] as const
const askPage = page(
  'Verify a report',
  html`<form>
      ${asking.map(
        (name) => html`<label
            >${labels[name]} <input name="${name}" required maxlength="40" autocomplete="off"
          /></label>`,
      )}
      <button>Verify</button>
    </form>`,
  'They are printed at the foot of each page of the report. This page shows no results.',
)

export const verifyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/verify/:reportNo/:version/:hash',
    access: 'public',
    perAddress: true,
    scope: 'number, version, hash and state of one report, with the right hash prefix only; no result and no name',
    summary: 'Verify a printed report',
    handler: ({ db, params: { reportNo = '', version = '', hash = '' } }) => answer(db, { reportNo, version, hash }),
  },
  routeOf({
    method: 'GET',
    // the address in words next to the code
    path: '/verify',
    access: 'public',
    perAddress: true,
    scope: 'a form; once it is filled in, as the verification',
    summary: 'Verify a printed report by its printed numbers',
    query: {
      report: text(labels.report, { maxLength: 40 }),
      version: text(labels.version, { maxLength: 40 }),
      hash: text(labels.hash, { maxLength: 80 }),
    },
    handler: async ({ db, query: { report, version, hash } }) => {
      if (report == null && version == null && hash == null) return { headers, text: askPage }
      return answer(db, {
        reportNo: (report ?? '').trim().toUpperCase(),
        version: (version ?? '').trim(),
        // as it is printed, in groups
        hash: (hash ?? '').replace(/\s/g, '').toLowerCase(),
      })
    },
  }),
]
