// Result entry on the server: rows, save, signing, calls and the list of what is on which worksheet.
import { integer, text, boolean, datetime, json as jsonField, choice, rows as rowsField } from '../../core/model.ts'
import type { Fields, Permit } from '../../core/model.ts'
import type { Decision } from '../../core/refusal.ts'
import { writeAccess } from '../../server/door/audit.ts'
import { checkChoices } from '../../server/door/choices.ts'
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { checkLock } from '../../server/door/lock.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import type { ServerModule } from '../../server/module.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { metaOf } from '../../server/routes/records.ts'
import { malformed, notFound, notPermitted } from '../../server/refusal.ts'
import { json, type Call, type Route } from '../../server/route.ts'
import { once } from '../../server/door/once.ts'
import { contains, equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { alongSale } from '../sales/alongside.server.ts'
import { lockedBeforeSale } from '../sales/locks.server.ts'
import { issueReport } from '../testreports/issue.server.ts'
import type { Acted, MakeReport } from './entry/act.server.ts'
import { amend } from './signing/amend.server.ts'
import { followPatient, followSale } from './entry/anew.server.ts'
import { logCall } from './signing/calls.server.ts'
import { asApproved, asWorkItem } from './judging/entry.rules.ts'
import { saveResults, type SavedResults } from './entry/entry.server.ts'
import { correctPatient } from './entry/patient.server.ts'
import { benchScope, readRows, rowsOfSales, signatoriesAt } from './entry/rows.server.ts'
import { approve, release, repeat, review, withdrawn } from './signing/signing.server.ts'
import { mayEnter, mayNote, mayRepeat } from './bench.rules.ts'
import { mayAmend, mayApprove, mayOffer, mayReview } from './signatory.rules.ts'
import { amendFields, resultFields, testresults, type ResultRow, type ResultSent } from './testresults.model.ts'
import { workItemReasons, workItemStatus } from '../lists/items.model.ts'

const keys = { WorkSheetId: integer('Worksheet'), SaleId: integer('Sale') }

const namedBy = ({ WorkSheetId, SaleId }: Loaded): Sql => sql`
  (
    ${WorkSheetId ?? null}::int is null
    or w.work_sheet_id = ${WorkSheetId ?? null}
  )
  and (
    ${SaleId ?? null}::int is null
    or w.sale_id = ${SaleId ?? null}
  )
`

/** What this user may do with a row, and why not. */
const actionsFor = (
  row: ResultRow,
  rows: readonly ResultRow[],
  user: Caller,
  signatories: number,
): ResultRow['Actions'] => {
  const item = asWorkItem(row)
  const held = (permit: Permit) => mayByPermit(user, 'testresults', permit, row)
  const say = (decision: Decision): true | string => (decision.ok ? true : decision.reason)
  // its inputs are approved in the same act where they may be
  const together = new Set(
    rows.filter((one) => say(mayApprove(asWorkItem(one), user, { signatories })) === true).map((one) => one.WorkItemId),
  )
  return {
    ...(held('update')
      ? {
          update: say(mayEnter(item, user)),
          note: say(mayNote(asApproved(row, rows, together), user)),
          repeat: say(mayRepeat(item, user, 1)),
        }
      : {}),
    ...(held('review') ? { review: say(mayReview(item, user)) } : {}),
    ...(held('approve') ? { approve: say(mayApprove(asApproved(row, rows, together), user, { signatories })) } : {}),
    ...(held('amend') ? { amend: say(mayAmend(item, user, 1)) } : {}),
    ...(held('release') ? { release: say(mayOffer(item)) } : {}),
  }
}

const read = async ({ db, query, user }: Call) => {
  if (query['WorkSheetId'] === undefined && query['SaleId'] === undefined)
    throw malformed('WorkSheetId or SaleId is missing')
  // on the primary: what was saved a moment ago is there, with its version
  const named = await readRows(
    db.read,
    sql`
      (${namedBy(query)})
      and (${benchScope(user)})
    `,
  )
  if (named.length === 0) throw notFound()
  const rows = named.filter((row) => mayByPermit(user, 'testresults', 'read', row))
  if (rows.length === 0) throw notPermitted()
  // the inputs of a formula may stand on another worksheet
  const around =
    query['WorkSheetId'] === undefined ? named : await rowsOfSales(db.read, [...new Set(rows.map((row) => row.SaleId))])
  const signatories = await signatoriesAt(
    db.read,
    user,
    rows.map((row) => row.LabId),
  )
  await db.transaction((tx) => writeAccess(tx, user, 'read', 'testresults', rows[0]?.SaleId ?? null))
  const bySale = Map.groupBy(around, (row) => row.SaleId)
  return json(
    rows.map((row) => ({
      ...row,
      Actions: actionsFor(row, bySale.get(row.SaleId) ?? [], user, signatories(row.LabId)),
    })),
  )
}

const savedText = ({ changed, Refused, Rounded }: SavedResults): string =>
  [
    changed === 0 ? 'Nothing was changed' : changed === 1 ? '1 result is saved' : `${changed} results are saved`,
    ...Refused.map(({ Reason }) => Reason),
    ...Rounded.map(({ From, To }) => `${From} is rounded to ${To}`),
  ].join('; ')

const saveBody = { ...keys, WorkItems: rowsField('Results', resultFields) }
const save = async (call: Call) => {
  const items = (call.body['WorkItems'] ?? []) as ResultSent[]
  const saved = await once(call.db, metaOf(call), 'testresults', call.body, async (tx) => {
    await checkChoices(tx, saveBody, call.body, null)
    const about = { SaleId: keyIn(call.body['SaleId']), WorkSheetId: keyIn(call.body['WorkSheetId']) }
    const {
      changed: _changed,
      saleIds,
      ...answer
    } = await saveResults(tx, call.user, items, about).then((done) => ({
      ...done,
      message: savedText(done),
    }))
    await checkLock(tx, call.user, 'testresults', saleIds, call.tab)
    const RowVersion = Math.max(0, ...answer.WorkItems.map((row) => row.RowVersion))
    return { status: 200, json: { ...answer, RowVersion } }
  })
  return json(saved.json, saved.status)
}
const keyIn = (value: unknown): number | null =>
  value === undefined || value === null || value === '' ? null : Number(value)

const signingBody = {
  WorkItemIds: jsonField('Work items'),
  RowVersions: jsonField('Versions'),
  ReasonId: choice('Reason', workItemReasons),
  Remarks: text('Remarks', { maxLength: 1000 }),
}
type Work = (tx: Tx, user: Caller, body: Loaded) => Promise<Acted>
const signing = (name: string, permit: Permit, summary: string, work: Work, body: Fields = signingBody): Route => ({
  method: 'ACTION',
  path: `${name}/testresults`,
  access: { module: 'testresults', permit },
  scope: 'work items of the labs of the entity',
  summary,
  body,
  handler: async (call) => {
    const saved = await once(call.db, metaOf(call), `${name}/testresults`, call.body, async (tx) => {
      await checkChoices(tx, body, call.body, null)
      const { message, saleIds, status = 200, errors } = await work(tx, call.user, call.body)
      await checkLock(tx, call.user, 'testresults', saleIds, call.tab)
      return { status, json: { message, ...(errors ? { errors, requestId: call.requestId } : {}) } }
    })
    return json(saved.json, saved.status)
  },
})

const issue =
  (tx: Tx, user: Caller): MakeReport =>
  async (saleId, amended) =>
    void (await issueReport(tx, user, saleId, amended))

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
    body: saveBody,
    handler: save,
  },
  signing('review', 'review', 'Review results', review),
  signing('approve', 'approve', 'Approve results and amendments', (tx, user, body) =>
    approve(tx, user, body, issue(tx, user)),
  ),
  signing('repeat', 'update', 'Ask for a repeat', repeat),
  signing('release', 'release', 'Release results and issue the report', (tx, user, body) =>
    release(tx, user, body, issue(tx, user)),
  ),
  signing('amend', 'amend', 'Amend released results', (tx, user, body) => amend(tx, user, body, issue(tx, user)), {
    WorkItems: rowsField('Work items', amendFields),
    ReasonId: signingBody.ReasonId,
    Remarks: signingBody.Remarks,
  }),
  signing('withdraw', 'amend', 'Take amendments back that wait for a signatory', withdrawn),
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

const inSales = (where: Sql): Sql => sql`
  g.sale_id in (
    select
      sale_id
    from
      sales
    where
      ${where}
  )
`
const unreleased = 'g.pending + g.to_approve + g.to_release > 0'
/** What is left to do, by the filter State. */
const states: Readonly<Record<string, string>> = {
  pending: 'g.pending > 0',
  approve: 'g.to_approve > 0',
  release: 'g.to_release > 0',
  critical: `g.critical > 0 and ${unreleased}`,
  released: `not (${unreleased})`,
}

// a worksheet's sales as rows: worked from the worksheet, newest first, so that pending work is never hidden by a date;
// counted for the worksheets of the page alone, since there are as many as there ever was work
const list = listOf(testresults, {
  from: `(
    select ws.work_sheet_id, i.sale_id, ws.lab_id, ws.department_id, i.items, i.pending, i.to_approve, i.to_release, i.critical
    from worksheets ws
    cross join lateral (
      select w.sale_id, count(*)::int as items,
        (count(*) filter (where w.status_id in (${workItemStatus.Pending}, ${workItemStatus.Repeat}, ${workItemStatus.OnHold})))::int as pending,
        (count(*) filter (where w.status_id in (${workItemStatus.Entered}, ${workItemStatus.Reviewed})))::int as to_approve,
        (count(*) filter (where w.status_id = ${workItemStatus.Approved}))::int as to_release,
        (count(*) filter (where r.flag in ('HH', 'LL')))::int as critical
      from work_items w
      left join results r on r.result_id = w.result_id
      where w.work_sheet_id = ws.work_sheet_id
      group by w.sale_id
    ) i
  ) g`,
  alias: 'g',
  key: 'g.sale_id',
  sort: '-WorkSheetId',
  columns: {
    WorkSheetId: 'g.work_sheet_id',
    AccessionNo: 's.accession_no',
    Patient: 's.patient_name',
    Department: 'd.name',
    IsStat: 's.is_stat',
    ReportDate: 's.report_date',
    Pending: 'g.pending',
    ToApprove: 'g.to_approve',
    ToRelease: 'g.to_release',
    Critical: 'g.critical',
    SaleId: 'g.sale_id',
    Items: 'g.items',
    LabId: 'g.lab_id',
  },
  names: 'join sales s on s.sale_id = g.sale_id join departments d on d.department_id = g.department_id',
  filters: {
    DepartmentId: equals('g.department_id'),
    Name: (value: string) => inSales(contains('patient_name', value)),
    State: (value: string) => raw(states[value] ?? 'false'),
    IsStat: (value: boolean) => inSales(sql`is_stat = ${value}`),
    IsLate: (value: boolean) => sql`
      (
        ${inSales(sql`report_date < now()`)}
        and ${raw(unreleased)}
      ) = ${value}
    `,
    AccessionNo: (value: string) => inSales(contains('accession_no', value.replace(/-\d+$/, ''))),
    FromDate: (value: unknown) => inSales(from('sale_date')(value)),
    ToDate: (value: unknown) => inSales(till('sale_date')(value)),
  },
  scope: (user) => benchScope(user, 'g'),
})

export const testresultsServer: ServerModule = {
  isWatched: true,
  model: testresults,
  table: 'sales',
  alias: 's',
  keyColumn: 'sale_id',
  routes,
  scope: (user) => sql`
    exists (
      select
        1
      from
        work_items w
      where
        w.sale_id = s.sale_id
        and (${benchScope(user)})
    )
  `,
  read: (key) => sql`
    select
      s.sale_id as "SaleId",
      s.accession_no as "AccessionNo",
      s.patient_name as "Patient",
      s.patient_id as "PatientId",
      s.collection_date as "CollectionDate",
      (
        select
          min(w.status_id)
        from
          work_items w
        where
          w.sale_id = s.sale_id
      ) as "StatusId"
    from
      sales s
    where
      s.sale_id = ${key}
  `,
  // its action writes the sale and what hangs on it
  alongside: alongSale,
  locksFirst: lockedBeforeSale,
  actions: [correctPatient],
  follows: { sales: followSale, clients: followPatient },
  statements: [{ id: 1004, name: 'Test results', module: 'testresults', parameters: {}, list }],
}
