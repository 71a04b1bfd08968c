// Actions of the authorization matrix, each called by its path, with the answer to a user who is allowed.
import type { Permit } from '../../core/model.ts'
import { paymentMode, workItemReason } from '../../modules/lists/items.model.ts'
import { serverModules } from '../modules.ts'
import type { TestApp } from './app.ts'
import type { Asked, Routes } from './matrix.people.ts'
import { readRows, valueOf } from './rows.ts'
import type { Json, Person } from './signed-in.ts'

/** Every change is sent with a version that no record has: an allowed user gets 409, and the record does not change. */
export const stale = { RowVersion: 0 }

type Item = {
  readonly id: number
  readonly sheet: number | null
  readonly result: number | null
  readonly lab: number
  readonly version: number
}
/** The results of a sale, or an invalid one when the sale has none. */
const itemsOf = async (app: TestApp, saleId: number): Promise<readonly Item[]> => {
  const columns =
    'work_item_id as id, work_sheet_id as sheet, result_id as result, lab_id as lab, row_version as version'
  const items = await readRows<Item>(app, 'work_items', { sale_id: saleId }, columns)
  return items.length > 0 ? items : [{ id: 999_999, sheet: null, result: null, lab: 2, version: 1 }]
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
const ofBank = (route: string, body: Json): Asked => ({
  route,
  permit: 'update',
  ask: (person, id) => person.put(`/api/${route}/${id}`, { ...body, ...stale }),
  there: [409],
})
const bankaccounts = [ofBank('statement/bankaccounts', { File: 'as tried' })]
const banklines = [ofBank('match/banklines', {}), ofBank('unmatch/banklines', because)]

const purchasebills = [
  ofBank('pay/purchasebills', { Amount: 1, PaymentModeId: paymentMode.Cash }),
  ofBank('allocate/purchasebills', {}),
  ofBank('unallocate/purchasebills', { ...because, AllocationId: 1 }),
  ofBank('cancel/purchasebills', because),
]
const setoffs = [ofBank('cancel/setoffs', because)]
const tds = [
  ofBank('pay/tds', { ChallanNo: '1', PaymentModeId: paymentMode.Cash }),
  ofBank('certificate/tds', { CertificateNo: '1', CertificateDate: '2026-04-01' }),
]

const said = { ReasonId: workItemReason.QuantityNotSufficient, Remarks: 'as tried' }
const shipments: readonly Asked[] = [
  ...(['dispatchshipment', 'undispatch/shipments'] as const).map((route): Asked => ({
    route,
    permit: 'update',
    ask: (person, id) => person.put(`/api/${route}/${id}`, stale),
    there: [409],
  })),
  {
    route: 'lost/shipments',
    permit: 'update',
    ask: (person, id) => person.put(`/api/lost/shipments/${id}`, { ...said, ...stale }),
    there: [409],
  },
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
  const ids = async (id: number) => (await itemsOf(app(), id)).map((item) => item.id)
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
          WorkItemIds: items.map((item) => item.id),
          RowVersions: items.map((item) => item.version),
        })
      },
      there: [422],
    },
    {
      route: 'chooserun/testresults',
      permit: 'update',
      ask: async (person, id) => {
        const item = (await itemsOf(app(), id))[0]
        const run = { WorkItemId: item?.id ?? 0, ResultId: item?.result ?? 0 }
        return person.put('/api/chooserun/testresults', { ...run, ...said, ...stale })
      },
      there: [409],
    },
    {
      route: 'criticalcalls',
      permit: 'update',
      // the result is not critical
      ask: async (person, id) =>
        person.post('/api/criticalcalls/', { WorkItemId: (await ids(id))[0], CalledTo: 'Dr Sawant', ReadBack: true }),
      there: [422],
    },
    {
      route: 'measureon/testresults',
      permit: 'update',
      ask: async (person, id) => {
        const items = await itemsOf(app(), id)
        const WorkItemIds = items.map((item) => item.id)
        const RowVersions = WorkItemIds.map(() => 0)
        // one of another laboratory does not exist for its bench
        const of = { lab_id: items[0]?.lab }
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
    // no rule is switched on
    ask: (person) => person.put('/api/stop/verificationrules', { LabId: 2 }),
    there: [422],
  },
]

/** The path of an action without the key of its record. */
const pathOf = (path: string): string => path.replace(/\/(\{\w+\})?$/, '')
/** Actions of the server that no row calls by their path and permit. */
export const untried = (askedOf: (module: string) => readonly Asked[]): string[] =>
  serverModules.flatMap(({ model, actions = [] }) => {
    const rows = [...askedOf(model.id), ...alone.filter(({ module }) => module === model.id)]
    return actions
      .filter(({ path, permit }) => !rows.some((row) => row.route === pathOf(path) && row.permit === permit))
      .map(({ name, path, permit }) => `${model.id}: ${name} (${path}, permit ${permit})`)
  })
