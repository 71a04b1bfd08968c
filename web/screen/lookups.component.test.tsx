// What the look-ups of the screens ask for and list: each field that names another record opens the picker of its kind.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType, paymentModes } from '../../modules/lists/items.model.ts'
import { answerSome, type Tried } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import { choose, control, field, leave, open } from './whole-screen.fixture.tsx'

afterEach(leave)
const administrator = somebody('Administrator')

/** A client of each type, named after it. */
const clients = Object.entries(clientType).map(([Name, ClientTypeId], at) => ({ ClientId: at + 1, Name, ClientTypeId }))
const catalogue: Readonly<Record<string, readonly object[]>> = {
  '/api/departments': [
    { DepartmentId: 1, Name: 'Haematology' },
    { DepartmentId: 10, Name: 'Cytology' },
  ],
  '/api/specimens': [{ SpecimenId: 1, Name: 'Serum' }],
  '/api/elements': [
    { ElementId: 1, Name: 'Haemoglobin', Description: 'Of whole blood', DepartmentName: 'Haematology' },
  ],
  '/api/instruments': [
    { InstrumentId: 1, Name: 'Analyser', Description: 'Of five parts', DepartmentName: 'Haematology' },
  ],
  '/api/getdata/101': [{ ProductId: 1, Code: 'P001', Name: 'Blood Count' }],
  '/api/getdata/110': [{ InvoiceId: 1, InvoiceNo: 'NCL/1', Name: 'Unpaid' }],
  '/api/getdata/114': [{ ClientId: 1, Name: 'To invoice' }],
  '/api/getdata/120': [{ UserId: 9, FullName: 'Sales Manager', UserName: 'sm' }],
  '/api/getdata/201': [{ ClientId: 2, Name: 'A seller' }],
  '/api/getdata/202': [{ ClientId: 3, Name: 'A referrer' }],
  '/api/getdata/203': [{ ClientId: 4, Name: 'A giver' }],
  '/api/getdata/205': [{ ClientId: 5, Name: 'A receiver of tubes' }],
}
/** Answers as the statements do: of clients those of the types that are asked for. */
const answer = ({ url }: Tried): unknown => {
  const types = url.searchParams.get('ClientTypeId')?.split(',').map(Number)
  if (url.pathname === '/api/getdata/200')
    return clients.filter(({ ClientTypeId }) => types?.includes(ClientTypeId) !== false)
  return catalogue[url.pathname]
}
/** The rows of the dialog that a look-up opens. */
const listed = async (title: string): Promise<readonly string[]> => {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect.element(dialog.getByRole('row', { selected: true })).toBeVisible()
  const rows = dialog.getByRole('row').elements().slice(1)
  return rows.map((row) => row.textContent)
}
const lookUp = async (name: string, title: string): Promise<readonly string[]> => {
  await expect.poll(() => field(name)).not.toBeNull()
  control(name).focus()
  await userEvent.keyboard('{F2}')
  const rows = await listed(title)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: title, exact: true })).not.toBeInTheDocument()
  return rows
}
const lookUpInGrid = async (grid: string, title: string): Promise<readonly string[]> => {
  await userEvent.click(page.getByRole('grid', { name: grid }).getByRole('row').last().getByRole('gridcell').first())
  await userEvent.keyboard('{F2}')
  return listed(title)
}
const askedBy = (calls: readonly Tried[], path: string): Record<string, string> | undefined => {
  const last = calls.findLast(({ url }) => url.pathname === path)
  return last && Object.fromEntries(last.url.searchParams)
}

describe('data sets', () => {
  test.each([
    ['parent client', '/clients', 'ParentId', 'Parent', ['LegalEntity', 'Lab', 'CollectionCentre', 'Institution']],
    ['legal entity', '/users', 'EmployerId', 'Employer', ['LegalEntity']],
    ['doctor', '/sales', 'ReferringDoctorId', 'Doctor', ['Doctor']],
    ['patient', '/sales', 'PatientId', 'Patient', ['Patient']],
    ['owner', '/products', 'OwnerId', 'Owner', ['Lab']],
    ['sales manager', '/targets', 'SalesManagerId', 'Sales Manager', ['Sales Manager']],
    ['instrument', '/labinstruments', 'InstrumentId', 'Instrument', ['Analyser']],
  ])('MDA-327 %s: the look-up on %s lists its kind', async (_kind, address, name, title, kinds) => {
    await open(address, { session: administrator })
    answerSome(answer)
    if (address === '/clients') await choose('ClientTypeId', clientType.Institution)
    const rows = await lookUp(name, title)
    expect(rows.map((row) => kinds.filter((kind) => row.includes(kind)).length)).toEqual(kinds.map(() => 1))
  })
  test.each(['/tests', '/elements', '/instruments'])(
    'MDA-308 the department of %s is one of all that are answered',
    async (address) => {
      await open(address, { session: administrator })
      const calls = answerSome(answer)
      expect(await lookUp('DepartmentId', 'Department')).toEqual([
        expect.stringContaining('Haematology'),
        expect.stringContaining('Cytology'),
      ])
      expect(askedBy(calls, '/api/departments')).toBeDefined()
    },
  )
  test('MDA-327 OPS-298 specimen: a cell of an element lists the specimens', async () => {
    await open('/elements', { session: administrator })
    answerSome(answer)
    expect(await lookUpInGrid('Specimens', 'Specimen')).toEqual([expect.stringContaining('Serum')])
  })
  test('MDA-327 gender and temperature are choices with the items of their lists, by decision', async () => {
    const temperatures = [{ ListItemId: 61, ItemLabel: 'Refrigerated 2-8 C' }]
    const optionsOf = (name: string) =>
      [...control(name).querySelectorAll('option')].map(({ text }) => text).filter((text) => text !== '')
    await open('/products', { session: administrator })
    await expect.poll(() => optionsOf('GenderId')).toEqual(expect.arrayContaining(['Male', 'Female']))
    const read = [['/api/listitems', { ListId: 108 }, temperatures]] as const
    await open('/specimens', { session: administrator, read })
    await expect.poll(() => optionsOf('DefaultTemperatureId')).toContain('Refrigerated 2-8 C')
  })
})

test('FND-326 the sales manager picker of a target asks users of role 9', async () => {
  await open('/targets', { session: administrator })
  const calls = answerSome(answer)
  expect(await lookUp('SalesManagerId', 'Sales Manager')).toEqual(['Sales Managersm'])
  expect(askedBy(calls, '/api/getdata/120')).toMatchObject({ RoleId: '9' })
})

test.each([
  ['/clients', 'ClientTypeId'],
  ['/widgets', 'EntityTypeId'],
  ['/pricelists', 'BuyerTypeId'],
])('OPS-139 on %s the drop-down %s has client type 16 under its label', async (address, name) => {
  const label = 'Institution (hospital, clinic, corporate)'
  const served = [{ ClientTypeId: 16, Name: label }]
  await open(address, { session: administrator, read: [['/api/buyertypes', {}, served]] })
  await expect.poll(() => field(name)).not.toBeNull()
  const options = () => [...control(name).querySelectorAll('option')].map(({ value, text }) => [value, text])
  await expect.poll(options).toContainEqual(['16', label])
})

test.each([
  ['FND-218 OPS-301', '/verificationrules', 'ElementId', 'Element', ['Haemoglobin', 'Of whole blood', 'Haematology']],
  [
    'FND-219 OPS-300 MDA-309',
    '/labinstruments',
    'InstrumentId',
    'Instrument',
    ['Analyser', 'Of five parts', 'Haematology'],
  ],
])('%s on %s the picker of %s gives name, description and department', async (_ids, address, name, title, texts) => {
  await open(address, { session: administrator })
  answerSome(answer)
  const [row] = await lookUp(name, title)
  for (const text of texts) expect(row).toContain(text)
})

describe('operational screens', () => {
  test.each([
    ['/sales', 'PatientId', 'Patient', '/api/getdata/200', { ClientTypeId: '12', ParentId: '1' }],
    ['/sales', 'ReferringDoctorId', 'Doctor', '/api/getdata/200', { ClientTypeId: '11', ParentId: '1' }],
    ['/sales', 'SellerId', 'Seller', '/api/getdata/201', {}],
    ['/sales', 'BuyerId', 'Buyer', '/api/getdata/200', { ClientTypeId: '13' }],
    ['/invoices', 'SellerId', 'Seller', '/api/getdata/201', {}],
    ['/invoices', 'BuyerId', 'Buyer', '/api/getdata/114', { SellerId: '2' }],
    ['/shipments', 'ConsigneeId', 'Consignee', '/api/getdata/205', {}],
    ['/shipments', 'CourierId', 'Courier', '/api/getdata/200', { ClientTypeId: '19', ParentId: '1' }],
    ['/transactions', 'ReceiverId', 'Receiver/Payee', '/api/getdata/200', { ClientTypeId: '9,10,13' }],
    ['/transactions', 'InvoiceId', 'Invoice', '/api/getdata/110', {}],
    ['/transactions', 'GiverId', 'Giver/Payer', '/api/getdata/200', {}],
  ])('OPS-302 %s: %s opens %s with the rows of %s', async (address, name, title, path, query) => {
    await open(address, { session: somebody('BusinessManager') })
    const calls = answerSome(answer)
    expect((await lookUp(name, title)).length).toBeGreaterThan(0)
    expect(askedBy(calls, path)).toMatchObject(query)
  })
  test('OPS-302 /shipments: the consignor is where one works, and not looked up', async () => {
    await open('/shipments', { session: somebody('BusinessManager') })
    await expect.poll(() => control('ConsignorId').value).toBe('Central Laboratory')
    expect(control('ConsignorId').readOnly).toBe(true)
  })
  test('OPS-302 /sales: the referrer of a walk-in opens those who refer', async () => {
    await open('/sales', { session: somebody('BusinessManager') })
    const calls = answerSome(answer)
    control('PatientId').focus()
    await userEvent.keyboard('{F2}')
    await listed('Patient')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => control('BuyerId').value).toBe('Patient')
    expect(await lookUp('ReferrerId', 'Referrer')).toEqual([expect.stringContaining('A referrer')])
    expect(askedBy(calls, '/api/getdata/202')).toBeDefined()
  })
  test('OPS-302 /sales: the buyers of a lab are the patient, centres and institutions, in one dialog', async () => {
    await open('/sales', { session: somebody('BusinessManager') })
    const calls = answerSome(answer)
    control('PatientId').focus()
    await userEvent.keyboard('{F2}')
    await listed('Patient')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => control('BuyerId').value).toBe('Patient')
    control('BuyerId').focus()
    await userEvent.keyboard('{F2}')
    const dialog = page.getByRole('dialog', { name: 'Buyer', exact: true })
    for (const [choice, type] of [
      ['The patient', clientType.Patient],
      ['Collection centres', clientType.CollectionCentre],
      ['Institutions', clientType.Institution],
    ] as const) {
      await userEvent.click(dialog.getByText(choice, { exact: true }))
      await expect.poll(() => askedBy(calls, '/api/getdata/200')).toMatchObject({ ClientTypeId: String(type) })
    }
  })
  test('OPS-302 /invoices: the sales to invoice are those of its seller and buyer', async () => {
    await open('/invoices', { session: somebody('BusinessManager') })
    const calls = answerSome(answer)
    await expect.poll(() => control('SellerId').value).not.toBe('')
    control('BuyerId').focus()
    await userEvent.keyboard('{F2}')
    await listed('Buyer')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => askedBy(calls, '/api/getdata/112')).toMatchObject({ SellerId: '2', BuyerId: '1' })
  })
  test('OPS-302 /transactions: the mode is a choice with the items of its list', async () => {
    await open('/transactions', { session: somebody('BusinessManager') })
    await expect.poll(() => field('PaymentModeId')).not.toBeNull()
    const texts = [...control('PaymentModeId').querySelectorAll('option')].map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(Object.values(paymentModes.items).map(({ label }) => label)))
  })
  test('OPS-302 /sales: a line opens the products at the prices of its parties', async () => {
    await open('/sales', { session: somebody('BusinessManager') })
    const calls = answerSome(answer)
    expect(await lookUpInGrid('Products', 'Product')).toEqual([expect.stringContaining('Blood Count')])
    expect(askedBy(calls, '/api/getdata/101')).toMatchObject({ SellerId: '2' })
  })
})
