// Steps at the bench: worksheets made, results entered, called, approved, repeated and amended.
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { workItemStatus } from '../../modules/lists/items.model.ts'
import { usual } from '../../modules/testresults/testresults.fixture.ts'
import { places } from './people.ts'
import { deskOf, one, reasoned, type Step, type World } from './world.ts'

export const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus
const { Pending, Repeat, ReferredOut } = workItemStatus
const labs = [places.satellite, places.central, places.outside] as const
export type WorkRow = { sale_id: number; lab_id: number }
/** The lab whose bench has the work: its own, or the lab that enters for an outside lab without users. */
export const benchPlace = 'coalesce(keeper_id, lab_id) as lab_id'
export const someWork = (world: World, statuses: readonly number[]) =>
  one<WorkRow>(world, 'work_items', 'work_item_id', `status_id in (${statuses.join(', ')})`, `sale_id, ${benchPlace}`)
export const generate: Step = async (world) => deskOf(world, world.dice.pick(labs)).put('/api/generate/worksheets', {})
export const sheetOf = async (person: Person, sale: number): Promise<Json[]> => {
  const { status, body } = await person.get<Json[]>(`/api/testresults?SaleId=${sale}`)
  return status === 200 ? body : []
}
export const enter: Step = async (world) => {
  const work = await someWork(world, [Pending, Entered, Repeat, ReferredOut])
  if (!work) return undefined
  const hand = deskOf(world, work.lab_id)
  const rows = (await sheetOf(hand, work.sale_id)).filter((row) => !row['Formula'] && world.dice.chance(0.8))
  const WorkItems = rows.map((row) => ({
    WorkItemId: row['WorkItemId'] as unknown,
    Result: world.dice.chance(0.97) ? usual(row) : String(world.dice.int(1, 150) / 10),
  }))
  return hand.put('/api/testresults/', { SaleId: work.sale_id, WorkItems })
}
/** An action on rows of a sale: on all rows in the given statuses, as a signatory picks them. */
export const signing =
  (path: string, statuses: readonly number[], isPicked: (row: Json) => boolean, more: (world: World) => Json): Step =>
  async (world) => {
    const work = await someWork(world, statuses)
    const signs = work && world.people.signing.get(work.lab_id)
    if (!signs) return undefined
    const person = world.dice.pick(signs)
    const picked = (await sheetOf(person, work.sale_id)).filter(
      (row) => statuses.includes(Number(row['StatusId'])) && isPicked(row),
    )
    if (picked.length === 0) return undefined
    return person.put(path, { WorkItemIds: picked.map(({ WorkItemId }) => Number(WorkItemId)), ...more(world) })
  }
export const all = (): boolean => true
export const isTyped = ({ Formula }: Json): boolean => !Formula
const isAmended = ({ Amendment }: Json): boolean => Boolean(Amendment)
/** Calls every critical result of a sale. */
export const callOut: Step = async (world) => {
  const work = await someWork(world, [Entered, Reviewed])
  const signs = work && world.people.signing.get(work.lab_id)?.[0]
  if (!signs) return undefined
  const critical = (await sheetOf(signs, work.sale_id)).find(
    ({ Flag }) => Flag === 'LL' || Flag === 'HH' || Flag === 'AA',
  )
  if (!critical) return undefined
  return signs.post('/api/criticalcalls/', {
    WorkItemId: critical['WorkItemId'] as unknown,
    CalledTo: 'Dr Sawant',
    ReadBack: true,
  })
}
export const amend: Step = async (world) => {
  const work = await someWork(world, [Released, Amended])
  const signs = work && world.people.signing.get(work.lab_id)?.[0]
  if (!signs) return undefined
  const rows = await sheetOf(signs, work.sale_id)
  const row = rows.find(({ StatusId, Formula }) => [Released, Amended].includes(Number(StatusId)) && !Formula)
  if (!row) return undefined
  // a slightly higher value is mostly not critical, so its approval needs no call
  const more = Number(row['Result']) + 0.1
  const isNear = Number.isFinite(more) && world.dice.chance(0.7)
  const Result = isNear ? more.toFixed(1) : String(world.dice.int(10, 150) / 10)
  return signs.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId: row['WorkItemId'] as unknown, Result }],
    ...reasoned(world),
  })
}

/** Takes a released result back; another signatory approves that as an amendment. */
export const withdraw: Step = async (world) => {
  const work = await someWork(world, [Released, Amended])
  const signs = work && world.people.signing.get(work.lab_id)?.[0]
  if (!signs) return undefined
  const row = (await sheetOf(signs, work.sale_id)).find(
    ({ StatusId, Formula }) => [Released, Amended].includes(Number(StatusId)) && !Formula,
  )
  if (!row) return undefined
  return signs.put('/api/withdrawresults/testresults', {
    WorkItems: [{ WorkItemId: row['WorkItemId'] as unknown, RowVersion: row['RowVersion'] as unknown }],
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
  const signs = work && world.people.signing.get(work.lab_id)
  if (!signs) return undefined
  const isRight = world.dice.chance(0.7)
  const person = (isRight ? signs[1] : undefined) ?? world.dice.pick(signs)
  const picked = (await sheetOf(person, work.sale_id)).filter(isAmended)
  if (picked.length === 0) return undefined
  const WorkItemIds = picked.map(({ WorkItemId }) => Number(WorkItemId))
  if (isRight) {
    for (const WorkItemId of WorkItemIds)
      await person.post('/api/criticalcalls/', { WorkItemId, CalledTo: 'Dr Sawant', ReadBack: true })
    await person.put('/api/review/testresults', { WorkItemIds })
  }
  return person.put('/api/approve/testresults', { WorkItemIds })
}

/** Completes a sale at one bench: enters, reviews, approves by the other signatory and releases what is left. */
export const finish: Step = async (world) => {
  const work = await someWork(world, [Pending, Entered, Reviewed, Approved, Repeat])
  const signs = work && world.people.signing.get(work.lab_id)
  const [first, other = first] = signs ?? []
  if (!work || !first || !other) return undefined
  const left = (await sheetOf(first, work.sale_id)).filter(
    (row) => !row['Formula'] && [Pending, Repeat].includes(Number(row['StatusId'])),
  )
  const WorkItems = left.map((row) => ({ WorkItemId: row['WorkItemId'] as unknown, Result: usual(row) }))
  if (WorkItems.length > 0)
    await deskOf(world, work.lab_id).put('/api/testresults/', { SaleId: work.sale_id, WorkItems })
  const act = async (person: Person, name: string, statuses: readonly number[]): Promise<Answered> => {
    const rows = (await sheetOf(person, work.sale_id)).filter((row) => statuses.includes(Number(row['StatusId'])))
    const WorkItemIds = rows.filter((row) => !row['NotCalculated']).map((row) => row['WorkItemId'] as unknown)
    return person.put(`/api/${name}/testresults`, { WorkItemIds, Remarks: 'Paid later' })
  }
  await act(first, 'review', [Entered])
  await act(other, 'approve', [Entered, Reviewed])
  return act(other, 'release', [Approved])
}
