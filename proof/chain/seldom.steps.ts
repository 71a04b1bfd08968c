// Rare steps: the report of an outside lab, an earlier run, hold, not performed, a rule, approval of all normal
// results, a product added later, an instrument out of service, values that are kept.
import { kept, aPdf } from '../../server/testing/files.fixture.ts'
import { sampleStatus, workItemReason, workItemStatus } from '../../modules/lists/items.model.ts'
import { approveNormal as answerNormal, usual } from '../../modules/testresults/testresults.fixture.ts'
import { benchesWith, benchPlace, sheetOf, someWork, type WorkRow } from './bench.steps.ts'
import { places } from './people.ts'
import { addedTo } from './sale.steps.ts'
import { deskOf, one, reasoned, type Step, type World } from './world.ts'

const { Pending, Entered, Reviewed, Approved, Repeat, OnHold, NotPerformed, ReferredOut } = workItemStatus

/** Attaches the paper report of an outside lab to its results. */
export const addPaper: Step = async (world) => {
  const work = await someWork(world, [ReferredOut])
  if (!work) return undefined
  const hand = deskOf(world, work.LabId)
  const parts = await hand.get<{ Key: number }[]>(`/api/testresults/${work.SaleId}/files/parts?Kind=outside`)
  const About = parts.body.map(({ Key }) => Key).join(',')
  const paper = { Kind: 'outside', Name: 'reference.pdf', About }
  const send = () => kept(hand, `testresults/${work.SaleId}`, aPdf(), paper)
  const first = await send()
  // the reader continues in a session below its limit
  const answer = first.status === 429 ? (await sheetOf(hand, work.SaleId), await send()) : first
  return { status: answer.status, text: JSON.stringify(answer.body) }
}

const anotherRun = 'work_item_id in (select work_item_id from results where run > 1)'
const mayBeExchanged = `status_id in (${Entered}, ${Reviewed}) and ${anotherRun}`
/** Measures repeated work again, since only that makes a second run. */
const measureAgain = async (world: World): Promise<void> => {
  const work = await someWork(world, [Repeat])
  if (!work) return
  const hand = deskOf(world, work.LabId)
  const WorkItems = (await sheetOf(hand, work.SaleId))
    .filter((row) => Number(row.StatusId) === Repeat)
    .map((row) => ({ WorkItemId: row.WorkItemId, Result: usual(row) }))
  await hand.put('/api/testresults/', { SaleId: work.SaleId, WorkItems })
}
/** Chooses the value of an earlier run, mostly where that is allowed. */
export const chooseRun: Step = async (world) => {
  const isRight = world.dice.chance(0.8)
  if (isRight) await measureAgain(world)
  const where = isRight ? mayBeExchanged : anotherRun
  const work = await one<WorkRow>(world, 'work_items', 'work_item_id', where, `sale_id, ${benchPlace}`)
  if (!work) return undefined
  const hand = deskOf(world, work.LabId)
  const runs = (await sheetOf(hand, work.SaleId))
    .filter((row) => !isRight || (!row.Formula && [Entered, Reviewed].includes(Number(row.StatusId))))
    .flatMap((row) =>
      row.Runs.filter((run) => !isRight || run.IsCounting !== true).map(({ ResultId }) => ({
        WorkItemId: row.WorkItemId,
        ResultId: ResultId,
      })),
    )
  if (runs.length === 0) return undefined
  return hand.put('/api/chooserun/testresults', { ...world.dice.pick(runs), ...reasoned(world) })
}

/** Puts a work item to another status, with the required reason. */
const putTo =
  (from: readonly number[], StatusId: number): Step =>
  async (world) => {
    const work = await someWork(world, from)
    if (!work) return undefined
    const hand = deskOf(world, work.LabId)
    const rows = (await sheetOf(hand, work.SaleId)).filter((row) => from.includes(Number(row.StatusId)))
    if (rows.length === 0) return undefined
    const { WorkItemId } = world.dice.pick(rows)
    return hand.put('/api/testresults/', {
      SaleId: work.SaleId,
      WorkItems: [{ WorkItemId: WorkItemId, StatusId, ReasonId: workItemReason.QuantityNotSufficient }],
    })
  }
export const hold = putTo([Pending, Entered, Reviewed, Repeat], OnHold)
export const takeOffHold: Step = async (world) => putTo([OnHold], world.dice.chance(0.5) ? Entered : Pending)(world)
export const giveUp = putTo([Pending, Entered, Repeat, OnHold, ReferredOut], NotPerformed)

const verified = [1001, 1048, 1052, 1053]
type Rule = { VerificationRuleId: number; IsActive: boolean }
/** Makes a rule of a lab, tries it and switches it on; sometimes switches it or all rules off. */
export const rule: Step = async (world) => {
  const { dice, people } = world
  const LabId = dice.pick([places.central, places.satellite])
  const signs = people.signing.get(LabId)?.[0]
  const ElementId = dice.pick(verified)
  const found = await one<Rule>(
    world,
    'verification_rules',
    'verification_rule_id',
    `lab_id = ${LabId} and element_id = ${ElementId}`,
    'verification_rule_id, is_active',
  )
  if (!signs) return undefined
  if (!found) return signs.post('/api/verificationrules/', { Name: `Rule ${LabId} ${ElementId}`, LabId, ElementId })
  const formId = found.VerificationRuleId
  if (!found.IsActive) {
    await signs.put('/api/dryrun/verificationrules', { formId })
    return signs.put('/api/switchon/verificationrules', { formId })
  }
  if (dice.chance(0.2)) return signs.put('/api/stop/verificationrules', { LabId })
  return dice.chance(0.3) ? signs.put('/api/switchoff/verificationrules', { formId }) : undefined
}

/** Approves all normal results at a bench. */
export const approveNormal: Step = async (world) => {
  const work = await someWork(world, [Entered, Reviewed])
  const signs = work && world.people.signing.get(work.LabId)
  if (!signs) return undefined
  const person = world.dice.pick(signs)
  const list = await person.get<{ WorkSheetId: number; SaleId: number }[]>(
    `/api/getdata/1004?filterCriteria=${encodeURIComponent(JSON.stringify({ State: 'approve' }))}`,
  )
  if (list.status !== 200) return list
  const Sheets = list.body.map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId }))
  return Sheets.length === 0 ? undefined : answerNormal(person, Sheets)
}

/** Unlocks an accessioned sale, adds a product, and accessions it again. */
export const addOn: Step = async (world) => {
  const sale = await one<{ SaleId: number; SellerId: number }>(
    world,
    'sales',
    'sale_id',
    'base_sale_id is null and accession_no is not null',
    'sale_id, seller_id',
  )
  if (!sale) return undefined
  const formId = sale.SaleId
  const unlocked = await world.people.admin.put('/api/unlock/sales', { formId })
  if (unlocked.status >= 300) return unlocked
  const added = await addedTo(world, formId)
  // even if the product was refused, the sale is accessioned again so that its tubes continue
  const again = await world.people.admin.put('/api/accession/sales', { formId })
  return added.status < 300 ? again : added
}

/** Puts an instrument of a lab out of service, or back: mostly back, since it holds what it measured. */
export const turnInstrument: Step = async (world) => {
  const { dice, people } = world
  const out = await one<Owned>(world, 'lab_instruments', 'lab_instrument_id', 'out_of_service is not null')
  const owned =
    out && dice.chance(0.7)
      ? out
      : await one<Owned>(
          world,
          'lab_instruments',
          'lab_instrument_id',
          `lab_id in (${places.central}, ${places.satellite})`,
        )
  if (!owned) return undefined
  const path = `/api/labinstruments/${owned.LabInstrumentId}`
  const { body } = await people.admin.get(path)
  const isOut = typeof body['OutOfService'] === 'string'
  return people.admin.put(path, {
    OutOfService: isOut ? null : `Lamp ${dice.int(1, 9)}`,
    RowVersion: body['RowVersion'] as unknown,
  })
}
type Owned = { LabInstrumentId: number }

/** What may speak against a value: an instrument out of service, a rejected tube, one that no shipment lists. */
const mayBeDoubtful = `status_id in (${Entered}, ${Reviewed}, ${Approved}) and (
  result_id in (
    select result_id from results join lab_instruments using (lab_instrument_id) where out_of_service is not null
  )
  or sample_element_id in (
    select sample_element_id from sample_elements join samples using (sample_id)
    where status_id = ${sampleStatus.Rejected}
    or sample_id in (select sample_id from shipment_samples where came_in_id is not null)
  )
)`
/** A signatory keeps the values of a sale against which something speaks. */
export const keep: Step = async (world) => {
  for (const work of await benchesWith(world, mayBeDoubtful)) {
    const signs = world.people.signing.get(work.LabId)
    if (!signs) continue
    const person = world.dice.pick(signs)
    const doubtful = (await sheetOf(person, work.SaleId)).filter(
      (row) => [Entered, Reviewed, Approved].includes(Number(row.StatusId)) && row.TubeFaults.length > 0,
    )
    if (doubtful.length === 0) continue
    const WorkItemIds = doubtful.map(({ WorkItemId }) => Number(WorkItemId))
    return person.put('/api/keep/testresults', { WorkItemIds, Remarks: 'Controls were right' })
  }
  return undefined
}
