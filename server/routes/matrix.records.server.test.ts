// The authorization matrix by record: every person calls every module's routes for own, a sibling's and a stranger's
// records; the expected answers are written by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../modules/testresults/testresults.fixture.ts'
import { serverModules } from '../modules.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { alone } from '../testing/matrix.acts.ts'
import { askedOf } from '../testing/matrix.asked.ts'
import { addRecords } from '../testing/matrix.fixture.ts'
import { everybody, people, type Asked, type Who } from '../testing/matrix.people.ts'
import { tables } from '../testing/matrix.table.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'

/** The path of an action without the key of its record. */
const pathOf = (path: string): string => path.replace(/\/(\{\w+\})?$/, '')
/** Actions of the server that no row calls by their path and permit. */
const untried = (askedOf: (module: string) => readonly Asked[]): string[] =>
  serverModules.flatMap(({ model, actions = [] }) => {
    const rows = [...askedOf(model.id), ...alone.filter(({ module }) => module === model.id)]
    return actions
      .filter(({ path, permit }) => !rows.some((row) => row.route === pathOf(path) && row.permit === permit))
      .map(({ name, path, permit }) => `${model.id}: ${name} (${path}, permit ${permit})`)
  })

let app: TestApp
/**
 * Records by name; a name ends in its place: 12 and 11 are centres of lab 2, 3 is the other lab, R the strangers'
 * network.
 */
const key: Record<string, number> = {}
/** The key of a record of the table. */
const keyOf = (record: string): number => key[record] ?? 0

/** Passwords are slow on purpose: every person signs in once, and chooses the role again. */
const here = new Map<Who, Promise<Person>>()
const who = async (name: Who): Promise<Person> => {
  const [user, role, entity] = people[name]
  const at = entity === 0 ? keyOf(name === 'patient' ? 'Patient' : 'EntityR') : entity
  const known = here.get(name)
  if (known === undefined) {
    const begun = signedIn(app, user, role, at)
    here.set(name, begun)
    return begun
  }
  const person = await known
  await person.choose(role, at)
  return person
}

beforeAll(async () => {
  app = await testApp()
  await addRecords(app, key, who)
}, 120_000)
afterAll(() => app.close())

const asked = askedOf(() => app)
const together = 4

describe.each(Object.entries(tables))('%s', (module, { records, permits, sees, except }) => {
  test.each(everybody)('%s gets the answers of the table for each record', async (name) => {
    const person = await who(name)
    const [, role, entity] = people[name]
    const seen = (sees[name] ?? '').split(' ')
    let count = 0
    let sent = 0
    for (const { route, permit, ask, there } of asked(module)) {
      // a session may send a hundred requests at once
      if (sent > 40 && entity !== 0) {
        await person.choose(role, entity)
        sent = 0
      }
      // every user reads the own user record
      const others = records.split(' ').filter((record) => module !== 'users' || keyOf(record) !== person.userId)
      sent += others.length
      const answers: { status: number }[] = []
      // in parallel, as far as several files are accepted at once
      for (let at = 0; at < others.length; at += together)
        answers.push(
          ...(await Promise.all(others.slice(at, at + together).map((record) => ask(person, keyOf(record))))),
        )
      for (const [index, record] of others.entries()) {
        const status = answers[index]?.status ?? 0
        const may = except?.[permit]?.[role]?.split(' ').includes(record) ? [403] : there
        const wanted = !permits[permit]?.includes(role) ? [403] : seen.includes(record) ? may : [404]
        expect([route, record, status]).toEqual([route, record, wanted.includes(status) ? status : wanted[0]])
        count += 1
      }
    }
    expect(count).toBeGreaterThan(0)
  })
})

test('each action of the server is called by a row of the table, with its own permit', () => {
  expect(untried(asked)).toEqual([])
})

test.each(everybody)('%s gets the answers of the roles for the actions without a record', async (name) => {
  const person = await who(name)
  for (const { route, roles, ask, there } of alone) {
    const { status } = await ask(person)
    const wanted = roles.includes(people[name][1]) ? there : [403]
    expect([route, status]).toEqual([route, wanted.includes(status) ? status : wanted[0]])
  }
})

test('lists have exactly the records of the table', async () => {
  const lists = new Map(
    Object.entries({
      sales: [1001, 'SaleId'],
      samples: [1002, 'SampleId'],
      shipments: [1023, 'ShipmentId'],
      testreports: [1005, 'SaleId'],
      clients: [1009, 'ClientId'],
    } as const),
  )
  type Row = { readonly [Id in 'SaleId' | 'SampleId' | 'ShipmentId' | 'ClientId']?: number }
  for (const [module, { records, permits, sees }] of Object.entries(tables)) {
    const list = lists.get(module)
    if (list === undefined) continue
    const [statement, id] = list
    for (const name of everybody) {
      const person = await who(name)
      const answer = await person.get<Row[]>(
        `/api/getdata/${statement}?limit=100&sort=${module === 'clients' ? '-' : ''}${id}`,
      )
      if (!permits.read?.includes(people[name][1])) {
        expect([module, name, answer.status]).toEqual([module, name, 403])
        continue
      }
      const rows = new Set(answer.body.map((row) => row[id]))
      for (const record of records.split(' '))
        if (!(sees[name] ?? '').split(' ').includes(record))
          expect([module, name, record, rows.has(keyOf(record))]).toEqual([module, name, record, false])
      if (module !== 'clients')
        expect([module, name, rows.size]).toEqual([module, name, (sees[name] ?? '').split(' ').filter(Boolean).length])
    }
  }
}, 120_000)

/** The fields of the records that the specification reads by their key. */
const fields: Readonly<Record<string, string>> = {
  sales: `SaleId SaleDate CollectionDate ReportDate PatientId Patient ReferringDoctorId Doctor SellerId Seller BuyerId
    Buyer ReferrerId Referrer LRN Remarks GrossAmount Discount AddlDiscount NetAmount Paid Outstanding StatusId SaleStatus
    BaseSaleId Invoice SaleProducts Samples Creater`,
  invoices: 'InvoiceId InvoiceNo InvoiceDate SellerId BuyerId Sales NetAmount Paid Outstanding Transactions',
  samples: 'SampleId Sale Specimen Temperature Owner PerformingLab ShipmentSamples SaleProductSamples SampleElements',
  shipments: 'ShipmentId ConsignorId ConsigneeId CourierId ShipmentReference DispatchDate Status ShipmentSamples',
  worksheets: 'WorkSheetId createdAt User Lab Department WorkItems',
  transactions:
    'TransactionId Date ReceiverId GiverId InvoiceId Amount PaymentModeId PaymentMode PaymentRef Remarks Batch',
  tranbatches: 'BatchId OwnerId Owner OpenDate CloseDate TotalAmount Transactions',
}

test.each(Object.entries(tables).filter(([module]) => module !== 'testresults'))(
  'OPS-256 OPS-306 MDA-310 MDA-318 a record of %s is read by its key alone, and an invalid key is answered with a message',
  async (module, { sees }) => {
    const name = everybody.find((one) => one in sees) ?? 'stranger'
    const records = sees[name] ?? ''
    const person = await who(name)
    const id = keyOf(records.split(' ')[0] ?? '')
    const read = await person.get(`/api/${module}/${id}`)
    expect([module, read.status, Object.values(read.body)]).toEqual([module, 200, expect.arrayContaining([id])])
    expect(Object.keys(read.body)).toEqual(expect.arrayContaining(fields[module]?.split(/\s+/) ?? []))
    const none = await person.get(`/api/${module}/99999999`)
    expect([module, none.status, none.body.message]).toEqual([module, 404, expect.stringMatching(/\w/)])
  },
)

test('OPS-256 each of the seven is among them', () => {
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(Object.keys(fields)))
})

test("only a laboratory's own pathologists stop its rules", async () => {
  for (const name of everybody) {
    const answers: number[] = []
    for (const LabId of [2, 3])
      answers.push((await (await who(name)).put('/api/stop/verificationrules', { LabId })).status)
    // no rule is switched on
    const wanted = people[name][1] !== 3 ? [403, 403] : [422, 404]
    expect([name, ...answers]).toEqual([name, ...wanted])
  }
})

test("rows of results exist only for the lab's own staff", async () => {
  expect(await rowsOf(await who('technologist at 2'), keyOf('Sale21'))).not.toEqual([])
})
