// Actions of the authorization matrix, each called by its path, with the answer to a user who is allowed.
import type { Permit } from '../../core/model.ts'
import { paymentMode, workItemReason } from '../../modules/lists/items.model.ts'
import type { TestApp } from './app.ts'
import type { Asked, Routes } from './matrix.people.ts'
import { readRows, valueOf } from './rows.ts'
import type { Json, Person } from './signed-in.ts'

/** Every change is sent with a version that no record has: an allowed user gets 409, and the record does not change. */
export const stale = { RowVersion: 0 }

type Item = {
  readonly Id: number
  readonly Sheet: number | null
  readonly Result: number | null
  readonly Lab: number
  readonly Version: number
}
/** The results of a sale, or an invalid one when the sale has none. */
const itemsOf = async (app: TestApp, saleId: number): Promise<readonly Item[]> => {
  const columns =
    'work_item_id as id, work_sheet_id as sheet, result_id as result, lab_id as lab, row_version as version'
  const items = await readRows<Item>(app, 'work_items', { SaleId: saleId }, columns)
  return items.length > 0 ? items : [{ Id: 999_999, Sheet: null, Result: null, Lab: 2, Version: 1 }]
}

const users: readonly Asked[] = ['reset/users', 'resetfactor/users', 'endsessions/users'].map((route) => ({
  route,
  permit: 'reset',
  ask: (person, id) => person.put(`/api/${route}/${id}`, stale),
  there: [409],
}))

const elements: readonly Asked[] = [
  {
    route: 'verify/elements',
    permit: 'update',
    ask: (person, formId) => person.put('/api/verify/elements', { formId, ...stale }),
    there: [409],
  },
]

const unmerge: Asked['ask'] = (person, sourceId) => person.put('/api/unmerge/clients', { sourceId, reason: 'As tried' })
const clients: readonly Asked[] = [
  {
    route: 'merge/clients',
    permit: 'merge',
    // into itself: an allowed user is refused since there is no work to do
    ask: (person, id) => person.put('/api/merge/clients', { sourceId: id, targetId: id }),
    there: [422],
  },
  { route: 'unmerge/clients', permit: 'merge', ask: unmerge, there: [422] },
  {
    route: 'register/clients',
    permit: 'update',
    ask: (person, id) => person.put(`/api/register/clients/${id}`, { UserName: 'of.their.own', ...stale }),
    there: [409],
  },
  ...['reopen/clients', 'confirmreopening/clients'].map((route): Asked => ({
    route,
    permit: route.startsWith('reopen') ? 'update' : 'read',
    ask: (person, formId) => person.put(`/api/${route}`, { formId, reason: 'as tried', ...stale }),
    there: [409],
  })),
]

const because = { reason: 'as tried' }
const acts = (module: string, asked: Readonly<Record<string, Json>>): readonly Asked[] =>
  Object.entries(asked).map(([act, body]) => ({
    route: `${act}/${module}`,
    permit: 'update',
    ask: (person, formId) => person.put(`/api/${act}/${module}`, { formId, ...body, ...stale }),
    there: [409],
  }))
const allocating = { allocate: {}, unallocate: { ...because, AllocationId: 1 } }
const marked = { cleared: because, notcleared: because, bounced: because, cancel: because }
const transactions = acts('transactions', { ...marked, ...allocating })
const invoices = acts('invoices', allocating)

const requests: readonly Asked[] = (['approve', 'refuse', 'withdraw'] as const).map((act) => ({
  route: `${act}/requests`,
  permit: act === 'withdraw' ? 'cancel' : 'approve',
  ask: (person, formId) => person.put(`/api/${act}/requests`, { formId, ...because, ...stale }),
  there: [409],
}))
const updating = (route: string, body: Json): Asked => ({
  route,
  permit: 'update',
  ask: (person, id) => person.put(`/api/${route}/${id}`, { ...body, ...stale }),
  there: [409],
})
const bankaccounts = [updating('statement/bankaccounts', { File: 'as tried' })]
const matching = { match: {}, toaccount: { LedgerAccountId: 1 }, unmatch: because }
const banklines = Object.entries(matching).map(([act, body]) => updating(`${act}/banklines`, body))

const purchasebills = [
  updating('pay/purchasebills', { Amount: 1, PaymentModeId: paymentMode.Cash }),
  updating('allocate/purchasebills', {}),
  updating('unallocate/purchasebills', { ...because, AllocationId: 1 }),
  updating('cancel/purchasebills', because),
]
const setoffs = [updating('cancel/setoffs', because)]
const tds = [
  updating('pay/tds', { ChallanNo: '1', PaymentModeId: paymentMode.Cash }),
  updating('certificate/tds', { CertificateNo: '1', CertificateDate: '2026-04-01' }),
]

const said = { ReasonId: workItemReason.QuantityNotSufficient, Remarks: 'as tried' }
const shipments: readonly Asked[] = [
  updating('dispatchshipment', {}),
  updating('undispatch/shipments', {}),
  updating('lost/shipments', said),
  updating('answertoomany/shipments', { ShipmentSampleId: 1, Answer: 'packed' }),
  {
    route: 'arrived/shipments',
    permit: 'receive',
    ask: (person, id) => person.put(`/api/arrived/shipments/${id}`, stale),
    there: [409],
  },
]

const testreports: readonly Asked[] = [
  {
    route: 'told/testreports',
    permit: 'read',
    ask: (person, formId) =>
      person.put('/api/told/testreports', { formId, To: 'Dr Sawant', How: 'telephone', ...stale }),
    there: [409],
  },
]

const testresults = (app: () => TestApp): readonly Asked[] => {
  const ids = async (id: number) => (await itemsOf(app(), id)).map((item) => item.Id)
  /** Acts that name their results; their versions are those of the moment. */
  const named = (route: string, permit: Routes): Asked => ({
    route,
    permit,
    ask: async (person, id) => person.put(`/api/${route}`, { WorkItemIds: await ids(id), ...said }),
    there: [422],
  })
  /** Acts that send their results, each with its version. */
  const sent = (route: string, permit: Routes, row: object, more: object = said): Asked => ({
    route,
    permit,
    ask: async (person, id) => {
      const WorkItems = (await ids(id)).map((WorkItemId) => ({ WorkItemId, ...row, ...stale }))
      return person.put(`/api/${route}`, { WorkItems, ...more })
    },
    there: [409],
  })
  return [
    // a released result cannot be reviewed, approved, released, repeated or kept again, and no change of it waits
    named('review/testresults', 'review'),
    named('approve/testresults', 'approve'),
    named('release/testresults', 'release'),
    named('repeat/testresults', 'update'),
    named('keep/testresults', 'approve'),
    named('withdraw/testresults', 'amend'),
    sent('testresults', 'update', { Result: '9.9' }, {}),
    sent('amend/testresults', 'amend', { Result: '9.9' }),
    sent('withdrawresults/testresults', 'amend', {}),
    {
      route: 'approvenormal/testresults',
      permit: 'approve',
      ask: async (person, id) => {
        const items = await itemsOf(app(), id)
        return person.put('/api/approvenormal/testresults', {
          WorkItemIds: items.map((item) => item.Id),
          RowVersions: items.map((item) => item.Version),
        })
      },
      there: [422],
    },
    {
      route: 'chooserun/testresults',
      permit: 'update',
      ask: async (person, id) => {
        const item = (await itemsOf(app(), id))[0]
        const run = { WorkItemId: item?.Id ?? 0, ResultId: item?.Result ?? 0 }
        return person.put('/api/chooserun/testresults', { ...run, ...said, ...stale })
      },
      there: [409],
    },
    {
      route: 'criticalcalls',
      permit: 'update',
      // the result is not critical
      ask: async (person, id) => {
        const told = { CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
        return person.post('/api/criticalcalls/', { WorkItemId: (await ids(id))[0], ...told })
      },
      there: [422],
    },
    {
      route: 'measureon/testresults',
      permit: 'update',
      ask: async (person, id) => {
        const items = await itemsOf(app(), id)
        const WorkItemIds = items.map((item) => item.Id)
        const RowVersions = WorkItemIds.map(() => 0)
        // one of another laboratory does not exist for its bench
        const of = { LabId: items[0]?.Lab }
        const LabInstrumentId = await valueOf<number>(
          app(),
          'lab_instruments',
          of,
          'coalesce(min(lab_instrument_id), 1)',
        )
        return person.put('/api/measureon/testresults', { WorkItemIds, RowVersions, LabInstrumentId })
      },
      there: [409],
    },
    {
      route: 'correctpatient/sales',
      permit: 'amend',
      ask: (person, SaleId) => person.put('/api/correctpatient/sales', { SaleId, PatientId: 1, ...said, ...stale }),
      there: [409],
    },
    {
      route: 'correctdetails/sales',
      permit: 'amend',
      ask: (person, SaleId) => person.put('/api/correctdetails/sales', { SaleId, LRN: '1', ...said, ...stale }),
      there: [409],
    },
    {
      route: 'withdrawreport/testresults',
      permit: 'amend',
      ask: (person, SaleId) => person.put('/api/withdrawreport/testresults', { SaleId, ...said, Version: 0 }),
      there: [409],
    },
  ]
}

/** The actions of a module on one record each. */
export const actsOf = (app: () => TestApp, module: string): readonly Asked[] => {
  if (module === 'testresults') return testresults(app)
  const all: Record<string, readonly Asked[]> = {
    users,
    elements,
    clients,
    transactions,
    invoices,
    bankaccounts,
    banklines,
    purchasebills,
    tds,
    setoffs,
    requests,
    shipments,
    testreports,
  }
  return all[module] ?? []
}

type Alone = Pick<Asked, 'route' | 'there'> & {
  readonly module: string
  readonly permit: Permit
  readonly roles: readonly number[]
  readonly ask: (person: Person) => Promise<{ status: number }>
}
/** Actions on no record of their module, by the roles that may do them. */
export const alone: readonly Alone[] = [
  {
    module: 'worksheets',
    route: 'generate/worksheets',
    permit: 'create',
    roles: [3, 4],
    // all work is on worksheets
    ask: (person) => person.put('/api/generate/worksheets'),
    there: [422],
  },
  {
    module: 'verificationrules',
    route: 'stop/verificationrules',
    permit: 'approve',
    roles: [3],
    ask: (person) => person.put('/api/stop/verificationrules', { LabId: 2 }),
    there: [422], // no rule is switched on
  },
  {
    module: 'partyledger',
    route: 'paygst/partyledger',
    permit: 'list',
    // who reads the ledger learns what is missing; who of them pays is asked after that
    roles: [1, 2, 7, 11, 13],
    ask: (person) => person.post('/api/paygst/partyledger', {}),
    there: [400],
  },
]
