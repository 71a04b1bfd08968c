// Many reports in one file, by filter or by choice; a job makes them one after the other.
import { dayOf } from '../../../core/dates.ts'
import { json as jsonField, text } from '../../../core/model.ts'
import { network } from '../../../core/network.ts'
import { closedCode } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Database } from '../../../server/db/db.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { jobOf } from '../../../server/job.ts'
import { addJob } from '../../../server/jobs/add.ts'
import { joinedPdf } from '../../../server/print/joined.ts'
import { wholeListQuery } from '../../../server/read/whole-list.ts'
import { readFilter } from '../../../server/read/statement.ts'
import { invalid, notFound, Refusal, refused } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { openSale } from '../../openings/open.server.ts'
import { paperOf } from '../copy.server.ts'
import { reportsToPrint } from '../answers/answers.model.ts'
import { testreports } from '../testreports.model.ts'
import { list } from './list.server.ts'
import { reportScope } from './scope.server.ts'

/** Reports in one file at most: some 600 pages. */
export const mostReports = 200

type Sale = { readonly SaleId: number; readonly AccessionNo: string; readonly StatusId: number }
/** The sales whose report the user may print now, in the requested order. */
const printable = async (db: Database, user: Caller, ids: readonly number[]): Promise<Sale[]> => {
  const rows = await db.read.rows<Sale>(sql`
    select
      sale.sale_id as "SaleId",
      sale.accession_no as "AccessionNo",
      sale.status_id as "StatusId"
    from
      sales sale
    where
      sale.sale_id = any (${[...ids]})
      and (${reportScope(user)})
  `)
  const byId = new Map(rows.map((row) => [row.SaleId, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).filter((sale) => mayByPermit(user, testreports.id, 'print', sale))
}

/** A job asks for no reason; the report's own screen does. */
const closed = 'A result of this sale is sensitive: open its report once, with a reason'

const reports = (count: number): string => (count === 1 ? '1 report' : `${count} reports`)

export const bulkPrint = jobOf({
  name: 'print-testreports',
  summary: 'Printing of reports',
  payload: { SaleIds: jsonField<number[]>('Sales'), Origin: text('Address') },
  run: async ({ db, user, payload, progress, isStopped }) => {
    const ids = payload.SaleIds ?? []
    const sales = await printable(db, user, ids)
    const papers: Uint8Array[] = []
    const errors: string[] = []
    for (const [index, { SaleId, AccessionNo }] of sales.entries()) {
      progress(index, sales.length, 'Printing reports')
      if (await isStopped()) return { message: 'Cancelled' }
      try {
        await openSale(db, user, { what: 'print', saleId: SaleId })
        const origin = network.publicAddress ?? payload.Origin ?? ''
        papers.push((await paperOf({ db, user, key: SaleId, origin, version: null }, { tagged: false })).pdf)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        errors.push(`${AccessionNo}: ${error.code === closedCode ? closed : error.message}`)
        continue
      }
      await db.transaction((tx) => writeAccess(tx, user, 'print', testreports.id, SaleId))
    }
    progress(sales.length, sales.length)
    if (papers.length === 0) throw refused(errors[0] ?? 'There is no report left to print')
    const gone = ids.length - sales.length
    return {
      message: `${reports(papers.length)} printed`,
      errors: gone === 0 ? errors : [...errors, `${reports(gone)} you can no longer print`],
      file: {
        name: `reports-${dayOf(new Date())}.pdf`,
        mediaType: 'application/pdf',
        bytes: await joinedPdf('Reports', papers),
      },
    }
  },
})

/** All keys of the filter, in the order of the list; at most one more than may be printed. */
const filtered = async (db: Database, user: Caller, filter: unknown, sort: string | undefined): Promise<number[]> => {
  const whole = wholeListQuery(list, { filter: readFilter(list.filterFields, filter ?? ''), sort }, user)
  const rows = await db.replica.rows<{ Id: number }>(sql`
    select
      (whole.row::json ->> 'SaleId')::int as id
    from
      (${whole}) whole
    limit
      ${mostReports + 1}
  `)
  return rows.map(({ Id }) => Id)
}

export const printMany = routeOf({
  method: 'POST',
  ...reportsToPrint,
  access: { module: testreports.id, permit: 'print' },
  scope: 'reports inside the scope of the module, checked again for each when it is printed',
  summary: `Print up to ${mostReports} reports into one file`,
  body: {
    SaleIds: jsonField<number[]>('Sales'),
    filterCriteria: text('Filter', { maxLength: 4000 }),
    sort: text('Sort', { maxLength: 60 }),
  },
  handler: async ({ db, user, body, origin }) => {
    const { SaleIds: picked, filterCriteria, sort } = body
    const isKeys = Array.isArray(picked) && picked.every((id) => Number.isInteger(id) && id > 0 && id < 2_147_483_648)
    if (picked != null && !isKeys) throw invalid({ SaleIds: ['Choose at least one report'] })
    const ids = picked == null ? await filtered(db, user, filterCriteria, sort ?? undefined) : [...new Set(picked)]
    if (ids.length > mostReports)
      throw refused(`${mostReports} reports can be printed at a time: narrow the filter, by date or by client`)
    if (ids.length === 0) throw refused('There is no report to print')
    // a missing report and another's give the same answer
    if ((await printable(db, user, ids)).length < ids.length) throw notFound()
    const id = await db.transaction((tx) =>
      addJob(tx, user, bulkPrint, { SaleIds: ids, Origin: origin }, { module: testreports.id, formId: null }),
    )
    return json({ JobRunId: id, message: `${reports(ids.length)} to print` }, 202)
  },
})
