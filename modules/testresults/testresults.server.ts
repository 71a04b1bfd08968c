// Result entry on the server: rows, save, signing, calls and the list of what is on which worksheet.
import { integer, text, boolean, datetime, json as jsonField, choice, rows as rowsField } from '../../core/model.ts'
import { writeAccess } from '../../server/audit.ts'
import { sql } from '../../server/db.ts'
import { checkLock } from '../../server/lock.ts'
import type { Caller, Loaded, ServerModule } from '../../server/module.ts'
import { mayByPermit, requirePermit } from '../../server/permission.ts'
import { metaOf } from '../../server/records.ts'
import { malformed, notFound } from '../../server/refusal.ts'
import { json, type Call, type Route } from '../../server/route.ts'
import { once } from '../../server/save.ts'
import { contains, equals, type ListPlan } from '../../server/statement.ts'
import type { Permit } from '../../core/model.ts'
import type { Tx } from '../../server/db.ts'
import { issueReport } from '../testreports/issue.server.ts'
import { asWorkItem } from './entry.rules.ts'
import { saveResults } from './entry.server.ts'
import { benchScope, readRows, signatoriesAt } from './rows.server.ts'
import { amend, approve, logCall, release, repeat, review } from './signing.server.ts'
import { mayAmend, mayApprove, mayEnter, mayRepeat, mayReview } from './testresults.rules.ts'
import { resultFields, testresults, type ResultRow, type ResultSent } from './testresults.model.ts'

const whereOf = (query: Loaded) => {
  const { WorkSheetId, SaleId } = query
  if (WorkSheetId === undefined && SaleId === undefined) throw malformed('WorkSheetId or SaleId is missing')
  return sql`(${WorkSheetId ?? null}::int is null or w.work_sheet_id = ${WorkSheetId ?? null}) and (${SaleId ?? null}::int is null or w.sale_id = ${SaleId ?? null})`
}

/** What this user may do with a row, and why not. */
const actionsFor = (row: ResultRow, user: Caller, signatories: number): ResultRow['Actions'] => {
  const item = asWorkItem(row)
  const held = (permit: Permit) => mayByPermit(user, 'testresults', permit)
  const say = (decision: { ok: true } | { ok: false; reason: string }): true | string => (decision.ok ? true : decision.reason)
  return {
    ...(held('update') ? { update: say(mayEnter(item, user)), repeat: say(mayRepeat(item, user, 1)) } : {}),
    ...(held('review') ? { review: say(mayReview(item, user)) } : {}),
    ...(held('approve') ? { approve: say(mayApprove(item, user, { signatories })) } : {}),
    ...(held('amend') ? { amend: say(mayAmend(item, user, 1)) } : {}),
    ...(held('release') ? { release: row.StatusId === 153 ? true : `${row.Element}: only an approved result can be released` } : {}),
  }
}

const read = async (call: Call) => {
  const rows = await readRows(call.db.replica, sql`(${whereOf(call.query)}) and (${benchScope(call.user)})`)
  if (rows.length === 0) throw notFound()
  const signatories = await signatoriesAt(call.db.replica, call.user.EntityId)
  await call.db.transaction((tx) => writeAccess(tx, call.user, 'read', 'testresults', rows[0]?.SaleId ?? null))
  return json(rows.map((row) => ({ ...row, Actions: actionsFor(row, call.user, signatories) })))
}

const save = async (call: Call) => {
  requirePermit(call.user, 'testresults', 'update')
  const items = (call.body['WorkItems'] ?? []) as ResultSent[]
  const saved = await once(call.db, metaOf(call), 'testresults', call.body, async (tx) => {
    const { changed, saleIds } = await saveResults(tx, call.user, items)
    await checkLock(tx, call.user, 'testresults', saleIds, call.tab)
    return {
      status: 200,
      json: {
        message: changed === 0 ? 'Nothing was changed' : changed === 1 ? '1 result is saved' : `${changed} results are saved`,
        RowVersion: 1,
      },
    }
  })
  return json(saved.json, saved.status)
}

const signingBody = {
  WorkItemIds: jsonField('Work items'),
  RowVersions: jsonField('Versions'),
  ReasonId: choice('Reason', 122),
  Remarks: text('Remarks', { maxLength: 1000 }),
}
type Work = (tx: Tx, user: Caller, body: Loaded) => Promise<string>
const signing = (name: string, permit: Permit, summary: string, work: Work, body: Route['body'] = signingBody): Route => ({
  method: 'ACTION',
  path: `${name}/testresults`,
  access: { module: 'testresults', permit },
  scope: 'work items of the labs of the entity',
  summary,
  body: body ?? {},
  handler: async (call) => {
    const saved = await once(call.db, metaOf(call), `${name}/testresults`, call.body, async (tx) => ({
      status: 200,
      json: { message: await work(tx, call.user, call.body) },
    }))
    return json(saved.json, saved.status)
  },
})

const issue =
  (tx: Tx, user: Caller) =>
  async (saleId: number, reason: string | null = null): Promise<void> =>
    void (await issueReport(tx, user, saleId, reason))
const keys = { WorkSheetId: integer('Worksheet'), SaleId: integer('Sale') }

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'testresults',
    access: { module: 'testresults', permit: 'read' },
    scope: 'work items of the labs of the entity',
    summary: 'Result rows of a worksheet and a sale',
    query: keys,
    handler: read,
  },
  {
    method: 'PUT',
    path: 'testresults/',
    access: { module: 'testresults', permit: 'update' },
    scope: 'work items of the labs of the entity',
    summary: 'Save results',
    body: { ...keys, WorkItems: rowsField('Results', resultFields) },
    handler: save,
  },
  signing('review', 'review', 'Review results', review),
  signing('approve', 'approve', 'Approve results', approve),
  signing('repeat', 'update', 'Ask for a repeat', repeat),
  signing('release', 'release', 'Release results and issue the report', (tx, user, body) => release(tx, user, body, issue(tx, user))),
  signing('amend', 'amend', 'Amend released results', (tx, user, body) => amend(tx, user, body, issue(tx, user)), {
    WorkItems: jsonField('Work items'),
    ReasonId: choice('Reason', 122),
    Remarks: text('Remarks', { maxLength: 1000 }),
  }),
  {
    method: 'POST',
    path: 'criticalcalls/',
    access: { module: 'testresults', permit: 'update' },
    scope: 'work items of the labs of the entity',
    summary: 'Log the call about a critical value',
    body: {
      WorkItemId: integer('Work item', { required: 'WorkItemId is missing' }),
      CalledTo: text('Told to', { maxLength: 120 }),
      CalledPhone: text('Phone', { maxLength: 20 }),
      ReadBack: boolean('Read back'),
      CalledAt: datetime('At'),
      Remarks: text('Remarks', { maxLength: 500 }),
    },
    handler: async (call) => {
      const saved = await once(call.db, metaOf(call), 'criticalcalls', call.body, async (tx) => ({
        status: 201,
        json: { message: 'The call is logged', CriticalCallId: await logCall(tx, call.user, call.body) },
      }))
      return json(saved.json, saved.status)
    },
  },
]

// a worksheet's sales as rows: worked from the worksheet, newest first, so that pending work is never hidden by a date; counted for the worksheets
// of the page alone, since there are as many as there ever was work
const list: ListPlan = {
  from: `(select ws.work_sheet_id, i.sale_id, ws.lab_id, ws.department_id, i.items, i.pending, i.to_approve, i.to_release, i.critical from worksheets ws
    cross join lateral (select w.sale_id, count(*)::int as items, (count(*) filter (where w.status_id in (150, 155, 156)))::int as pending, (count(*) filter (where w.status_id in (151, 152)))::int as to_approve,
      (count(*) filter (where w.status_id = 153))::int as to_release, (count(*) filter (where r.flag in ('HH', 'LL')))::int as critical
      from work_items w left join results r on r.result_id = w.result_id where w.work_sheet_id = ws.work_sheet_id group by w.sale_id) i) g`,
  alias: 'g',
  key: 'g.sale_id',
  sort: '-WorkSheetId',
  columns: {
    WorkSheetId: 'g.work_sheet_id',
    SaleId: 'g.sale_id',
    AccessionNo: 's.accession_no',
    Patient: 's.patient_name',
    Department: 'd.name',
    Items: 'g.items',
    Pending: 'g.pending',
    ToApprove: 'g.to_approve',
    ToRelease: 'g.to_release',
    Critical: 'g.critical',
    ReportDate: 's.report_date',
    IsStat: 's.is_stat',
    LabId: 'g.lab_id',
  },
  names: 'join sales s on s.sale_id = g.sale_id join departments d on d.department_id = g.department_id',
  filterFields: testresults.filters,
  filters: {
    DepartmentId: equals('g.department_id'),
    Name: (value: string) => sql`g.sale_id in (select sale_id from sales where ${contains('patient_name', value)})`,
  },
  scope: (user) => benchScope(user, 'g'),
}

export const testresultsServer: ServerModule = {
  model: testresults,
  table: 'sales',
  alias: 's',
  keyColumn: 'sale_id',
  routes,
  scope: (user) => sql`exists (select 1 from work_items w where w.sale_id = s.sale_id and (${benchScope(user)}))`,
  read: (key) =>
    sql`select s.sale_id as "SaleId", s.accession_no as "AccessionNo", s.patient_name as "Patient", s.status_id as "StatusId" from sales s where s.sale_id = ${key}`,
  statements: [{ id: 1004, name: 'Test results', module: 'testresults', parameters: {}, list }],
}
