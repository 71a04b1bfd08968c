// The credit of a place is asked before its sale becomes work of the laboratory.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../../server/testing/add-user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { paymentType } from '../../lists/items.model.ts'
import { aPatient, booked, product } from '../sales.fixture.ts'
import { stateOf } from './accession.fixture.ts'
import { legsOf } from './legs.fixture.ts'

const { app, front, manager, desk } = networkForTests('front', 'manager', 'desk')
const centre = 12
let PatientId: number
type Terms = { PaymentTypeId: number | null; CreditLimit: number | null }
let terms: Terms
beforeAll(async () => {
  PatientId = await aPatient(front)
  terms = await readRow<Terms>(app, 'clients', { ClientId: centre }, 'payment_type_id, credit_limit')
})
const onTerms = (values: Terms): Promise<number> => setRows(app, 'clients', { ClientId: centre }, values)
afterEach(async () => {
  await onTerms(terms)
  await expectInvariants(app.db)
})
const nothing = { Samples: 0, Elements: 0, Work: 0, Derived: 0 }
const owed = async (): Promise<number> =>
  Number(
    (await readRow<{ Owed: number }>(app, 'party_dues', { PartyId: centre }, 'coalesce(sum(owed), 0)::float8 as owed'))
      .Owed,
  )
const sold = (): Promise<Read<'sales'>> => booked(front, { PatientId, SellerId: centre, products: [product.cbc] })
const accession = (sale: Read<'sales'>, person: Person = front, more: Json = {}) =>
  person.put('/api/accession/sales', { formId: sale.SaleId, ...more })

test('a centre without credit: its sale waits with the reason and nothing of it is made; with credit it goes on', async () => {
  const sale = await sold()
  await onTerms({ PaymentTypeId: paymentType.Credit, CreditLimit: 0 })
  const refused = await accession(sale)
  expect([refused.status, refused.body.code]).toEqual([422, 'credit-limit'])
  expect(refused.body.errors).toEqual({ OverrideRemarks: [expect.any(String)] })
  const [said] = Object.values(refused.body.errors).flat()
  expect(said).toMatch(/: The buyer has no credit\. Pay what is due, or ask a manager of the lab/)
  expect(await stateOf(app, sale.SaleId)).toEqual(nothing)
  const { body } = await front.get(`/api/sales/${sale.SaleId}`)
  expect([body.StatusId, body.AccessionNo, body.WaitsBecause]).toEqual([92, null, said])
  await onTerms({ PaymentTypeId: paymentType.Credit, CreditLimit: 1_000_000 })
  expect((await accession(sale)).status).toBe(200)
  expect((await front.get(`/api/sales/${sale.SaleId}`)).body.WaitsBecause).toBe(null)
})

test('a manager of the laboratory goes on with a reason; a desk does not, nor a manager of the centre itself', async () => {
  const sale = await sold()
  await onTerms({ PaymentTypeId: paymentType.Credit, CreditLimit: 0 })
  const OverrideRemarks = 'The cheque is in the post'
  await app.db.transaction((tx) => addUser(tx, { user: 'centremanager', name: 'Meera Rao', role: 2, entity: centre }))
  const own = await signedIn(app, 'centremanager', 2, centre)
  for (const [person, more] of [
    [front, { OverrideRemarks }],
    [desk, { OverrideRemarks }],
    [own, { OverrideRemarks }],
    [manager, {}],
  ] as const)
    expect([person.userId, (await accession(sale, person, more)).status]).toEqual([person.userId, 422])
  expect((await accession(sale, manager, { OverrideRemarks })).status).toBe(200)
  const history = await manager.get(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)
  expect(history.body[0]).toMatchObject({ Action: 'accession', Remarks: OverrideRemarks })
  // nothing more is owed by accessioning again
  expect((await accession(sale)).status).toBe(200)
})

test('many sales of a centre accessioned at once do not pass its limit together', async () => {
  const sales = await Promise.all([sold(), sold(), sold(), sold(), sold(), sold()])
  await onTerms({ PaymentTypeId: paymentType.Credit, CreditLimit: (await owed()) + 2 * 175 })
  const answers = await Promise.all(sales.map((sale) => accession(sale)))
  expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 422, 422, 422, 422])
  for (const [at, answer] of answers.entries()) {
    const legs = await legsOf(app, sales[at]?.SaleId)
    expect(legs).toHaveLength(answer.status === 200 ? 1 : 0)
  }
})

test('what is added to an accessioned sale is asked again, and its tubes and work stay while it waits', async () => {
  const sale = await sold()
  expect((await accession(sale)).status).toBe(200)
  const before = await stateOf(app, sale.SaleId)
  expect((await front.put('/api/unlock/sales', { formId: sale.SaleId })).status).toBe(200)
  await onTerms({ PaymentTypeId: paymentType.Credit, CreditLimit: 0 })
  expect((await accession(sale)).status).toBe(422)
  const { Samples, Elements } = await stateOf(app, sale.SaleId)
  expect({ samples: Samples, elements: Elements }).toEqual({ samples: before.Samples, elements: before.Elements })
  await onTerms(terms)
  expect((await accession(sale)).status).toBe(200)
})
