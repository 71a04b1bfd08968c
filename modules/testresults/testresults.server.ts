// Results on the server: their routes, and what their module is.
import { integer, text, boolean, datetime, json as jsonField, choice, rows as rowsField } from '../../core/model.ts'
import type { Fields, Permit } from '../../core/model.ts'
import { checkChoices } from '../../server/door/choices.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { checkLock } from '../../server/door/lock.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import type { ServerModule } from '../../server/module.ts'
import { metaOf } from '../../server/routes/records.ts'
import { json, type Call, type Route } from '../../server/route.ts'
import { once } from '../../server/door/once.ts'
import { alongSale } from '../sales/alongside.server.ts'
import { lockedBeforeSale } from '../sales/locks.server.ts'
import { issueReport } from '../testreports/issue.server.ts'
import type { Acted, MakeReport } from './entry/act.server.ts'
import { amend } from './signing/amend.server.ts'
import { followPatient, followSale } from './entry/anew.server.ts'
import { logCall } from './signing/calls.server.ts'
import { saveResults, type SavedResults } from './entry/entry.server.ts'
import { correctPatient } from './entry/patient.server.ts'
import { benchScope } from './entry/bench.server.ts'
import { approve, release, repeat, review, withdrawn } from './signing/signing.server.ts'
import { amendFields, resultFields, testresults, type ResultSent } from './testresults.model.ts'
import { workItemReasons } from '../lists/items.model.ts'
import { readSheet } from './reading.server.ts'
import { worklist } from './worklist.server.ts'

const keys = { WorkSheetId: integer('Worksheet'), SaleId: integer('Sale') }

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
    handler: readSheet,
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
  statements: [{ id: 1004, name: 'Test results', module: 'testresults', parameters: {}, list: worklist }],
}
