// The public page that verifies a printed report: number, version and hash that belong together, and no result.
import { formatDateTime } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { html } from '../../server/print/escape.ts'
import type { Route } from '../../server/route.ts'

/** The printed copies say where a version can be checked; the page shows no result. */
export const verifyPath = (reportNo: string, version: number, hash: string): string =>
  `/verify/${reportNo}/${version}/${hash.slice(0, 12)}`

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

export const verifyRoutes: readonly Route[] = [
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
