// The pages of the user guide, and which of them a screen or a role leads to.
import { role } from '../../core/user.ts'

export const pages = {
  'first-hour': 'The first hour',
  counter: 'At the counter',
  bench: 'At the bench',
  signatory: 'Signing results',
  dispatch: 'Tubes on their way',
  accounts: 'Accounts',
  manager: 'Running the business',
  administrator: 'Administration',
} as const
export type PageId = keyof typeof pages
export const isPage = (id: string): id is PageId => Object.hasOwn(pages, id)

/** Where the guide explains a screen: its page, and the head on it. */
const screens: Readonly<Record<string, PageId | `${PageId}#${string}`>> = {
  sales: 'counter#bill-a-patient',
  samples: 'counter#accession-and-samples',
  patients: 'counter#bill-a-patient',
  doctors: 'counter#bill-a-patient',
  clients: 'first-hour#papers-and-printer',
  tranbatches: 'counter#close-the-day',
  worksheets: 'bench#work-sheets',
  testresults: 'bench#enter-results',
  testreports: 'signatory#amend-a-report',
  openings: 'signatory#sensitive-results',
  verificationrules: 'signatory#what-waits-for-you',
  shipments: 'dispatch#pack-a-box',
  shipmentreceipt: 'dispatch#receive',
  invoices: 'accounts#bill-a-period',
  bankaccounts: 'accounts#bring-money-to-the-bank',
  ledgeraccounts: 'accounts#match-the-bank',
  banklines: 'accounts#match-the-bank',
  margins: 'accounts#bills-of-outside-laboratories',
  payables: 'accounts#bills-of-outside-laboratories',
  purchasebills: 'accounts#bills-of-outside-laboratories',
  tds: 'accounts#tds',
  setoffs: 'accounts#settle-two-places',
  transactions: 'accounts#book-a-payment',
  partyledger: 'accounts#party-ledger',
  trialbalance: 'accounts#the-books',
  daybook: 'accounts#the-books',
  ageing: 'accounts#the-books',
  cashbook: 'accounts#the-books',
  collections: 'accounts#the-books',
  commissions: 'accounts#the-books',
  settlements: 'accounts#the-books',
  gstpaid: 'accounts#party-ledger',
  referrals: 'accounts#referrals',
  referrers: 'accounts#referrals',
  referralschemes: 'accounts#referrals',
  requests: 'manager#what-waits-for-you',
  salesreport: 'manager#lists',
  targets: 'manager#targets-and-visits',
  clientvisits: 'manager#targets-and-visits',
  turnaround: 'manager#turn-around',
  widgets: 'manager#the-dashboard',
  userwidgets: 'manager#the-dashboard',
  products: 'manager#prices-and-products',
  pricelists: 'first-hour#prices',
  systemstatus: 'administrator#is-all-well',
  departments: 'administrator#the-catalogue',
  specimens: 'administrator#the-catalogue',
  instruments: 'administrator#the-catalogue',
  elements: 'administrator#reference-ranges',
  tests: 'administrator#the-catalogue',
  labinstruments: 'administrator#the-catalogue',
  lists: 'administrator#the-catalogue',
  users: 'administrator#users-and-roles',
  roles: 'administrator#users-and-roles',
  settings: 'administrator#settings',
}

const ofRole: Readonly<Partial<Record<number, PageId>>> = {
  [role.Administrator]: 'administrator',
  [role.Pathologist]: 'signatory',
  [role.Technologist]: 'bench',
  [role.FrontDesk]: 'counter',
  [role.Phlebotomist]: 'counter',
  [role.Accounts]: 'accounts',
  [role.Logistics]: 'dispatch',
}
/** Signatories look at results to sign them. */
const signing: Readonly<Record<string, PageId | `${PageId}#${string}`>> = {
  testresults: 'signatory#review-approve-release',
}

/** The help for a screen in a role: page and head; on the dashboard the page of the role. */
export const helpFor = (moduleId: string | undefined, roleId: number): { page: PageId; head: string } => {
  const screen =
    moduleId === undefined ? undefined : (roleId === role.Pathologist && signing[moduleId]) || screens[moduleId]
  const [page = '', head = ''] = (screen ?? '').split('#')
  return isPage(page) ? { page, head } : { page: ofRole[roleId] ?? 'manager', head: '' }
}
