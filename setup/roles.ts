// The fifteen roles and their permits by module and entity type: the initial permissions of a new network.
import type { Permit } from '../core/model.ts'
import { isStaff, role, roles as names } from '../core/user.ts'
import { saleStatus } from '../modules/lists/items.model.ts'

const descriptions: Readonly<Record<keyof typeof names, string>> = {
  Administrator: 'Everything but the laboratory signature',
  BusinessManager: 'Prices, overrides, exports',
  Pathologist: 'Reviews, approves, releases and amends results',
  Technologist: 'Worksheets and result entry',
  FrontDesk: 'Bills, receipts, accession, prints',
  Phlebotomist: 'Collects samples',
  Accounts: 'Money handler: receipts, invoices, batches',
  Logistics: 'Shipments',
  SalesManager: 'Clients, targets, visits, referrals',
  QualityManager: 'Reads the laboratory, audits',
  Auditor: 'Reads everything, changes nothing',
  Doctor: 'Own reports',
  Institution: 'Own patients and bills',
  Referrer: 'Own referrals, never results',
  Patient: 'Own reports and bills',
}
/** Id, name, purpose. */
export const roles = Object.entries(names).map(
  ([name, { id, label }]) => [id, label, descriptions[name as keyof typeof names]] as const,
)

type Grant = { modules: readonly string[]; permits: readonly Permit[]; criteria?: string }
const masters = [
  'products',
  'tests',
  'elements',
  'specimens',
  'departments',
  'instruments',
  'labinstruments',
  'lists',
  'pricelists',
  'referralschemes',
  'users',
]
const people = ['clients', 'patients', 'doctors', 'referrers']
/** What accounts, managers and auditors read of the books. */
const books = [
  'partyledger',
  'trialbalance',
  'daybook',
  'ageing',
  'cashbook',
  'collections',
  'commissions',
  'settlements',
  'gstpaid',
  'payables',
  'salesreport',
  'margins',
]
const lab = ['samples', 'worksheets', 'testresults', 'testreports']
const read: readonly Permit[] = ['list', 'read']
const write: readonly Permit[] = ['list', 'read', 'create', 'update']

/** A role that packs shipments also receives them. */
const shipping: readonly Grant[] = [
  { modules: ['shipments'], permits: [...write, 'print', 'receive', 'cancel'] },
  { modules: ['shipmentreceipt'], permits: ['read', 'update', 'receive'] },
]

/** All who handle money or sales asks a second person, and take back what they asked; some roles decide, too. */
const asks: Grant = { modules: ['requests'], permits: [...read, 'create', 'cancel'] }
const decides: Grant = { ...asks, permits: [...asks.permits, 'approve'] }

const all: readonly Grant[] = [
  { modules: ['sales'], permits: ['list', 'create', 'read', 'update', 'print', 'unlock', 'cancel', 'reaccession'] },
  { modules: people, permits: [...write, 'merge'] },
  { modules: masters, permits: write },
  { modules: ['users'], permits: ['reset'] },
  { modules: lab, permits: read },
  ...shipping,
  { modules: ['testreports', 'worksheets', 'samples'], permits: ['print'] },
  { modules: ['samples'], permits: ['update'] },
  { modules: ['transactions', 'widgets', 'targets', 'clientvisits'], permits: write },
  { modules: ['transactions'], permits: ['print'] },
  { modules: ['tranbatches'], permits: [...read, 'create'] },
  { modules: ['ledgeraccounts', 'bankaccounts'], permits: write },
  { modules: ['banklines'], permits: [...read, 'update'] },
  { modules: ['purchasebills'], permits: write },
  { modules: ['setoffs'], permits: [...write, 'print'] },
  { modules: ['tds'], permits: [...read, 'update'] },
  { modules: ['invoices'], permits: [...write, 'print', 'cancel'] },
  { modules: books, permits: ['list'] },
  { modules: ['referrals'], permits: ['list', 'read', 'update', 'print'] },
  decides,
]
const viewer: readonly Grant[] = [
  { modules: books, permits: ['list'] },
  {
    modules: [
      'roles',
      'sales',
      'shipments',
      'verificationrules',
      'transactions',
      'tranbatches',
      'ledgeraccounts',
      'bankaccounts',
      'banklines',
      'purchasebills',
      'tds',
      'setoffs',
      'invoices',
      'referrals',
      'requests',
      'targets',
      'clientvisits',
      ...people,
      ...masters,
      ...lab,
    ],
    permits: read,
  },
]

/** Every staff role arranges its own dashboard. */
const own: readonly Grant[] = [{ modules: ['userwidgets'], permits: write }]
const byRole: Readonly<Record<number, readonly Grant[]>> = {
  // only administrators change the network's settings
  [role.Administrator]: [
    ...all,
    { modules: ['verificationrules'], permits: read },
    { modules: ['settings', 'roles'], permits: ['list', 'read', 'update'] },
    { modules: ['systemstatus', 'openings'], permits: ['list'] },
  ],
  [role.BusinessManager]: all,
  [role.Pathologist]: [
    { modules: ['sales', ...people, ...masters, ...lab], permits: read },
    { modules: ['sales'], permits: ['cancel'], criteria: `StatusId >= ${saleStatus.PartlyReported}` },
    { modules: ['worksheets'], permits: ['create', 'print', 'update'] },
    { modules: ['testresults'], permits: ['update', 'review', 'approve', 'release', 'amend'] },
    { modules: ['verificationrules'], permits: [...write, 'approve'] },
    { modules: ['testreports', 'samples'], permits: ['print'] },
    { modules: ['shipments'], permits: read },
    // to agree to reference ranges, or to propose them to another pathologist
    { modules: ['elements'], permits: ['update'] },
    decides,
  ],
  [role.Technologist]: [
    {
      modules: [
        'sales',
        'patients',
        'doctors',
        'tests',
        'elements',
        'specimens',
        'instruments',
        'labinstruments',
        'verificationrules',
        ...lab,
      ],
      permits: read,
    },
    { modules: ['worksheets'], permits: ['create', 'print', 'update'] },
    { modules: ['testresults'], permits: ['update'] },
    { modules: ['samples', 'testreports'], permits: ['print'] },
    { modules: ['samples'], permits: ['update'] },
    ...shipping,
  ],
  [role.FrontDesk]: [
    { modules: ['sales'], permits: ['list', 'create', 'read', 'print', 'reaccession'] },
    { modules: ['sales'], permits: ['update'], criteria: `StatusId != ${saleStatus.Cancelled}` },
    { modules: ['sales'], permits: ['unlock'] },
    { modules: ['sales'], permits: ['cancel'], criteria: `StatusId < ${saleStatus.PartlyReported}` },
    { modules: ['patients', 'doctors', 'clients'], permits: write },
    { modules: ['referrers', 'products', 'pricelists'], permits: read },
    { modules: ['samples', 'testreports'], permits: ['list', 'read', 'print'] },
    { modules: ['samples'], permits: ['update'] },
    ...shipping,
    { modules: ['transactions'], permits: [...write, 'print'] },
    { modules: ['tranbatches'], permits: [...read, 'create'] },
    { modules: ['invoices'], permits: [...read, 'print'] },
    asks,
  ],
  [role.Phlebotomist]: [
    { modules: ['sales', 'samples', 'patients'], permits: read },
    { modules: ['samples'], permits: ['update', 'print'] },
    { modules: ['sales'], permits: ['print'] },
    ...shipping,
  ],
  [role.Accounts]: [
    { modules: ['sales', ...people, 'products', 'pricelists'], permits: read },
    { modules: ['sales'], permits: ['print'] },
    { modules: ['transactions'], permits: [...write, 'print'] },
    { modules: ['tranbatches'], permits: [...read, 'create'] },
    { modules: ['ledgeraccounts', 'bankaccounts'], permits: write },
    { modules: ['banklines'], permits: [...read, 'update'] },
    { modules: ['purchasebills'], permits: write },
    { modules: ['setoffs'], permits: [...write, 'print'] },
    { modules: ['tds'], permits: [...read, 'update'] },
    { modules: ['invoices'], permits: [...write, 'print', 'cancel'] },
    { modules: books, permits: ['list'] },
    { modules: ['referrals'], permits: ['list', 'read', 'update', 'print'] },
    decides,
  ],
  [role.Logistics]: [{ modules: ['samples', 'sales'], permits: read }, ...shipping],
  [role.SalesManager]: [
    { modules: ['sales', 'clients', 'doctors', 'referrers'], permits: read },
    { modules: ['clients', 'doctors'], permits: ['create', 'update'] },
    { modules: ['targets'], permits: read },
    { modules: ['salesreport'], permits: ['list'] },
    { modules: ['referrals'], permits: [...read, 'print'] },
    { modules: ['clientvisits'], permits: write },
  ],
  [role.QualityManager]: [
    {
      modules: [...lab, 'verificationrules', 'shipments', 'sales', ...masters.filter((m) => m !== 'users')],
      permits: read,
    },
    { modules: ['testreports', 'worksheets'], permits: ['print'] },
    { modules: ['openings'], permits: ['list'] },
  ],
  [role.Auditor]: [...viewer, { modules: ['openings'], permits: ['list'] }],
  [role.Doctor]: [
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
    { modules: ['sales'], permits: read },
  ],
  [role.Institution]: [
    { modules: ['sales', 'samples'], permits: read },
    { modules: ['invoices'], permits: [...read, 'print'] },
    { modules: ['partyledger'], permits: ['list'] },
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
  ],
  [role.Referrer]: [
    { modules: ['sales'], permits: read },
    { modules: ['referrals'], permits: [...read, 'print'] },
  ],
  [role.Patient]: [
    { modules: ['sales'], permits: read },
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
  ],
}

/** Grants by role id; entries apply at every entity type. Only modules the server has are loaded. */
export const grants: Readonly<Record<number, readonly Grant[]>> = Object.fromEntries(
  Object.entries(byRole).map(([id, given]) => [id, isStaff({ RoleId: Number(id) }) ? [...given, ...own] : given]),
)
