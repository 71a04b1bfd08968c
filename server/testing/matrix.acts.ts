// Actions on one record for the authorization matrix, with the answer to a user who is allowed.
import { workItemReason } from '../../modules/lists/items.model.ts'
import type { TestApp } from './app.ts'
import type { Asked } from './matrix.people.ts'
import { readRows } from './rows.ts'

/** Every change is sent with a version that no record has: an allowed user gets 409, and the record does not change. */
export const stale = { RowVersion: 0 }

type Item = { readonly id: number; readonly sheet: number | null; readonly result: number | null }
/** The results of a sale, or an invalid one when the sale has none. */
const itemsOf = async (app: TestApp, saleId: number): Promise<readonly Item[]> => {
  const columns = 'work_item_id as id, work_sheet_id as sheet, result_id as result'
  const items = await readRows<Item>(app, 'work_items', { sale_id: saleId }, columns)
  return items.length > 0 ? items : [{ id: 999_999, sheet: null, result: null }]
}

const users: readonly Asked[] = ['reset', 'resetfactor', 'endsessions'].map((act) => ({
  route: act,
  permit: 'reset',
  ask: (person, id) => person.put(`/api/${act}/users/${id}`, stale),
  there: [409],
}))

const clients: readonly Asked[] = [
  {
    route: 'merge',
    permit: 'merge',
    // into itself: an allowed user is refused since there is no work to do
    ask: (person, id) => person.put('/api/merge/clients', { sourceId: id, targetId: id }),
    there: [422],
  },
  {
    route: 'register',
    permit: 'update',
    ask: (person, id) => person.put(`/api/register/clients/${id}`, { UserName: 'of.their.own', ...stale }),
    there: [409],
  },
]

const transactions: readonly Asked[] = ['cleared', 'bounced'].map((act) => ({
  route: act,
  permit: 'update',
  ask: (person, formId) => person.put(`/api/${act}/transactions`, { formId, reason: 'as tried', ...stale }),
  there: [409],
}))

const said = { ReasonId: workItemReason.QuantityNotSufficient, Remarks: 'as tried' }
const testresults = (app: () => TestApp): readonly Asked[] => [
  // a released result cannot be reviewed, approved or released again
  ...(['review', 'approve', 'release'] as const).map((permit): Asked => ({
    route: permit,
    permit,
    ask: async (person, id) => {
      const WorkItemIds = (await itemsOf(app(), id)).map((item) => item.id)
      return person.put(`/api/${permit}/testresults`, { WorkItemIds })
    },
    there: [422],
  })),
  {
    route: 'approvenormal',
    permit: 'approve',
    ask: async (person, id) => {
      const Sheets = (await itemsOf(app(), id)).map(({ sheet }) => ({ WorkSheetId: sheet ?? 999_999, SaleId: id }))
      return person.put('/api/approvenormal/testresults', { Sheets })
    },
    there: [422],
  },
  {
    route: 'amend',
    permit: 'amend',
    ask: async (person, id) => {
      const WorkItems = (await itemsOf(app(), id)).map((item) => ({ WorkItemId: item.id, Result: '9.9', ...stale }))
      return person.put('/api/amend/testresults', { WorkItems, ...said })
    },
    there: [409],
  },
  {
    route: 'withdrawresults',
    permit: 'amend',
    ask: async (person, id) => {
      const WorkItems = (await itemsOf(app(), id)).map((item) => ({ WorkItemId: item.id, ...stale }))
      return person.put('/api/withdrawresults/testresults', { WorkItems, ...said })
    },
    there: [409],
  },
  {
    route: 'chooserun',
    permit: 'update',
    ask: async (person, id) => {
      const item = (await itemsOf(app(), id))[0]
      const run = { WorkItemId: item?.id ?? 0, ResultId: item?.result ?? 0 }
      return person.put('/api/chooserun/testresults', { ...run, ...said, ...stale })
    },
    there: [409],
  },
  {
    route: 'correctpatient',
    permit: 'amend',
    ask: (person, SaleId) => person.put('/api/correctpatient/sales', { SaleId, PatientId: 1, ...said, ...stale }),
    there: [409],
  },
]

/** The actions of a module on one record each. */
export const actsOf = (app: () => TestApp, module: string): readonly Asked[] => {
  if (module === 'testresults') return testresults(app)
  return { users, clients, transactions }[module] ?? []
}
