// A wrong place of a draw is corrected at its tube, with a reason, until the report is out.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, booked, product } from '../../sales/sales.fixture.ts'
import { party, tubesOf } from '../../shipments/shipments.fixture.ts'
import { letGo } from '../../testresults/testresults.fixture.ts'

const { app, ...people } = networkForTests('desk', 'front', 'technologist', 'pathologist', 'other', 'nashik')
const { desk, front, nashik } = people
const { central, hadapsar } = party

const aSale = async (person: Person, SellerId: number): Promise<Read<'sales'>> =>
  accessioned(person, {
    PatientId: await aPatient(person),
    SellerId,
    ...(SellerId === central && { BuyerId: 21 }),
    products: [product.cbc],
  })
const correct = (person: Person, formId: unknown, body: Json) =>
  person.put('/api/correctplace/samples', { formId, reason: 'The phlebotomist says so', ...body })
const shown = async (person: Person, id: unknown): Promise<Read<'samples'>> =>
  (await person.get(`/api/samples/${String(id)}`)).body
const idAt = (id: unknown) => valueOf<number | null>(app, 'samples', { SampleId: id }, 'collected_at_id')
const nameOf = (ClientId: number) => valueOf<string>(app, 'clients', { ClientId }, 'name')

test('a home visit, another place, here and the seller are recorded after all, in timeline and history with the reason', async () => {
  const [tube] = tubesOf(await aSale(desk, central))
  const lab = await nameOf(central)
  const home = await correct(desk, tube, { Place: 'home' })
  expect([home.status, home.body.message]).toEqual([200, expect.stringContaining('was drawn at: Home visit')])
  expect([(await shown(desk, tube)).CollectedPlace, await idAt(tube)]).toEqual(['Home visit', null])
  expect((await correct(desk, tube, { Place: 'other', PlaceName: ' Ward 3 ' })).status).toBe(200)
  expect((await shown(desk, tube)).CollectedPlace).toBe('Ward 3')
  expect((await correct(desk, tube, { Place: 'here' })).status).toBe(200)
  const record = await shown(desk, tube)
  expect([record.CollectedPlace, await idAt(tube)]).toEqual([lab, central])
  const steps = [`${lab} becomes Home visit`, 'Home visit becomes Ward 3', `Ward 3 becomes ${lab}`]
  expect(record.Events.filter(({ What }) => What === 'Place of the draw corrected')).toMatchObject(
    steps.map((step) => ({ Remarks: `${step}: The phlebotomist says so` })),
  )
  const { body: history } = await desk.get(`/api/actions?ModuleId=samples&FormId=${String(tube)}`)
  expect(history[0]).toMatchObject({
    Action: 'correct place',
    Remarks: 'The phlebotomist says so',
    Changes: { CollectedPlace: ['Ward 3', lab] },
  })
  const [sent] = tubesOf(await aSale(front, hadapsar))
  expect((await correct(front, sent, { Place: 'home' })).status).toBe(200)
  expect((await correct(desk, sent, { Place: 'seller' })).status).toBe(200)
  expect([(await shown(desk, sent)).CollectedPlace, await idAt(sent)]).toEqual([await nameOf(hadapsar), hadapsar])
})

test('refused with its field, nothing changed: no reason, no place, an unknown one, a name too many or too few', async () => {
  const [tube] = tubesOf(await aSale(desk, central))
  const before = await shown(desk, tube)
  const refusals = [
    [{ Place: 'home', reason: ' ' }, 400, { reason: ['Say why the place is corrected'] }],
    [{}, 400, { Place: ['Say where it was drawn'] }],
    [{ Place: 'moon' }, 400, { Place: expect.anything() }],
    [{ Place: 'other' }, 422, { PlaceName: ['Say which place it is: a ward, a hospital, a camp'] }],
    [{ Place: 'seller', PlaceName: 'Ward 3' }, 422, { PlaceName: ['Choose Another place, or leave this empty'] }],
    [{ Place: 'other', PlaceName: 'x'.repeat(121) }, 400, { PlaceName: expect.anything() }],
    [{ Place: 'here' }, 422, { Place: [`It states already: ${await nameOf(central)}`] }],
  ] as const
  for (const [body, status, errors] of refusals) {
    const answer = await correct(desk, tube, body)
    expect([body, answer.status, answer.body.errors]).toEqual([body, status, errors])
  }
  expect(await shown(desk, tube)).toEqual(before)
})

test('a tube of another centre is not there; the other of two users is refused', async () => {
  const [tube] = tubesOf(await aSale(front, hadapsar))
  expect((await correct(nashik, tube, { Place: 'home' })).status).toBe(404)
  const { RowVersion } = await shown(front, tube)
  const answers = await Promise.all([
    correct(front, tube, { Place: 'home', RowVersion }),
    correct(front, tube, { Place: 'other', PlaceName: 'Ward 3', RowVersion }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('before the draw and after the report it is refused with the way out', async () => {
  const PatientId = await aPatient(desk)
  const sale = await booked(desk, { PatientId, BuyerId: 21, products: [product.cbc] })
  await desk.put('/api/accession/sales', { formId: sale.SaleId, DrawnHere: false })
  const waiting = await valueOf<number>(app, 'samples', { SaleId: sale.SaleId }, 'sample_id')
  expect((await correct(desk, waiting, { Place: 'home' })).body.message).toBe(
    'It is not collected yet: its collection says where',
  )
  const out = await aSale(desk, central)
  await letGo(people, out.SaleId)
  const answer = await correct(desk, tubesOf(out)[0], { Place: 'home' })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'Its report is out: a signatory corrects the place there with Correct Details',
  ])
})
