// What the screens add to an act on results or on a report: the versions of what it names, as if just read.
import type { App } from '../../start/app.ts'
import { sql } from '../db/db.ts'

type Body = Readonly<Record<string, unknown>>
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isId = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31

const pathOf = (url: string): string => url.replace(/^\/api\//, '').replace(/\/$/, '')
/** Acts that name their results, that send rows of them, that name one, and those on a whole report. */
const named = ['review', 'approve', 'release', 'repeat', 'keep', 'withdraw', 'measureon'].map(
  (act) => `${act}/testresults`,
)
const sent = ['testresults', 'amend/testresults', 'withdrawresults/testresults']
const single = ['chooserun/testresults']
const whole = ['withdrawreport/testresults', 'correctpatient/sales', 'correctdetails/sales']

/** The version of each result; 0 of one that does not exist. */
const versionsOf = async ({ db }: App, ids: readonly unknown[]): Promise<(id: unknown) => number> => {
  const rows = await db.read.rows<{ work_item_id: number; row_version: number }>(sql`
    select
      work_item_id,
      row_version
    from
      work_items
    where
      work_item_id = any (${ids.filter(isId)})
  `)
  const versions = new Map<unknown, number>(rows.map((row) => [row.work_item_id, row.row_version]))
  return (id) => versions.get(id) ?? 0
}
const newestOf = async ({ db }: App, saleId: unknown): Promise<number> => {
  const { version } = await db.read.one<{ version: number }>(sql`
    select
      coalesce(max(version), 0) as version
    from
      reports
    where
      sale_id = ${isId(saleId) ? saleId : 0}
  `)
  return version
}

/** The body with each version that it leaves out. */
export const asSeen = async (app: App, url: string, body: unknown): Promise<unknown> => {
  if (!isBody(body)) return body
  const path = pathOf(url)
  if (named.includes(path) && !('RowVersions' in body)) {
    const ids = listIn(body['WorkItemIds'])
    const versionOf = await versionsOf(app, ids)
    return { ...body, RowVersions: ids.map(versionOf) }
  }
  if (sent.includes(path)) {
    const items = listIn(body['WorkItems'])
    const versionOf = await versionsOf(
      app,
      items.map((item) => (isBody(item) ? item['WorkItemId'] : null)),
    )
    const seen = (item: unknown) => (isBody(item) ? { RowVersion: versionOf(item['WorkItemId']), ...item } : item)
    return items.length === 0 ? body : { ...body, WorkItems: items.map(seen) }
  }
  if (single.includes(path))
    return { RowVersion: (await versionsOf(app, [body['WorkItemId']]))(body['WorkItemId']), ...body }
  if (whole.includes(path)) return { Version: await newestOf(app, body['SaleId']), ...body }
  return body
}
