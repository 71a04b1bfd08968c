// Every reference field of the models: the user's own record is accepted; a sibling's, a stranger's, an inactive and a
// missing one are refused, and no write is stored.
import { beforeAll, expect, test } from 'vitest'
import { salesManagerOf, shownOf } from '../../modules/clients/clients.fixture.ts'
import { aPatient, aSale } from '../../modules/sales/sales.fixture.ts'
import { aShipment, party } from '../../modules/shipments/shipments.fixture.ts'
import type { Fields } from '../../core/model.ts'
import { entityType } from '../../core/user.ts'
import { raw, sql } from '../db/db.ts'
import { serverModules } from '../modules.ts'
import { networkForTests } from '../testing/network.ts'
import { keyOf, records } from '../testing/masters.fixture.ts'
import type { Answered, Json, Person } from '../testing/signed-in.ts'
import { addStrangers, type Strangers } from '../testing/strangers.ts'
import { insertOf } from '../testing/rows.ts'

const { app, labAdmin: admin, pathologist } = networkForTests('labAdmin', 'pathologist')
let patient: number
let manager: number
let key: Strangers & Record<'ProductR' | 'DoctorR' | 'CourierR' | 'Referral' | 'InvoiceR', number>
/** Inactive catalogue records. */
const unused = { departments: 0, specimens: 0, instruments: 0, elements: 0, tests: 0, products: 0 }

beforeAll(async () => {
  patient = await aPatient(admin)
  manager = await salesManagerOf(app)
  const strangers = await addStrangers(app)
  for (const module of ['departments', 'specimens', 'instruments', 'elements', 'tests', 'products'] as const) {
    const made = await admin.post<Json>(`/api/${module}/`, {
      ...records[module],
      ...('Code' in (records[module] ?? {}) && { Code: 'OUT9' }),
      IsActive: false,
    })
    expect([module, made.status]).toEqual([module, 201])
    unused[module] = made.body[keyOf[module] ?? '']
  }
  await app.db.transaction(async (tx) => {
    const made = async (text: ReturnType<typeof sql>): Promise<number> => (await tx.one<{ Id: number }>(text)).Id
    const ProductR = await made(
      insertOf(
        'products',
        { Code: 'RIV1', Name: 'Secret test', OwnerId: strangers.LabR, IsLocalProduct: true, IsActive: true },
        'product_id as id',
      ),
    )
    const client = (name: string, ClientTypeId: number) =>
      made(
        insertOf(
          'clients',
          { ClientTypeId, Name: name, ParentId: strangers.EntityR, IsActive: true },
          'client_id as id',
        ),
      )
    const DoctorR = await client('DoctorR', entityType.Doctor)
    const CourierR = await client('CourierR', entityType.Courier)
    const Referral = await made(
      insertOf('referrals', { SellerId: 2, ReferrerId: 141, Month: '2026-04-01' }, 'referral_id as id'),
    )
    const InvoiceR = await made(sql`
      select
        coalesce(max(invoice_id), 0) + 100 as id
      from
        invoices
    `)
    key = { ...strangers, ProductR, DoctorR, CourierR, Referral, InvoiceR }
  })
}, 120_000)

/** By picker, the keys that a lab's administrator may not use: of a sibling, of a stranger, inactive. */
const refusedOf: Readonly<Record<string, () => readonly (number | undefined)[]>> = {
  department: () => [unused.departments],
  specimen: () => [unused.specimens],
  instrument: () => [unused.instruments],
  element: () => [unused.elements],
  test: () => [unused.tests],
  anyproduct: () => [key.ProductR, unused.products],
  product: () => [key.ProductR, unused.products],
  role: () => [],
  salesmanager: () => [key.UserR],
  visitor: () => [key.UserR],
  moneyhandler: () => [key.UserR],
  lab: () => [3, key.LabR],
  consignor: () => [3, key.LabR],
  // labs of one network send to each other
  consignee: () => [key.LabR],
  courier: () => [key.CourierR],
  externallab: () => [12, key.LabR],
  supplier: () => [12, key.LabR],
  // whose work it is, is asked when the bill is entered
  sentwork: () => [],
  // legal entities exist for the administrator of the network, who adds them
  legalentity: () => [2, key.LabR],
  client: () => [3, key.LabR, key.PatientR],
  workplace: () => [3, key.LabR, key.PatientR],
  listbuyer: () => [3, key.InstitutionR],
  invoicebuyer: () => [key.InstitutionR],
  parent: () => [3, key.EntityR, key.LabR],
  seller: () => [3, key.LabR],
  place: () => [3, key.LabR],
  buyer: () => [key.PatientR, key.InstitutionR],
  patient: () => [key.PatientR],
  doctor: () => [key.DoctorR],
  referrer: () => [key.DoctorR],
  giver: () => [key.PatientR],
  receiver: () => [3, key.LabR],
  pendinginvoices: () => [key.InvoiceR],
}
const nobody = 999_999_999
/** Pickers whose records are visible to all users. */
const catalogue = new Set(['department', 'specimen', 'instrument', 'element', 'test', 'anyproduct', 'product', 'role'])

/** A valid record for the field under test; for clients, of the type that has it. */
const bodyOf = (module: string, field: string): Json => {
  if (module === 'clients') {
    const type = {
      SalesManagerId: entityType.Doctor,
      ParentId: entityType.Institution,
      LegalEntityId: entityType.CollectionCentre,
    }[field]
    return { ...shownOf(type ?? entityType.Lab, manager), ParentId: 2 }
  }
  if (module === 'sales') return aSale({ PatientId: patient })
  if (module === 'transactions')
    return { Date: new Date().toISOString(), ReceiverId: 2, GiverId: patient, PaymentModeId: 40, Amount: 100 }
  if (module === 'verificationrules') return { Name: 'Normal haemoglobin', LabId: 2, ElementId: 1001 }
  // a referral is made from sales: it is changed instead
  if (module === 'referrals') return {}
  if (module === 'clientvisits') return { ClientId: 101, VisitDate: '2026-04-01T06:00:00Z' }
  if (module === 'tranbatches') return {}
  if (module === 'invoices') return { SellerId: 2, BuyerId: 21, Sales: [{ SaleId: 1 }] }
  if (module === 'bankaccounts')
    return { OwnerId: 2, Name: 'Current', Number: '00110022', OpeningDate: '2026-04-01', OpeningBalance: 0 }
  if (module === 'purchasebills')
    return { SupplierId: 4, BuyerId: 2, BillNo: 'R/1', BillDate: '2026-04-01', TotalAmount: 5, Lines: [{ Amount: 5 }] }
  if (module === 'setoffs') return { FirstId: 2, SecondId: 12 }
  if (module === 'shipments') return aShipment({ from: party.central, to: party.reference, samples: [key.TubeR] })
  const record = records[module]
  if (!record) throw new Error(`No record of ${module} to try its references with`)
  return record
}

type Reference = { readonly path: readonly string[]; readonly picker: string }
const referencesIn = (fields: Fields, path: readonly string[] = []): Reference[] =>
  Object.entries(fields).flatMap(([name, field]): Reference[] => {
    if (field.computed || field.view) return []
    if (field.kind === 'rows') return referencesIn(field.fields ?? {}, [...path, name])
    return (field.kind === 'reference' || field.kind === 'references') && field.picker !== undefined
      ? [{ path: [...path, name], picker: field.picker }]
      : []
  })
const all = serverModules
  .filter((module) => module.save)
  .flatMap(({ model, table }) =>
    referencesIn(model.fields).map(
      (one) => [`${model.id} ${one.path.join('.')}`, { module: model.id, table, ...one }] as const,
    ),
  )

/** The record with another key in the field, or in the field of its first row. */
const naming = (body: Json, [name = '', inRow]: readonly string[], id: number): Json =>
  inRow === undefined
    ? { ...body, [name]: id }
    : {
        ...body,
        [name]: (Array.isArray(body[name]) && body[name].length > 0 ? body[name] : [{}]).map((row, index) =>
          index === 0 ? { ...row, [inRow]: id } : row,
        ),
      }

const rowsOf = async (table: string): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        ${raw(table)}
    `)
  ).N

/** The user who saves records of a module: the administrator, except for rules of approval. */
const keeperOf = (module: string): Person => (module === 'verificationrules' ? pathologist : admin)

test.each(all)('%s accepts only records that exist for the user', async (_title, { module, table, path, picker }) => {
  const refused = refusedOf[picker]
  if (!refused) throw new Error(`This test has no keys for the picker ${picker}`)
  const body = bodyOf(module, path[0] ?? '')
  const before = await rowsOf(table)
  for (const id of [...refused(), nobody]) {
    expect(id, 'the record to be refused').toBeTypeOf('number')
    const sent = naming(body, path, id ?? 0)
    const answer: Answered =
      module === 'referrals'
        ? await admin.put(`/api/referrals/${key.Referral}`, sent)
        : await keeperOf(module).post(`/api/${module}/`, sent)
    const [name = '', inRow] = path
    const at = inRow === undefined ? name : `${name}.0.${inRow}`
    expect([id, answer.status, answer.body.errors]).toEqual([
      id,
      // out of scope and missing get the same answer; a visible record of another kind, or inactive, is an error at
      // the field
      expect.toSatisfy((status: number) =>
        catalogue.has(picker) ? status === 400 : id === nobody ? status === 404 : status === 400 || status === 404,
      ),
      expect.objectContaining({ [at]: [expect.stringContaining('does not exist')] }),
    ])
  }
  expect(await rowsOf(table)).toBe(before)
})
