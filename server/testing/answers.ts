// What the server answers, by the path that was asked: a test names a field of a record as its module declares it.
import type { Errors } from '../../core/validate.ts'
import type { Fields, Permit, RecordOf } from '../../core/model.ts'
import type { Need } from '../../core/refusal.ts'
import type { HistoryEntry } from '../read/seen.ts'
import type { PermissionEntry } from '../../core/user.ts'
import type { bankaccounts } from '../../modules/bankaccounts/bankaccounts.model.ts'
import type { banklines } from '../../modules/banklines/banklines.model.ts'
import type { clients } from '../../modules/clients/clients.model.ts'
import type { clientvisits } from '../../modules/clientvisits/clientvisits.model.ts'
import type { departments } from '../../modules/departments/departments.model.ts'
import type { doctors } from '../../modules/doctors/doctors.model.ts'
import type { elements } from '../../modules/elements/elements.model.ts'
import type { instruments } from '../../modules/instruments/instruments.model.ts'
import type { invoices } from '../../modules/invoices/invoices.model.ts'
import type { labinstruments } from '../../modules/labinstruments/labinstruments.model.ts'
import type { ledgeraccounts } from '../../modules/ledgeraccounts/ledgeraccounts.model.ts'
import type { lists } from '../../modules/lists/lists.model.ts'
import type { openings } from '../../modules/openings/openings.model.ts'
import type { patients } from '../../modules/patients/patients.model.ts'
import type { pricelists } from '../../modules/pricelists/pricelists.model.ts'
import type { products } from '../../modules/products/products.model.ts'
import type { purchasebills } from '../../modules/purchasebills/purchasebills.model.ts'
import type { referrals } from '../../modules/referrals/referrals.model.ts'
import type { referralschemes } from '../../modules/referralschemes/referralschemes.model.ts'
import type { referrers } from '../../modules/referrers/referrers.model.ts'
import type { requests } from '../../modules/requests/requests.model.ts'
import type { roles } from '../../modules/roles/roles.model.ts'
import type { sales } from '../../modules/sales/sales.model.ts'
import type { samples } from '../../modules/samples/samples.model.ts'
import type { setoffs } from '../../modules/setoffs/setoffs.model.ts'
import type { settings } from '../../modules/settings/settings.model.ts'
import type { shipmentreceipt } from '../../modules/shipmentreceipt/shipmentreceipt.model.ts'
import type { shipments } from '../../modules/shipments/shipments.model.ts'
import type { specimens } from '../../modules/specimens/specimens.model.ts'
import type { systemstatus } from '../../modules/systemstatus/systemstatus.model.ts'
import type { targets } from '../../modules/targets/targets.model.ts'
import type { tds } from '../../modules/tds/tds.model.ts'
import type { testreports } from '../../modules/testreports/testreports.model.ts'
import type { testresults } from '../../modules/testresults/testresults.model.ts'
import type { tests } from '../../modules/tests/tests.model.ts'
import type { tranbatches } from '../../modules/tranbatches/tranbatches.model.ts'
import type { transactions } from '../../modules/transactions/transactions.model.ts'
import type { users } from '../../modules/users/users.model.ts'
import type { userwidgets } from '../../modules/userwidgets/userwidgets.model.ts'
import type { verificationrules } from '../../modules/verificationrules/verificationrules.model.ts'
import type { widgets } from '../../modules/widgets/widgets.model.ts'
import type { worksheets } from '../../modules/worksheets/worksheets.model.ts'
import type { ResultRow } from '../../modules/testresults/testresults.model.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what no type tells yet, a test checks itself
type Any = any
/** A body that no type tells. */
export type Json = Record<string, Any>

/** Rows of an answer. One that a test names is there: without it the test fails where it reads it. */
export interface Rows<R> extends Array<R> {
  0: R
  1: R
  2: R
  3: R
  4: R
  5: R
  6: R
  7: R
  8: R
  9: R
  at(index: number): R
  find<S extends R>(is: (row: R, index: number, rows: R[]) => row is S): S
  find(is: (row: R, index: number, rows: R[]) => unknown): R
  filter<S extends R>(is: (row: R, index: number, rows: R[]) => row is S): Rows<S>
  filter(is: (row: R, index: number, rows: R[]) => unknown): Rows<R>
  slice(start?: number, end?: number): Rows<R>
}
/** A value with all its parts, each as if it were there: one that is missing fails the test that reads it. */
export type Present<T> = unknown extends T
  ? Any
  : T extends null | undefined
    ? never
    : T extends string | number | boolean
      ? T
      : T extends readonly (infer R)[]
        ? Rows<Present<R>>
        : { -readonly [K in keyof T]-?: Present<T[K]> }

/** What any answer may have besides: what was done, or why it was refused. */
export type Told = {
  message: string
  code: string
  errors: Errors
  needs: Present<Need>
  requestId: string
}
/** An answer of which no more than that has a type. */
export type Answer = Told & Json

type Kept<M extends { readonly fields: Fields }, Key extends string> = {
  readonly record: Present<RecordOf<M['fields']>>
  readonly key: Key
}
/** The records of the modules. */
type Modules = {
  lists: Kept<typeof lists, 'ListId'>
  roles: Kept<typeof roles, 'RoleId'>
  users: Kept<typeof users, 'UserId'>
  settings: Kept<typeof settings, 'SettingsId'>
  systemstatus: Kept<typeof systemstatus, 'Line'>
  departments: Kept<typeof departments, 'DepartmentId'>
  specimens: Kept<typeof specimens, 'SpecimenId'>
  instruments: Kept<typeof instruments, 'InstrumentId'>
  elements: Kept<typeof elements, 'ElementId'>
  tests: Kept<typeof tests, 'TestId'>
  clients: Kept<typeof clients, 'ClientId'>
  patients: Kept<typeof patients, 'ClientId'>
  doctors: Kept<typeof doctors, 'ClientId'>
  referrers: Kept<typeof referrers, 'ClientId'>
  labinstruments: Kept<typeof labinstruments, 'LabInstrumentId'>
  verificationrules: Kept<typeof verificationrules, 'VerificationRuleId'>
  products: Kept<typeof products, 'ProductId'>
  pricelists: Kept<typeof pricelists, 'PriceListId'>
  referralschemes: Kept<typeof referralschemes, 'ReferralSchemeId'>
  transactions: Kept<typeof transactions, 'TransactionId'>
  ledgeraccounts: Kept<typeof ledgeraccounts, 'LedgerAccountId'>
  bankaccounts: Kept<typeof bankaccounts, 'BankAccountId'>
  banklines: Kept<typeof banklines, 'BankLineId'>
  tranbatches: Kept<typeof tranbatches, 'BatchId'>
  invoices: Kept<typeof invoices, 'InvoiceId'>
  sales: Kept<typeof sales, 'SaleId'>
  samples: Kept<typeof samples, 'SampleId'>
  shipments: Kept<typeof shipments, 'ShipmentId'>
  shipmentreceipt: Kept<typeof shipmentreceipt, 'ShipmentId'>
  worksheets: Kept<typeof worksheets, 'WorkSheetId'>
  openings: Kept<typeof openings, 'OpeningId'>
  testreports: Kept<typeof testreports, 'SaleId'>
  testresults: Kept<typeof testresults, 'WorkSheetId' | 'SaleId'>
  referrals: Kept<typeof referrals, 'ReferralId'>
  targets: Kept<typeof targets, 'TargetId'>
  clientvisits: Kept<typeof clientvisits, 'ClientVisitId'>
  requests: Kept<typeof requests, 'RequestId'>
  purchasebills: Kept<typeof purchasebills, 'PurchaseBillId'>
  tds: Kept<typeof tds, 'TdsDeductionId'>
  setoffs: Kept<typeof setoffs, 'SetOffId'>
  widgets: Kept<typeof widgets, 'WidgetId'>
  userwidgets: Kept<typeof userwidgets, 'UserWidgetId'>
}
/** A record of a module as read. */
export type Read<M extends keyof Modules> = Modules[M]['record'] &
  Told & { RowVersion: number; Actions: { [P in Permit]: true | string } }
/** What a save of a module answers. */
export type Saved<M extends keyof Modules> = { [Key in Modules[M]['key']]: number } & Told

/** A result as its sheet shows it. */
export type Result = Present<ResultRow> & Told
/** Who is signed in. */
export type Who = { Permissions: Rows<Present<PermissionEntry>> } & Answer

/** Answers of addresses that are no record of a module, below /api. */
type Reads = {
  readonly currentUser: Who
  readonly [history: `actions?${string}`]: Rows<Present<HistoryEntry>>
  readonly [results: `testresults?${string}`]: Rows<Result>
  readonly [items: `listitems?${string}`]: Rows<Listed>
  readonly [run: `jobs/${number}`]: Run
}
type Listed = { ListItemId: number; ItemName: string; ItemLabel: string; ItemValue: string }
type Run = { State: string; Message: string } & Answer
/** What acts answer besides their message. */
type Acts = {
  readonly [print: `print/${string}`]: { location: string } & Told
  readonly [print: `printmany/${string}`]: { JobRunId: number; location: string } & Told
  readonly 'testresults/': {
    WorkItems: Rows<{ WorkItemId: number; RowVersion: number }>
    RowVersion: number
    Refused: Rows<{ WorkItemId: number; Text: string; Reason: string }>
    Rounded: Rows<{ WorkItemId: number; From: string; To: string }>
  } & Told
  readonly 'generate/worksheets': { WorkSheetIds: Rows<number> } & Told
  readonly 'creditnote/invoices': { CreditNoteNo: string } & Answer
  readonly 'approvenormal/testresults': { Taken: Rows<Result>; Left: Rows<Json>; Approved: number } & Answer
  readonly [pay: `pay/${string}`]: { TransactionId: number; Amount: number; Tds: number } & Answer
  readonly [reset: `reset/users/${string}`]: { TemporaryPassword: string } & Told
  readonly 'secondfactor/begin': { Secret: string; Address: string; Qr: { Size: number; Path: string } } & Told
}
/** The answer of a path below /api: one told in a table, else of a module's record, else any. */
type Of<P extends string, Table, Records> = P extends `/api/${infer Path}`
  ? Path extends keyof Table
    ? Table[Path]
    : Path extends `${infer M extends keyof Modules}/${infer Key}`
      ? Key extends `${string}/${string}`
        ? Answer
        : M extends keyof Records
          ? Records[M]
          : Answer
      : Answer
  : Answer
/** What is read at a path. */
export type Got<P extends string> = Of<P, Reads, { [M in keyof Modules]: Read<M> }>
/** What is answered to what is sent there. */
export type Sent<P extends string> = Of<P, Acts, { [M in keyof Modules]: Saved<M> }>
