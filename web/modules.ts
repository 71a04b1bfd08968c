// What the browser loads of modules: a line for each detail screen, and what lists and dashboards take from them.
import type { ComponentType } from 'react'
import type { Model } from '../core/model.ts'
import { heads, loadModel, type Head } from './heads.ts'
import { isStaff } from '../core/user.ts'
import type { Needing } from './api/api.ts'
import { may } from './session/permission.ts'
import type { Session } from './session/session.ts'
import { commonOf } from './record/values.ts'
import type { ScreenId } from '../core/record-path.ts'

type LoadScreen = () => Promise<{ Screen: ComponentType }>
/** Detail screens by module id; each is loaded when it is first opened. */
const screens = {
  lists: () => import('../modules/lists/lists.screen.tsx'),
  roles: () => import('../modules/roles/roles.screen.tsx'),
  users: () => import('../modules/users/users.screen.tsx'),
  settings: () => import('../modules/settings/settings.screen.tsx'),
  departments: () => import('../modules/departments/departments.screen.tsx'),
  specimens: () => import('../modules/specimens/specimens.screen.tsx'),
  instruments: () => import('../modules/instruments/instruments.screen.tsx'),
  elements: () => import('../modules/elements/elements.screen.tsx'),
  tests: () => import('../modules/tests/tests.screen.tsx'),
  labinstruments: () => import('../modules/labinstruments/labinstruments.screen.tsx'),
  verificationrules: () => import('../modules/verificationrules/verificationrules.screen.tsx'),
  products: () => import('../modules/products/products.screen.tsx'),
  pricelists: () => import('../modules/pricelists/pricelists.screen.tsx'),
  referralschemes: () => import('../modules/referralschemes/referralschemes.screen.tsx'),
  clients: () => import('../modules/clients/clients.screen.tsx'),
  sales: () => import('../modules/sales/sales.screen.tsx'),
  shipments: () => import('../modules/shipments/shipments.screen.tsx'),
  shipmentreceipt: () => import('../modules/shipmentreceipt/shipmentreceipt.screen.tsx'),
  worksheets: () => import('../modules/worksheets/worksheets.screen.tsx'),
  testresults: () => import('../modules/testresults/testresults.screen.tsx'),
  samples: () => import('../modules/samples/samples.screen.tsx'),
  testreports: () => import('../modules/testreports/testreports.screen.tsx'),
  referrals: () => import('../modules/referrals/referrals.screen.tsx'),
  invoices: () => import('../modules/invoices/invoices.screen.tsx'),
  transactions: () => import('../modules/transactions/transactions.screen.tsx'),
  ledgeraccounts: () => import('../modules/ledgeraccounts/ledgeraccounts.screen.tsx'),
  bankaccounts: () => import('../modules/bankaccounts/bankaccounts.screen.tsx'),
  banklines: () => import('../modules/banklines/banklines.screen.tsx'),
  purchasebills: () => import('../modules/purchasebills/purchasebills.screen.tsx'),
  setoffs: () => import('../modules/setoffs/setoffs.screen.tsx'),
  tds: () => import('../modules/tds/tds.screen.tsx'),
  tranbatches: () => import('../modules/tranbatches/tranbatches.screen.tsx'),
  targets: () => import('../modules/targets/targets.screen.tsx'),
  clientvisits: () => import('../modules/clientvisits/clientvisits.screen.tsx'),
  requests: () => import('../modules/requests/requests.screen.tsx'),
  widgets: () => import('../modules/widgets/widgets.screen.tsx'),
  userwidgets: () => import('../modules/userwidgets/userwidgets.screen.tsx'),
  turnaround: () => import('../modules/turnaround/turnaround.screen.tsx'),
} satisfies Record<ScreenId, LoadScreen>

/** Screens of figures, which are not records: below the modules, for staff who may list the counted records. */
const figures: readonly (Pick<Head, 'name' | 'icon' | 'group'> & { readonly id: ScreenId; readonly of: string })[] = [
  { id: 'turnaround', name: 'Turn-around', icon: 'gauge', group: 'Laboratory', of: 'testreports' },
]
export const figuresFor = (session: Session): typeof figures =>
  figures.filter(({ of }) => may(session, of, 'list') && isStaff({ RoleId: session.Role.RoleId }))
/** The name of a module's screen; undefined where there is none. */
export const nameOfScreen = (id: string): string | undefined =>
  heads[id]?.name ?? figures.find((one) => one.id === id)?.name

/** What an empty widget waits for; loaded by the first one that is empty. */
export const loadWaitsFor = async (): Promise<{ default: ComponentType<{ readonly statementId: number }> }> => ({
  default: (await import('../modules/widgets/waits.screen.tsx')).WaitsFor,
})
/** Asks for a second person where an act needs one; loaded by the first such refusal. */
export const loadAsking = async (): Promise<(needing: Needing) => Promise<boolean>> =>
  (await import('../modules/requests/asking.screen.ts')).askSecond
/** The home of outside users: their newest reports. */
export const loadNewest = async (): Promise<{ default: ComponentType }> => ({
  default: (await import('../modules/testreports/newest.screen.tsx')).Newest,
})
/** The preview of a list's selected row, next to the list on a wide screen; by module id. */
export const previews: Readonly<
  Record<string, () => Promise<{ default: ComponentType<{ row: Readonly<Record<string, unknown>> }> }>>
> = {
  testreports: async () => ({ default: (await import('../modules/testreports/preview.screen.tsx')).Preview }),
}
type ListButton = ComponentType<{
  readonly query: Readonly<Record<string, unknown>>
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}>
/** What the rows of a report of the books add up to. */
const totalsOf = (statementId: number) => async (): Promise<{ default: ListButton }> => ({
  default: (await import('./report/totals.tsx')).totalsOf(statementId),
})
/** Buttons for the rows of a list, by module id; `query` is what the rows were read with. */
export const listButtons: Readonly<Record<string, () => Promise<{ default: ListButton }>>> = {
  testreports: async () => ({ default: (await import('../modules/testreports/out/many.screen.tsx')).PrintMany }),
  salesreport: async () => ({ default: (await import('../modules/salesreport/totals.screen.tsx')).Totals }),
  partyledger: async () => ({ default: (await import('../modules/partyledger/gst/gst.screen.tsx')).Gst }),
  invoices: async () => ({ default: (await import('../modules/invoices/list-acts.screen.tsx')).ListActs }),
  trialbalance: totalsOf(2150),
  daybook: async () => ({ default: (await import('../modules/daybook/tally.screen.tsx')).DayBookButton }),
  ageing: totalsOf(2152),
  cashbook: totalsOf(2153),
  collections: totalsOf(2154),
  commissions: totalsOf(2155),
  settlements: totalsOf(2156),
  margins: totalsOf(2162),
  gstpaid: totalsOf(2163),
  testresults: async () => ({
    default: (await import('../modules/testresults/approval/normal.screen.tsx')).ApproveNormal,
  }),
}
/** Lists whose buttons are not about their rows: they are there before a list is searched, too. */
export const withoutRows: readonly string[] = ['partyledger']
/** Parts of a screen that another module draws, by the name that the screen uses. */
export const recordParts: Readonly<
  Record<string, () => Promise<{ default: ComponentType<{ readonly recordKey: number }> }>>
> = {
  patientresults: async () => ({
    default: (await import('../modules/testreports/trends/cumulative.screen.tsx')).PatientResults,
  }),
}
export { worklistOf, type Worklist } from '../modules/widgets/worklists.rules.ts'

/** `note`: the text after the question, for one row or many; may be empty. */
type CancelQuestion = {
  readonly text: string
  readonly note: string
  readonly needsReason: boolean
  /** Asked where the server refuses with this code: the answer is sent as this field. */
  readonly further?: {
    readonly code: string
    readonly field: string
    readonly choices: readonly (readonly [value: string, label: string])[]
  }
}
/** The question before a row of a list is cancelled, by module id. */
export const cancelQuestions: Record<
  string,
  ((row: Readonly<Record<string, unknown>>) => Promise<CancelQuestion>) | undefined
> = {
  sales: async (row) => {
    const { cancelNeedsReason, cancelSaleNote, cancelSaleText } =
      await import('../modules/sales/status/status.rules.ts')
    const { reportOnCancel } = await import('../modules/sales/sales.model.ts')
    const further = { code: 'report-out', field: 'Report', choices: reportOnCancel }
    const { StatusId, NetAmount, Outstanding } = commonOf(row)
    const sale = { StatusId: Number(StatusId), Paid: Number(NetAmount ?? 0) - Number(Outstanding ?? 0) }
    return { text: cancelSaleText(sale), note: cancelSaleNote(sale), needsReason: cancelNeedsReason(sale), further }
  },
  shipments: async () => {
    const { cancelNote, cancelText } = await import('../modules/shipments/shipments.rules.ts')
    return { text: cancelText, note: cancelNote, needsReason: false }
  },
  invoices: async () => {
    const { cancelText } = await import('../modules/invoices/invoices.rules.ts')
    return { text: cancelText, note: '', needsReason: true }
  },
}
/** The question before a row of a list is accessioned, by module id; undefined where none is asked. */
export const accessionQuestions: Record<
  string,
  ((row: Readonly<Record<string, unknown>>) => Promise<string | undefined>) | undefined
> = {
  sales: async (row) => {
    const { accessionQuestion } = await import('../modules/sales/status/status.rules.ts')
    return accessionQuestion({ StatusId: Number(commonOf(row).StatusId) })
  },
}

export const isListed = (moduleId: string): boolean => heads[moduleId] !== undefined
export const isScreen = (moduleId: string): moduleId is ScreenId => Object.hasOwn(screens, moduleId)
/** Loads a module's screen; undefined when it has none. */
export const screenOf = (moduleId: string): LoadScreen | undefined =>
  isScreen(moduleId) ? screens[moduleId] : undefined
/** A module's screen with its model (none for figures); undefined when it has no screen. */
export const detailOf = (
  moduleId: string,
): Promise<{ Screen: ComponentType; model: Model | undefined }> | undefined => {
  const load = screenOf(moduleId)
  return load && Promise.all([load(), loadModel(moduleId)]).then(([{ Screen }, model]) => ({ Screen, model }))
}
/** The groups of the sidebar, from the top. */
export const groups: readonly Head['group'][] = ['Work', 'Laboratory', 'Accounts', 'People', 'Growth', 'Set-up']
/** Heads of the models in the order of the sidebar. */
export const headsInOrder = (): Head[] =>
  Object.values(heads)
    .filter((head) => head !== undefined)
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.sequence - b.sequence)
