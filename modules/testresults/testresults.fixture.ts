// The bench for tests: the users of lab 2, their result rows, and values entered by the name of the element.
import { afterEach, beforeAll } from 'vitest'
import type { App } from '../../start/app.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import type { Read, Result, Rows, Sent } from '../../server/testing/answers.ts'
import { signedIn, type Answered, type Json, type Person } from '../../server/testing/signed-in.ts'
import { readRows } from '../../server/testing/rows.ts'
import { criticalFlags } from '../elements/interval.rules.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { gender, paymentMode, workItemReasons, workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

export type Bench = { desk: Person; technologist: Person; pathologist: Person; other: Person }

/** Front desk, technologist and both signatories of lab 2. */
export const benchOf = async (app: App): Promise<Bench> => ({
  desk: await signedIn(app, 'labdesk', role.FrontDesk, 2),
  technologist: await signedIn(app, 'technologist', role.Technologist, 2),
  pathologist: await signedIn(app, 'pathologist', role.Pathologist, 2),
  other: await signedIn(app, 'pathologist2', role.Pathologist, 2),
})

/** The laboratory of a file of tests, whose invariants are checked after each. */
export const labForTests = (): { app: TestApp; bench: Bench } => {
  const { app, ...bench } = networkForTests('desk', 'technologist', 'pathologist', 'other')
  afterEach(() => expectInvariants(app.db))
  return { app, bench }
}

/** A man of 46 and a girl of 3, before the tests of a file: many intervals of theirs differ. */
export const manAndGirl = (bench: Bench): { readonly man: number; readonly girl: number } => {
  const people = { man: 0, girl: 0 }
  beforeAll(async () => {
    people.man = await aPatient(bench.desk)
    people.girl = await aPatient(bench.desk, {
      Name: 'Mira Patil',
      GenderId: gender.Female,
      Age: 3,
      MobilePhone: '9822000159',
    })
  })
  return people
}

/** A sale whose patient has paid and whose tubes are at the lab. */
export const paidSale = (
  desk: Person,
  PatientId: number,
  products: readonly number[] = [product.electrolytes],
  Amount = 450,
): Promise<Read<'sales'>> =>
  accessioned(desk, { PatientId, products, receipts: [{ PaymentModeId: paymentMode.Cash, Amount }] })

export const rowsOf = async (person: Person, saleId: unknown): Promise<Rows<Result>> => {
  const answer = await person.get(`/api/testresults?SaleId=${String(saleId)}`)
  if (answer.status !== 200) throw new Error(`No rows: ${answer.text}`)
  return answer.body
}
export const rowOf = async (person: Person, saleId: unknown, element: string): Promise<Result> => {
  const row = (await rowsOf(person, saleId)).find((one) => one.Element === element)
  if (!row) throw new Error(`No row for ${element}`)
  return row
}

/** Enters values by element name. */
export const enter = async (person: Person, saleId: unknown, values: Record<string, string>) => {
  const rows = await rowsOf(person, saleId)
  const WorkItems = Object.entries(values).map(([element, Result]) => ({
    WorkItemId: rows.find((row) => row.Element === element)?.WorkItemId,
    Result,
  }))
  return person.put('/api/testresults/', { SaleId: saleId, WorkItems })
}

/** An ordinary value of an element. */
export const usual = (row: Result): string => {
  const [range] = row.Measurements.filter((m) => m.LowValue !== null || m.HighValue !== null)
  if (!range) return String(row.PossibleValues ?? 'Normal').split('|')[0] ?? 'Normal'
  const [low, high] = [range.LowValue, range.HighValue]
  return String(low !== null && high !== null ? Math.round(((low + high) / 2) * 10) / 10 : (high ?? low))
}
/** Enters the given values and an ordinary one for the others, except for `except`. */
export const enterAll = async (
  person: Person,
  saleId: unknown,
  values: Record<string, string> = {},
  except: readonly string[] = [],
): Promise<void> => {
  const rows = await rowsOf(person, saleId)
  const WorkItems = rows
    .filter((row) => !row.Formula && !except.includes(row.Element))
    .map((row) => ({
      WorkItemId: row.WorkItemId,
      Result: values[row.Element] ?? usual(row),
    }))
  const answer = await person.put('/api/testresults/', { SaleId: saleId, WorkItems })
  if (answer.status !== 200) throw new Error(`Not entered: ${answer.text}`)
}

export const itemsOf = (rows: readonly Result[]): number[] =>
  rows.filter((row) => !row.NotCalculated && row.StatusId !== workItemStatus.NotPerformed).map((row) => row.WorkItemId)

/** Asks which results of these lines are normal, and approves them as they are shown. */
export const approveNormal = async (person: Person, Sheets: readonly Json[]) => {
  const asked = await person.post('/api/approvenormal/testresults', { Sheets, Preview: true })
  if (asked.status !== 200 || asked.body.Taken.length === 0) return asked
  const done = await person.post('/api/approvenormal/testresults', shownIn(asked))
  return {
    ...done,
    body: { ...done.body, Left: [...asked.body.Left, ...done.body.Left] },
  }
}
/** The yes to what a preview showed. */
export const shownIn = ({ body: { Taken } }: Answered<Sent<'/api/approvenormal/testresults'>>) => ({
  WorkItemIds: Taken.map((row) => row.WorkItemId),
  RowVersions: Taken.map((row) => row.RowVersion),
})

/** Calls, reviews and approves all entered results. */
export const approveAll = async (pathologist: Person, saleId: unknown): Promise<void> => {
  const rows = await rowsOf(pathologist, saleId)
  for (const row of rows)
    if (criticalFlags.some((flag) => flag === row.Flag))
      await pathologist.post('/api/criticalcalls/', {
        WorkItemId: row.WorkItemId,
        CalledTo: 'Dr Sawant',
        CalledRole: 'doctor',
        ReadBack: true,
      })
  const review = rows.filter((row) => row.Actions.review === true && row.Actions.approve !== true)
  if (review.length > 0) await pathologist.put('/api/review/testresults', { WorkItemIds: itemsOf(review) })
  const answer = await pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(rows) })
  if (answer.status !== 200) throw new Error(`Not approved: ${answer.text}`)
}
export const releaseAll = async (pathologist: Person, saleId: unknown, Remarks?: string) =>
  pathologist.put('/api/release/testresults', {
    WorkItemIds: itemsOf(await rowsOf(pathologist, saleId)),
    ...(Remarks ? { Remarks } : {}),
  })

/** Enters, approves and releases: a report is issued. */
type Signing = Pick<Bench, 'technologist' | 'pathologist'> & Partial<Bench>
export const letGo = async (bench: Signing, saleId: unknown, values: Record<string, string> = {}): Promise<void> => {
  await enterAll(bench.technologist, saleId, values)
  await approveAll(bench.pathologist, saleId)
  const answer = await releaseAll(bench.pathologist, saleId)
  if (answer.status !== 200) throw new Error(`Not released: ${answer.text}`)
}

export type Report = { Version: number; State: string; Replaced: boolean; Hash: string; Amendment: Json | null }
/** The versions of the report of a sale. */
export const reportsOf = (app: TestApp, saleId: unknown): Promise<Report[]> =>
  readRows<Report>(
    app,
    'reports',
    { SaleId: saleId },
    "version, state, superseded_at is not null as replaced, hash, content -> 'Amendment' as amendment",
    'version',
  )

/** The first error's reason. */
export const aReason = async (person: Person): Promise<number> =>
  (await person.get(`/api/listitems?ListId=${workItemReasons.listId}`)).body[0]?.ListItemId

/** Requests new values of released results by element name. */
export const amend = async (person: Person, saleId: unknown, values: Record<string, string>, more: Json = {}) => {
  const rows = await rowsOf(person, saleId)
  return person.put('/api/amend/testresults', {
    WorkItems: Object.entries(values).map(([element, Result]) => ({
      WorkItemId: rows.find((row) => row.Element === element)?.WorkItemId,
      Result,
    })),
    ReasonId: await aReason(person),
    Remarks: 'Wrong tube',
    ...more,
  })
}
/** The results with a waiting amendment. */
export const waiting = async (person: Person, saleId: unknown): Promise<Rows<Result>> =>
  (await rowsOf(person, saleId)).filter((row) => row.Amendment !== null)
/** Requested by one signatory and approved by the other. */
export const amended = async (bench: Bench, saleId: unknown, values: Record<string, string>) => {
  const asked = await amend(bench.pathologist, saleId, values)
  if (asked.status !== 200) return asked
  const review = (await waiting(bench.other, saleId)).filter((row) => row.Actions.approve !== true)
  if (review.length > 0) await bench.other.put('/api/review/testresults', { WorkItemIds: itemsOf(review) })
  return bench.other.put('/api/approve/testresults', { WorkItemIds: itemsOf(await waiting(bench.other, saleId)) })
}
