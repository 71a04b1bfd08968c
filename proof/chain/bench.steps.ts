// Steps at the bench: worksheets made, results entered, called, approved, repeated and amended.
import type { Result } from '../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { saleStatus, workItemStatus } from '../../modules/lists/items.model.ts'
import { usual } from '../../modules/testresults/testresults.fixture.ts'
import { places } from './people.ts'
import { payUp } from './sale.steps.ts'
import { deskOf, mostly, one, reasoned, some, type Step, type World } from './world.ts'

export const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus
const { Pending, Repeat, ReferredOut } = workItemStatus
const labs = [places.satellite, places.central, places.outside] as const
export type WorkRow = { SaleId: number; LabId: number }
/** The lab whose bench has the work: its own, or the lab that enters for an outside lab without users. */
export const benchPlace = 'coalesce(keeper_id, lab_id) as lab_id'
/** Benches with such work, a row for each sale: else a count with its twenty elements would be all that is new. */
const benchesWhere = (what: string) => `(
  select max(work_item_id) as work_item_id, sale_id, ${benchPlace}
  from work_items
  where ${what}
  group by sale_id, coalesce(keeper_id, lab_id)
) benches`
/** Work of an unlocked or a cancelled sale is held. */
const isLive = `sale_id in (select sale_id from sales where accession_date is not null and status_id <> ${saleStatus.Cancelled})`
const mostlyLive = (world: World, what: string) => benchesWhere(`${what} and ${mostly(world, isLive, 'true')}`)
export const someWork = (world: World, statuses: readonly number[]) =>
  one<WorkRow>(
    world,
    mostlyLive(world, `status_id in (${statuses.join(', ')})`),
    'work_item_id',
    'true',
    'sale_id, lab_id',
  )
/** How many benches a step looks at until it finds work for it. */
const looks = 4
/** A few benches with such work, in any order. */
export const benchesWith = async (world: World, what: string): Promise<WorkRow[]> => {
  const left = await some<WorkRow>(world, mostlyLive(world, what), 'work_item_id', 'true', 'sale_id, lab_id')
  const picked: WorkRow[] = []
  while (left.length > 0 && picked.length < looks) {
    const next = world.dice.pick(left)
    left.splice(left.indexOf(next), 1)
    picked.push(next)
  }
  return picked
}
type Bench = { readonly work: WorkRow; readonly person: Person; readonly rows: readonly Result[] }
/** The first of a few benches where a signatory finds rows that fit. */
export const benchWith = async (
  world: World,
  statuses: readonly number[],
  fits: (row: Result) => boolean,
  signatory?: (signs: readonly Person[]) => Person | undefined,
): Promise<Bench | undefined> => {
  for (const work of await benchesWith(world, `status_id in (${statuses.join(', ')})`)) {
    const signs = world.people.signing.get(work.LabId)
    const person = signs && (signatory ? signatory(signs) : world.dice.pick(signs))
    if (!person) continue
    const rows = (await sheetOf(person, work.SaleId)).filter(
      (row) => statuses.includes(Number(row.StatusId)) && fits(row),
    )
    if (rows.length > 0) return { work, person, rows }
  }
  return undefined
}
const idsOf = (rows: readonly Result[]): number[] => rows.map(({ WorkItemId }) => Number(WorkItemId))
type Act = 'review' | 'approve' | 'release' | 'repeat'
/** What the sheet offers to the one who reads it. */
export const isOffered =
  (act: Act) =>
  ({ Actions }: Result): boolean =>
    Actions[act] === true
/** Mostly at a lab whose work has no worksheet yet. */
export const generate: Step = async (world) => {
  const waits = `status_id in (${Pending}, ${Repeat}) and work_sheet_id is null`
  const work = await one<WorkRow>(world, 'work_items', 'work_item_id', waits, `sale_id, ${benchPlace}`)
  const place = world.dice.chance(0.1) ? world.dice.pick(labs) : work?.LabId
  return place === undefined ? undefined : deskOf(world, place).put('/api/generate/worksheets', {})
}
export const sheetOf = async (person: Person, sale: number): Promise<Result[]> => {
  const { status, body } = await person.get(`/api/testresults?SaleId=${sale}`)
  return status === 200 ? body : []
}
export const enter: Step = async (world) => {
  const work = await someWork(world, [Pending, Entered, Repeat, ReferredOut])
  if (!work) return undefined
  const hand = deskOf(world, work.LabId)
  const rows = (await sheetOf(hand, work.SaleId)).filter((row) => !row.Formula && world.dice.chance(0.8))
  const WorkItems = rows.map((row) => ({
    WorkItemId: row.WorkItemId,
    Result: world.dice.chance(0.94) ? usual(row) : String(world.dice.int(1, 150) / 10),
  }))
  return hand.put('/api/testresults/', { SaleId: work.SaleId, WorkItems })
}
/** An action on rows of a sale in the given statuses, as a signatory picks them: mostly those that are offered to it. */
export const signing =
  (act: Act, statuses: readonly number[], isPicked: (row: Result) => boolean, more: (world: World) => Json): Step =>
  async (world) => {
    const isRight = world.dice.chance(0.93)
    const isHere = isOffered(act)
    const bench = await benchWith(world, statuses, (row) => isPicked(row) && (!isRight || isHere(row)))
    return bench?.person.put(`/api/${act}/testresults`, { WorkItemIds: idsOf(bench.rows), ...more(world) })
  }
/** Releases tests that are whole; mostly what is owed is paid first, since an outside lab releases nothing before. */
export const release: Step = async (world) => {
  const isRight = world.dice.chance(0.85)
  const isReady = isOffered('release')
  const bench = await benchWith(world, [Approved], (row) => !isRight || isReady(row))
  if (!bench) return undefined
  if (isRight) await payUp(world, bench.work.SaleId)
  return bench.person.put('/api/release/testresults', { WorkItemIds: idsOf(bench.rows), Remarks: 'Paid later' })
}
export const all = (): boolean => true
export const isTyped = ({ Formula }: Result): boolean => !Formula
const isAmended = ({ Amendment }: Result): boolean => Boolean(Amendment)
const isCritical = ({ Flag }: Result): boolean => ['LL', 'HH', 'AA'].includes(String(Flag))
const called = (person: Person, WorkItemId: number, CalledRole = 'doctor'): Promise<Answered> =>
  person.post('/api/criticalcalls/', { WorkItemId, CalledTo: 'Dr Sawant', CalledRole, ReadBack: true })
/** Calls a critical result. */
export const callOut: Step = async (world) => {
  const bench = await benchWith(world, [Entered, Reviewed], isCritical, (signs) => signs[0])
  if (!bench) return undefined
  const [WorkItemId = 0] = idsOf(bench.rows)
  // an attempt names nobody and is not the call
  if (world.dice.chance(0.2))
    return bench.person.post('/api/criticalcalls/', { WorkItemId, Reached: false, Remarks: 'No answer' })
  return called(bench.person, WorkItemId, world.dice.pick(['doctor', 'nurse', 'ward']))
}
export const amend: Step = async (world) => {
  const work = await someWork(world, [Released, Amended])
  const signs = work && world.people.signing.get(work.LabId)?.[0]
  if (!signs) return undefined
  const rows = await sheetOf(signs, work.SaleId)
  const row = rows.find(({ StatusId, Formula }) => [Released, Amended].includes(Number(StatusId)) && !Formula)
  if (!row) return undefined
  // a slightly higher value is mostly not critical, so its approval needs no call
  const places = Number(row.DecimalPlaces ?? 1)
  const more = Number(row.Result) + 10 ** -places
  const isNear = Number.isFinite(more) && world.dice.chance(0.8)
  const Result = isNear ? more.toFixed(places) : String(world.dice.int(10, 150) / 10)
  return signs.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId: row.WorkItemId, Result }],
    ...reasoned(world),
  })
}

/** Takes a released result back; another signatory approves that as an amendment. */
export const withdraw: Step = async (world) => {
  const work = await someWork(world, [Released, Amended])
  const signs = work && world.people.signing.get(work.LabId)?.[0]
  if (!signs) return undefined
  const row = (await sheetOf(signs, work.SaleId)).find(
    ({ StatusId, Formula }) => [Released, Amended].includes(Number(StatusId)) && !Formula,
  )
  if (!row) return undefined
  return signs.put('/api/withdrawresults/testresults', {
    WorkItems: [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion }],
    ...reasoned(world),
  })
}

/** Approves amendments of a sale, mostly by another signatory than the one who amended, after the required calls and a review. */
export const approveAmendment: Step = async (world) => {
  const work = await one<WorkRow>(
    world,
    'work_items',
    'work_item_id',
    'amended_result_id is not null',
    `sale_id, ${benchPlace}`,
  )
  const signs = work && world.people.signing.get(work.LabId)
  if (!signs) return undefined
  const isRight = world.dice.chance(0.7)
  const person = (isRight ? signs[1] : undefined) ?? world.dice.pick(signs)
  const picked = (await sheetOf(person, work.SaleId)).filter(isAmended)
  if (picked.length === 0) return undefined
  const WorkItemIds = idsOf(picked)
  if (isRight) {
    for (const WorkItemId of WorkItemIds) await called(person, WorkItemId)
    await person.put('/api/review/testresults', { WorkItemIds })
  }
  return person.put('/api/approve/testresults', { WorkItemIds })
}

/**
 * Completes a sale at one bench: enters, calls, reviews, approves by the other signatory and releases what is left. It
 * succeeds where something went out.
 */
export const finish: Step = async (world) => {
  const open = [Pending, Entered, Reviewed, Approved, Repeat]
  const benches = await benchesWith(world, `status_id in (${open.join(', ')})`)
  for (const work of benches) {
    const answer = await finishAt(world, work)
    if (answer) return answer
  }
  return benches.length === 0 ? undefined : { status: 422, text: 'Nothing could be released' }
}
const finishAt = async (world: World, work: WorkRow): Promise<Answered | undefined> => {
  const [first, other = first] = world.people.signing.get(work.LabId) ?? []
  if (!first || !other) return undefined
  const sheet = await sheetOf(first, work.SaleId)
  const left = sheet.filter((row) => !row.Formula && [Pending, Repeat].includes(Number(row.StatusId)))
  const WorkItems = left.map((row) => ({ WorkItemId: row.WorkItemId, Result: usual(row) }))
  if (WorkItems.length > 0) await deskOf(world, work.LabId).put('/api/testresults/', { SaleId: work.SaleId, WorkItems })
  const waits = (row: Result) => [Entered, Reviewed].includes(Number(row.StatusId))
  for (const WorkItemId of idsOf((await sheetOf(other, work.SaleId)).filter((row) => waits(row) && isCritical(row))))
    await called(other, WorkItemId)
  await payUp(world, work.SaleId)
  const act = async (person: Person, name: Act): Promise<Answered | undefined> => {
    const WorkItemIds = idsOf((await sheetOf(person, work.SaleId)).filter(isOffered(name)))
    if (WorkItemIds.length === 0) return undefined
    return person.put(`/api/${name}/testresults`, { WorkItemIds, Remarks: 'Paid later' })
  }
  await act(first, 'review')
  await act(other, 'approve')
  return act(other, 'release')
}
