// Nonsense in every parameter and body: refused in words, never an error of the server, and nothing broken afterwards.
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { aPatient, aSale, booked } from '../modules/sales/sales.fixture.ts'
import { testApp, type TestApp } from './testing/app.ts'
import { expectInvariants } from './testing/invariants.ts'
import { ask, signedIn, type Json, type Person } from './testing/signed-in.ts'

type Operation = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; fields: string[]; query: string[] }
let app: TestApp
let admin: Person
let patient: number
let operations: Operation[]
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 2)
  patient = await aPatient(admin)
  for (let i = 0; i < 3; i += 1) await booked(admin, { PatientId: patient })
  type Described = {
    parameters: { name: string; in: string }[]
    requestBody?: { content: { 'application/json': { schema: { properties: Json } } } }
  }
  const { paths } = (await ask<{ paths: Record<string, Record<string, Described>> }>(app, 'GET', '/api/openapi.json')).body
  operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase() as Operation['method'],
        path,
        query: described.parameters.filter((p) => p.in === 'query').map((p) => p.name),
        fields: Object.keys(
          described.requestBody?.content['application/json'].schema.properties ?? {
            formId: 1,
            SaleProductId: 1,
            WorkItemIds: 1,
            SampleIds: 1,
          },
        ),
      })),
    )
    .filter(({ path }) => !/login|logout|entityrole|print|docs|openapi|verify/.test(path))
})
afterAll(() => app.close())

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    0,
    -1,
    1,
    2,
    3,
    1.5,
    1e21,
    2_147_483_648,
    9_007_199_254_740_992,
    '1e3',
    true,
    false,
    [],
    {},
    [null],
    [[1]],
    { length: 1 },
    'NaN',
    '\u0000',
    '\ud800',
    "'; drop table sales; --",
    '%',
    '2026-02-30',
    '2026-11-21',
    '9999-12-31T23:59:59Z',
    '0000-01-01',
    '__proto__',
    'constructor',
  ),
  fc.string({ maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.array(
    fc.oneof(
      fc.integer(),
      fc.constant(null),
      fc.dictionary(fc.constantFrom('WorkItemId', 'ProductId', 'Result', 'Amount', 'TransactionId'), fc.anything(), { maxKeys: 3 }),
    ),
    { maxLength: 3 },
  ),
)
const keys = fc.constantFrom('1', '2', '3', '0', '-1', 'x', '2147483648', '%00', '1%20or%201=1', '%F0%9F%91%8D')

/** Sends it; a session that has used up its requests goes on under a new token. */
let sent = 0
const send = async (operation: Operation, url: string, body: unknown) => {
  if ((sent += 1) % 80 === 0) await admin.choose(1, 2)
  return admin.call(operation.method, url, operation.method === 'GET' ? undefined : body)
}

test('no parameter and no body makes any route fail', { timeout: 240_000 }, async () => {
  const anOperation = fc.integer({ min: 0, max: 10_000 }).chain((place) => {
    const operation = operations[place % operations.length] as Operation
    const query = fc.dictionary(
      fc.constantFrom(...operation.query, 'filterCriteria', 'sort', 'page', 'after', 'limit', 'formId', 'Name'),
      fc.oneof(nasty, fc.json()),
      { maxKeys: 3 },
    )
    return fc.tuple(
      fc.constant(operation),
      keys,
      query,
      fc.oneof(fc.dictionary(fc.constantFrom(...operation.fields, 'RowVersion', 'Nothing'), nasty, { maxKeys: 6 }), nasty),
    )
  })
  await fc.assert(
    fc.asyncProperty(anOperation, async ([operation, key, query, body]) => {
      const parameters = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value.toWellFormed() : String(JSON.stringify(value)),
        ]),
      )
      const answer = await send(operation, `${operation.path.replace(/\{\w+\}/g, key)}?${parameters.toString()}`, body)
      if (answer.status >= 500) throw new Error(`${operation.method} ${operation.path} answered ${answer.status}: ${answer.text}`)
    }),
    { numRuns: 1500, endOnFailure: true },
  )
  await expectInvariants(app.db)
})

test('no value of one field of a complete sale makes the save fail', { timeout: 240_000 }, async () => {
  const base = aSale({ PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 10 }] })
  const [line, receipt] = [base['SaleProducts'][0] as Json, base['Invoice'].Transactions[0] as Json]
  const change = fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(base), 'AddlDiscount', 'ReferrerId', 'IsStat', 'Remarks', 'OverrideRemarks'), nasty)
      .map(([name, value]) => ({ ...base, [name]: value })),
    fc
      .tuple(fc.constantFrom('ProductId', 'Price', 'DiscountPercent', 'CommissionPercent', 'Remarks', 'LRN', 'SaleProductId'), nasty)
      .map(([name, value]) => ({ ...base, SaleProducts: [{ ...line, Remarks: 'x', [name]: value }] })),
    fc
      .tuple(fc.constantFrom('PaymentModeId', 'Amount', 'PaymentRef', 'Remarks', 'Date', 'TransactionId'), nasty)
      .map(([name, value]) => ({ ...base, Invoice: { Transactions: [{ ...receipt, [name]: value }] } })),
  )
  await fc.assert(
    fc.asyncProperty(change, async (body) => {
      const answer = await send({ method: 'POST', path: '', fields: [], query: [] }, '/api/sales/', body)
      if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.text}`)
    }),
    { numRuns: 500, endOnFailure: true },
  )
  await expectInvariants(app.db)
})
