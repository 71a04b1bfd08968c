// Nonsense in every parameter and body is refused with a reason: it never causes a server error or breaks an invariant.
import fc from 'fast-check'
import { beforeAll, test } from 'vitest'
import { accessioned, aPatient, aSale, booked } from '../../modules/sales/sales.fixture.ts'
import { approveAll, benchOf, enterAll, releaseAll } from '../../modules/testresults/testresults.fixture.ts'
import { networkForTests } from '../testing/network.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { operationsOf, type Operation } from '../testing/operations.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'

/** What an operation takes, as far as it tells. */
type Open = Operation & { readonly fields: readonly string[] }
/** The same cases each time, so that a failure is due to the change; FUZZ_SEED=… tries others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_123)
const { app, labAdmin: admin } = networkForTests('labAdmin')
let patient: number
let operations: Open[]
beforeAll(async () => {
  patient = await aPatient(admin)
  for (let i = 0; i < 3; i += 1) await booked(admin, { PatientId: patient })
  // results at the bench: entered, approved and released
  const bench = await benchOf(app)
  for (const step of [enterAll, approveAll, releaseAll]) {
    const sale = await accessioned(bench.desk, { PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 100 }] })
    await enterAll(bench.technologist, sale.SaleId)
    if (step !== enterAll) await approveAll(bench.pathologist, sale.SaleId)
    if (step === releaseAll) await releaseAll(bench.pathologist, sale.SaleId, 'paid later')
  }
  const usual = { formId: 1, SaleProductId: 1, WorkItemIds: 1, SampleIds: 1 }
  operations = (await operationsOf(app))
    .map((one) => ({ ...one, fields: Object.keys(one.body?.properties ?? usual) }))
    .filter(({ path }) => !/login|logout|entityrole|print|docs|openapi|verify/.test(path))
})

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
      fc.dictionary(fc.constantFrom('WorkItemId', 'ProductId', 'Result', 'Amount', 'TransactionId'), fc.anything(), {
        maxKeys: 3,
      }),
    ),
    { maxLength: 3 },
  ),
)
const keys = fc.constantFrom('1', '2', '3', '0', '-1', 'x', '2147483648', '%00', '1%20or%201=1', '%F0%9F%91%8D')

/** Sends a request as a person; a session that has used up its requests continues under a new token. */
let sent = 0
const send = async (
  person: Person,
  place: readonly [number, number],
  { method }: Pick<Operation, 'method'>,
  url: string,
  body: unknown,
) => {
  if ((sent += 1) % 80 === 0) await person.choose(...place)
  return person.call(method, url, method === 'GET' ? undefined : body)
}

const anOperation = (among: readonly Open[]) =>
  fc.constantFrom(...among).chain((operation) => {
    const query = fc.dictionary(
      fc.constantFrom(...operation.query, 'filterCriteria', 'sort', 'page', 'after', 'limit', 'formId', 'Name'),
      fc.oneof(nasty, fc.json()),
      { maxKeys: 3 },
    )
    return fc.tuple(
      fc.constant(operation),
      keys,
      query,
      fc.oneof(
        fc.dictionary(fc.constantFrom(...operation.fields, 'RowVersion', 'Nothing'), nasty, { maxKeys: 6 }),
        nasty,
      ),
    )
  })

const attack = async (
  person: Person,
  place: readonly [number, number],
  among: readonly Open[],
  numRuns: number,
): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(anOperation(among), async ([operation, key, query, body]) => {
      const parameters = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value.toWellFormed() : String(JSON.stringify(value)),
        ]),
      )
      const answer = await send(
        person,
        place,
        operation,
        `${operation.path.replace(/\{\w+\}/g, key)}?${parameters.toString()}`,
        body,
      )
      if (answer.status >= 500)
        throw new Error(`${operation.method} ${operation.path} answered ${answer.status}: ${answer.text}`)
    }),
    { numRuns, endOnFailure: true, seed },
  )
  await expectInvariants(app.db)
}

// every role that may write, with the routes it may write to
test.each([
  ['pathologist', 3, 2],
  ['technologist', 4, 2],
  ['labdesk', 5, 2],
  ['frontdesk', 5, 12],
  ['phlebotomist', 6, 12],
  ['accounts', 7, 2],
  ['salesmanager', 9, 2],
  // manager and administrator last: they reset the passwords of those above
  ['manager', 2, 2],
] as const)(
  `no write that %s may send makes a route fail (seed ${seed})`,
  { timeout: 240_000 },
  async (name, role, entity) => {
    const person = await signedIn(app, name, role, entity)
    const held = new Set(
      (await person.get('/api/currentUser')).body.Permissions.map(
        (one) => `${String(one.Permit)} on ${String(one.ModuleId)}`,
      ),
    )
    await attack(
      person,
      [role, entity],
      operations.filter(({ method, access }) => method !== 'GET' && held.has(access)),
      250,
    )
  },
)

test(`no value of one field of a complete sale makes the save fail (seed ${seed})`, { timeout: 240_000 }, async () => {
  const base = aSale({ PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 10 }] })
  const [line, receipt] = [base.SaleProducts[0], base.Invoice.Transactions[0]]
  const change = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...Object.keys(base), 'AddlDiscount', 'ReferrerId', 'IsStat', 'Remarks', 'OverrideRemarks'),
        nasty,
      )
      .map(([name, value]) => ({ ...base, [name]: value })),
    fc
      .tuple(
        fc.constantFrom(
          'ProductId',
          'Price',
          'DiscountPercent',
          'CommissionPercent',
          'Remarks',
          'LRN',
          'SaleProductId',
        ),
        nasty,
      )
      .map(([name, value]) => ({ ...base, SaleProducts: [{ ...line, Remarks: 'x', [name]: value }] })),
    fc
      .tuple(fc.constantFrom('PaymentModeId', 'Amount', 'PaymentRef', 'Remarks', 'Date', 'TransactionId'), nasty)
      .map(([name, value]) => ({ ...base, Invoice: { Transactions: [{ ...receipt, [name]: value }] } })),
  )
  await fc.assert(
    fc.asyncProperty(change, async (body) => {
      const answer = await send(admin, [1, 2], { method: 'POST' }, '/api/sales/', body)
      if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.text}`)
    }),
    { numRuns: 500, endOnFailure: true, seed },
  )
  await expectInvariants(app.db)
})

test(`no parameter and no body makes any route fail for an administrator (seed ${seed})`, { timeout: 240_000 }, () =>
  attack(admin, [1, 2], operations, 1000),
)
