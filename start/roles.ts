// The fifteen roles and what each may do where: the permissions that a new network starts with.
import type { Permit } from '../core/model.ts'

export const roles: readonly (readonly [number, string, string])[] = [
  [1, 'Administrator', 'Everything but the laboratory signature'],
  [2, 'Business manager', 'Prices, overrides, exports'],
  [3, 'Pathologist', 'Reviews, approves, releases and amends results'],
  [4, 'Technologist', 'Worksheets and result entry'],
  [5, 'Front desk', 'Bills, receipts, accession, prints'],
  [6, 'Phlebotomist', 'Collects samples'],
  [7, 'Accounts', 'Money handler: receipts, invoices, batches'],
  [8, 'Logistics', 'Shipments'],
  [9, 'Sales manager', 'Clients, targets, visits, referrals'],
  [10, 'Quality manager', 'Reads the laboratory, audits'],
  [11, 'Auditor', 'Reads everything, changes nothing'],
  [12, 'Doctor', 'Own reports'],
  [13, 'Institution', 'Own patients and bills'],
  [14, 'Referrer', 'Own referrals, never results'],
  [15, 'Patient', 'Own reports and bills'],
]

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
  'users',
]
const people = ['clients', 'patients', 'doctors', 'referrers']
const lab = ['samples', 'worksheets', 'testresults', 'testreports']
const read: readonly Permit[] = ['list', 'read']
const write: readonly Permit[] = ['list', 'read', 'create', 'update']

const all: readonly Grant[] = [
  { modules: ['sales'], permits: ['list', 'create', 'read', 'update', 'print', 'unlock', 'cancel', 'reaccession'] },
  { modules: people, permits: [...write, 'merge'] },
  { modules: masters, permits: write },
  { modules: lab, permits: read },
  { modules: ['testreports', 'worksheets', 'samples'], permits: ['print'] },
  { modules: ['samples'], permits: ['update'] },
  { modules: ['transactions'], permits: write },
]
const viewer: readonly Grant[] = [{ modules: ['sales', ...people, ...masters, ...lab], permits: read }]

/** Grants by role id; entries hold at every entity type. Only modules the server has are loaded. */
export const grants: Readonly<Record<number, readonly Grant[]>> = {
  1: all,
  2: all,
  3: [
    { modules: ['sales', ...people, ...masters, ...lab], permits: read },
    { modules: ['sales'], permits: ['cancel'], criteria: 'StatusId >= 97' },
    { modules: ['worksheets'], permits: ['create', 'print', 'update'] },
    { modules: ['testresults'], permits: ['update', 'review', 'approve', 'release', 'amend'] },
    { modules: ['testreports', 'samples'], permits: ['print'] },
  ],
  4: [
    { modules: ['sales', 'patients', 'doctors', 'tests', 'elements', 'specimens', 'instruments', 'labinstruments', ...lab], permits: read },
    { modules: ['worksheets'], permits: ['create', 'print', 'update'] },
    { modules: ['testresults'], permits: ['update'] },
    { modules: ['samples', 'testreports'], permits: ['print'] },
    { modules: ['samples'], permits: ['update'] },
  ],
  5: [
    { modules: ['sales'], permits: ['list', 'create', 'read', 'print', 'reaccession'] },
    { modules: ['sales'], permits: ['update'], criteria: 'StatusId != 90' },
    { modules: ['sales'], permits: ['unlock'] },
    { modules: ['sales'], permits: ['cancel'], criteria: 'StatusId < 97' },
    { modules: ['patients', 'doctors', 'clients'], permits: write },
    { modules: ['referrers', 'products', 'pricelists'], permits: read },
    { modules: ['samples', 'testreports'], permits: ['list', 'read', 'print'] },
    { modules: ['samples'], permits: ['update'] },
    { modules: ['transactions'], permits: write },
  ],
  6: [
    { modules: ['sales', 'samples', 'patients'], permits: read },
    { modules: ['samples'], permits: ['update', 'print'] },
    { modules: ['sales'], permits: ['print'] },
  ],
  7: [
    { modules: ['sales', ...people, 'products', 'pricelists'], permits: read },
    { modules: ['sales'], permits: ['print'] },
    { modules: ['transactions'], permits: write },
  ],
  8: [{ modules: ['samples', 'sales'], permits: read }],
  9: [
    { modules: ['sales', 'clients', 'doctors', 'referrers'], permits: read },
    { modules: ['clients', 'doctors'], permits: ['create', 'update'] },
  ],
  10: [
    { modules: [...lab, 'sales', ...masters.filter((m) => m !== 'users')], permits: read },
    { modules: ['testreports', 'worksheets'], permits: ['print'] },
  ],
  11: viewer,
  12: [
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
    { modules: ['sales'], permits: read },
  ],
  13: [
    { modules: ['sales', 'samples'], permits: read },
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
  ],
  14: [{ modules: ['sales'], permits: read }],
  15: [
    { modules: ['sales'], permits: read },
    { modules: ['testreports'], permits: ['list', 'read', 'print'] },
  ],
}
