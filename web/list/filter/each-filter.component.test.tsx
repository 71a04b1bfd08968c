// The filters of each list: they are there under their labels with what they start with, each filled alone is all that
// is asked with, and is saved under its name.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import type { Field } from '../../../core/model.ts'
import { models } from '../../models.ts'
import { goTo, leave } from '../../screen/address.fixture.tsx'
import type { Tried } from '../../screen/no-server.fixture.ts'
import { somebody } from '../../screen/session.fixture.ts'
import { isDay } from './filters.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(leave)

const days = { FromDate: 'From Date', ToDate: 'To Date' }
const dispatch = { DispatchFromDate: 'Dispatch From', DispatchToDate: 'Dispatch To' }
const people = { Patient: 'Patient', Doctor: 'Doctor' }
const both = { GiverId: 'Giver', ReceiverId: 'Receiver' }
const route = { ConsignorId: 'Consignor', ConsigneeId: 'Consignee' }
const ofSales = { Name: 'Patient', DepartmentId: 'Department' }
const lists: readonly (readonly [id: string, module: string, filters: Readonly<Record<string, string>>])[] = [
  [
    'FND-132 FND-151 FND-153 FND-154 FND-157 OPS-024 OPS-025 OPS-026 OPS-027 OPS-039 OPS-040 OPS-043',
    'sales',
    {
      ...{ ...days, ...people, Buyer: 'Buyer', Referrer: 'Referrer', SellerId: 'Seller', ...both, LRN: 'LRN' },
      ...{ SaleStatus: 'Sale Status', Code: 'Code', Name: 'Name', IsLocalProduct: 'Is Local Product' },
    },
  ],
  [
    'FND-133 FND-156 OPS-042',
    'invoices',
    { ...days, GiverId: 'Giver', ReferrerId: 'Referrer', InvoiceNo: 'Invoice No' },
  ],
  [
    'FND-134 FND-156 OPS-042',
    'samples',
    {
      ...{ ...days, ...people, SellerId: 'Seller', PerformingLabId: 'Performing Lab', SaleId: 'Sale Id', LRN: 'LRN' },
      ...{ AccessionNo: 'Accession No' },
    },
  ],
  [
    'FND-135 FND-157 FND-158 OPS-043',
    'transactions',
    { ...days, ...both, ...dispatch, ...route, ShipmentStatus: 'Shipment Status' },
  ],
  [
    'FND-136 FND-156 FND-158 OPS-032 OPS-042 OPS-044',
    'shipments',
    { ...days, ...route, ...dispatch, ShipmentStatus: 'Shipment Status' },
  ],
  ['FND-137 FND-156 OPS-042', 'testreports', { ...days, ...people, LRN: 'LRN', AccessionNo: 'Accession No' }],
  ['FND-138', 'departments', { Name: 'Name' }],
  ['FND-139 MDA-024', 'specimens', { SpecimenId: 'Specimen Id', Name: 'Name' }],
  ['FND-140 MDA-025', 'elements', { ElementId: 'Element Id', Name: 'Name' }],
  [
    'FND-141 MDA-026 MDA-034',
    'tests',
    { TestId: 'Test Id', Name: 'Name', DepartmentId: 'Department', IsActive: 'Active', ProductId: 'Product' },
  ],
  [
    'FND-142 MDA-027',
    'products',
    { Code: 'Code', Name: 'Name', OwnerId: 'Owner', IsLocalProduct: 'Local Product', IsActive: 'Active' },
  ],
  [
    'FND-143 FND-156 MDA-029 MDA-034 OPS-042',
    'pricelists',
    { ...days, SellerId: 'Seller', BuyerIds: 'Buyers', GiverId: 'Giver' },
  ],
  [
    'FND-144 FND-156 MDA-030 MDA-034 OPS-042',
    'referralschemes',
    { ...days, SellerId: 'Seller', ReferrerId: 'Referrer', BuyerIds: 'Buyers', ...both },
  ],
  [
    'FND-145 FND-156 MDA-031 MDA-034 OPS-042',
    'referrals',
    {
      ...{ ...days, ReferrerId: 'Referrer', SalesManagerId: 'Sales Manager', ReferralStatus: 'Referral Status' },
      ...{ ...both, DepartmentId: 'Department' },
    },
  ],
  [
    'FND-146 FND-158',
    'tranbatches',
    {
      ...{ OpenFromDate: 'Open From', OpenToDate: 'Open To', CloseFromDate: 'Close From', CloseToDate: 'Close To' },
      ...{ OwnerId: 'Money Handler', BatchStatus: 'Batch Status', IsActive: 'Active' },
    },
  ],
  [
    'FND-147 MDA-028 MDA-034 MDA-362',
    'clients',
    {
      ...{ ClientTypeId: 'Client Type', Name: 'Name', Area: 'Area', MobilePhone: 'Mobile Phone' },
      ...{ ParentId: 'Parent Client', IsActive: 'Active', ProductId: 'Product' },
    },
  ],
  [
    'FND-148 FND-156 OPS-042',
    'salesreport',
    {
      ...{ ...days, ...people, SellerId: 'Seller', BuyerIds: 'Buyers', GiverId: 'Giver', LabId: 'Lab' },
      ...{ SaleId: 'Sale Id', ProductId: 'Product', Leg: 'Leg' },
    },
  ],
  [
    'FND-149 MDA-032 MDA-034',
    'widgets',
    {
      ...{ RoleId: 'Role', EntityTypeId: 'Entity Type', Target: 'Target', SalesManagerId: 'Sales Manager' },
      ReferralStatus: 'Referral Status',
    },
  ],
  ['FND-159 MDA-033', 'instruments', { Name: 'Name', DepartmentId: 'Department', IsActive: 'Active' }],
  ['FND-159 MDA-033', 'labinstruments', { Name: 'Lab or Instrument', DepartmentId: 'Department', IsActive: 'Active' }],
  ['FND-159 MDA-033', 'users', { Name: 'Name', IsActive: 'Active' }],
  ['FND-159 MDA-033', 'lists', { Name: 'Name' }],
  ['FND-159 MDA-033', 'userwidgets', { Label: 'Label' }],
  ['FND-159 MDA-033', 'targets', { Name: 'Sales Manager' }],
  ['FND-159 MDA-033', 'clientvisits', { Name: 'Client', ClientTypeId: 'Type' }],
  ['FND-159 MDA-033 OPS-036', 'worksheets', ofSales],
  [
    'OPS-036',
    'testresults',
    { ...ofSales, ...days, State: 'State', IsStat: 'Stat', IsLate: 'Late', AccessionNo: 'Accession No' },
  ],
]

/** How many days back a list starts; one that is not here starts without days. */
const daysBack: Readonly<Record<string, number>> = {
  ...{ testreports: 5, samples: 5, invoices: 5, pricelists: 5, referralschemes: 5, referrals: 5, salesreport: 5 },
  ...{ shipments: 5, sales: 0, transactions: 0, partyledger: 0 },
}
const startOf = (module: string, name: string): string => {
  const [today, back] = [dayOf(new Date()), daysBack[module]]
  if (back === undefined || !['FromDate', 'ToDate'].includes(name)) return ''
  return formatDate(name === 'FromDate' ? addDays(today, -back) : today)
}
/** What lists ask for at first where it is decided. */
const firstAsked: Readonly<Record<string, object>> = {
  // pending work is never hidden by a filter that it starts with
  worksheets: {},
  testresults: {},
  // open ones, however old: no day is asked for
  tranbatches: { BatchStatus: 'Open' },
}
/** Lists of which every filter is written above. */
const isWhole = (ids: string, module: string): boolean => module === 'sales' || ids.includes('FND-159')

/** A row that any picker takes: its key by every name that keys have. */
const anybody = Object.fromEntries(
  ['ClientId', 'UserId', 'RoleId', 'ProductId', 'DepartmentId', 'InvoiceId'].map((name) => [name, 7]),
)
const row = { ...anybody, Name: 'The seventh', FullName: 'The seventh', RoleName: 'The seventh', Code: 'P007' }
const items = [
  { ListItemId: 6, ItemLabel: 'The sixth' },
  { ListItemId: 7, ItemLabel: 'The seventh' },
]
const panel = page.getByRole('search', { name: 'Filter' })
const named = (name: string): Locator => {
  const found = panel.element().querySelector(`[name=${name}]`)
  if (!found) throw new Error(`No filter ${name} here`)
  return page.elementLocator(found)
}

const labels = () => [...panel.element().querySelectorAll('label[for], .label')].map((label) => label.textContent)
const startsWithItsDays = (module: string, names: readonly string[]): void =>
  expect(names.map((name) => [name, named(name).element()])).toEqual(
    names.map((name) => [name, expect.objectContaining({ value: startOf(module, name) })]),
  )
/** The filters of a module that the browser has saved. */
const kept = (module: string): string =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('preference.filter.') && key.endsWith(`.${module}`))
    .map((key) => localStorage.getItem(key))
    .join()

/** Leaves the field for a button and presses that at once: a pointer that moves there first costs a fifth more. */
const press = (name: string): void => {
  const button = panel.getByRole('button', { name }).element()
  if (!(button instanceof HTMLButtonElement)) throw new Error(`No button ${name} here`)
  button.focus()
  button.click()
}

/** Fills one filter as its kind is filled, and answers what that asks for. */
const fillOne = async (name: string, field: Field): Promise<unknown> => {
  const options = field.options ?? []
  if (isDay(field)) {
    await userEvent.fill(named(name), '05-11-2026')
    return name.includes('From') ? '2026-11-04T18:30:00.000Z' : '2026-11-05T18:29:59.999Z'
  }
  if (field.kind === 'reference' || field.kind === 'references') {
    await userEvent.click(named(name))
    await userEvent.keyboard('{F2}')
    const dialog = page.getByRole('dialog', { name: field.label, exact: true })
    await expect.element(dialog.getByRole('row', { selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    return field.kind === 'references' ? [7] : 7
  }
  const isAnswer = field.kind === 'boolean'
  if (isAnswer || (field.kind === 'choice' && options.length > 0 && options.length <= 2)) {
    const [value, label] = isAnswer ? ([true, 'Yes'] as const) : (options[0] ?? [])
    await userEvent.click(
      panel.getByRole('radiogroup', { name: field.label, exact: true }).getByText(String(label), { exact: true }),
    )
    return value
  }
  if (field.kind === 'choice') {
    const [value] = options[0] ?? [7]
    await userEvent.selectOptions(named(name), String(value))
    return value
  }
  await userEvent.fill(named(name), '7')
  return field.kind === 'integer' ? 7 : '7'
}

test.each(lists)(
  'FND-229 FND-230 %s the filters of %s are there, start as decided, and each asks by itself and is saved under its name',
  { timeout: 60_000 },
  async (ids, module, filters) => {
    const model = models[module]
    const path = `/api/getdata/${String(model?.statementId)}` as const
    const asked: unknown[] = []
    const limits = new Set<string | null>()
    const some = ({ url }: Tried): unknown => {
      if (url.pathname === '/api/listitems') return items
      if (/^\/api\/(clients|departments|roles)$/.test(url.pathname)) return [row]
      if (!url.pathname.startsWith('/api/getdata/')) return undefined
      if (url.pathname !== path) return [row]
      if (url.searchParams.get('limit') === '0') return []
      limits.add(url.searchParams.get('limit'))
      asked.push(JSON.parse(url.searchParams.get('filterCriteria') ?? 'null'))
      return []
    }
    await goTo(`/summary/${module}`, somebody('Administrator', 'employer'), { some })
    await expect.element(panel).toBeVisible()
    const first = firstAsked[module]
    if (first) await expect.poll(() => asked[0]).toEqual(first)
    if (module === 'tranbatches')
      expect(panel.getByRole('radio', { name: 'Open', exact: true }).element()).toHaveProperty('checked', true)
    if (module === 'sales') {
      const today = dayOf(new Date())
      const [begin, end] = [`${today}T00:00:00+05:30`, `${today}T23:59:59.999+05:30`].map((at) =>
        new Date(at).toISOString(),
      )
      await expect.poll(() => asked[0]).toEqual({ FromDate: begin, ToDate: end })
    }
    const wanted = Object.values(filters)
    expect(labels()).toEqual(isWhole(ids, module) ? wanted : expect.arrayContaining(wanted))
    startsWithItsDays(
      module,
      Object.entries(model?.filters ?? {}).flatMap(([name, field]) => (isDay(field) ? [name] : [])),
    )
    for (const [name, label] of Object.entries(filters)) {
      const field = model?.filters[name]
      if (!field) throw new Error(`${module} has no filter ${name}`)
      expect(field.label).toBe(label)
      press('All Data')
      await expect.poll(() => asked.at(-1)).toEqual({})
      const value = await fillOne(name, field)
      press('Search')
      await expect.poll(() => asked.at(-1)).toEqual({ [name]: value })
      await expect.poll(() => kept(module)).toContain(`"${name}"`)
    }
    expect([...limits]).toEqual(['100'])
  },
)

const noRows = ({ url }: Tried): unknown => (url.pathname.startsWith('/api/getdata/') ? [] : undefined)

test.each(['patients', 'doctors', 'referrers'])(
  'FND-159 MDA-033 the list of %s, without filters in the specification, has a name and others that its rows have',
  async (module) => {
    await goTo(`/summary/${module}`, somebody('Administrator'), { some: noRows })
    await expect.element(panel).toBeVisible()
    expect(labels()).toEqual(['Name', 'Area', 'Mobile Phone', 'Active'])
  },
)

test('FND-157 OPS-043 the party ledger starts today', async () => {
  await goTo('/summary/partyledger', somebody('Administrator'), { some: noRows })
  await expect.element(panel).toBeVisible()
  startsWithItsDays('partyledger', ['FromDate', 'ToDate'])
})

test.each([
  ['sales', 'Doctor'],
  ['invoices', 'Giver'],
])('a filter of %s that the server hides from an outside user is not offered to them', async (module, offered) => {
  await goTo(`/summary/${module}`, somebody('Institution'), { some: noRows })
  await expect.element(panel).toBeVisible()
  expect([labels().includes(offered), labels().includes('Referrer')]).toEqual([true, false])
})
