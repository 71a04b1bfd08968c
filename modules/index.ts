// Table of contents of the business, in import order: a module uses only modules above it.
export const modules = [
  'lists',
  'roles',
  'users',
  'settings',
  'systemstatus',
  'departments',
  'specimens',
  'instruments',
  'elements',
  'tests',
  // 'ledger' comes here in the order: a folder of postings, without a model or a screen
  'clients',
  'patients',
  'doctors',
  'referrers',
  'labinstruments',
  'verificationrules',
  'products',
  'pricelists',
  'referralschemes',
  'transactions',
  'ledgeraccounts',
  'bankaccounts',
  'banklines',
  'tranbatches',
  'invoices',
  'sales',
  'samples',
  'shipments',
  'shipmentreceipt',
  'worksheets',
  'openings',
  'testreports',
  'testresults',
  'turnaround',
  'referrals',
  'targets',
  'clientvisits',
  'salesreport',
  'partyledger',
  'requests',
  'trialbalance',
  'daybook',
  'ageing',
  'cashbook',
  'collections',
  'commissions',
  'settlements',
  'purchasebills',
  'payables',
  'margins',
  'tds',
  'gstpaid',
  'setoffs',
  'widgets',
  'userwidgets',
] as const
export type ModuleId = (typeof modules)[number]

/** Reports of the books, which have rows and no records. */
type Report =
  | 'ageing'
  | 'cashbook'
  | 'collections'
  | 'commissions'
  | 'settlements'
  | 'gstpaid'
  | 'margins'
  | 'payables'
  | 'partyledger'
  | 'trialbalance'
  | 'daybook'
/** Modules that have no screen of their own, or none yet: no screen links to their records. */
type WithoutScreen = 'systemstatus' | 'openings' | 'patients' | 'doctors' | 'referrers' | 'salesreport' | Report
declare module '../core/record-path.ts' {
  interface Screens {
    readonly ids: Exclude<ModuleId, WithoutScreen>
    readonly lists: ModuleId
  }
}
