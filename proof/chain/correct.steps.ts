// Steps that put right what is out or under way: a report of another patient or with wrong details, one that is
// withdrawn whole, an amendment that is dropped, a box that is lost or was never dispatched, another instrument.
import { sampleStatus, workItemStatus } from '../../modules/lists/items.model.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { Amended, benchesWith, benchPlace, Entered, Released, Reviewed, sheetOf, someWork } from './bench.steps.ts'
import type { WorkRow } from './bench.steps.ts'
import { places } from './people.ts'
import { aShipment, aTube, isPacked, open, sent } from './tube.steps.ts'
import { deskOf, mostly, one, reasoned, type Step, type World } from './world.ts'

const { Pending, Repeat } = workItemStatus

/** A sale with released work, and who signs there. */
const reported = async (world: World) => {
  const work = await someWork(world, [Released, Amended])
  const person = work && world.people.signing.get(work.LabId)?.[0]
  return person && { person, SaleId: work.SaleId }
}
/** The report was issued in the name of another patient. */
export const correctPatient: Step = async (world) => {
  const found = await reported(world)
  const PatientId = world.dice.pick(world.patients)
  return found?.person.put('/api/correctpatient/sales', { SaleId: found.SaleId, PatientId, ...reasoned(world) })
}
/** What a report prints beside the values, or judges them by. */
const details: readonly ((world: World) => Json)[] = [
  ({ dice }) => ({ CollectionDate: new Date(Date.now() - dice.int(1, 300) * 60_000).toISOString() }),
  ({ dice }) => ({ FastingHours: dice.int(0, 14) }),
  ({ dice }) => ({ Treatment: dice.pick(['yes', 'no']) }),
  ({ dice }) => ({ TakenBack: dice.pick(['FastingHours', 'Treatment']) }),
  ({ dice }) => ({ LRN: String(dice.int(100_000, 999_999)) }),
]
export const correctDetails: Step = async (world) => {
  const found = await reported(world)
  const right = world.dice.pick(details)(world)
  const answers = { EarlyCollection: world.dice.chance(0.5), KeepsValues: world.dice.chance(0.5) }
  return (
    found &&
    found.person.put('/api/correctdetails/sales', { SaleId: found.SaleId, ...right, ...answers, ...reasoned(world) })
  )
}
/** The whole report of a sale; another signatory approves that as amendments. */
export const withdrawReport: Step = async (world) => {
  const found = await reported(world)
  return found?.person.put('/api/withdrawreport/testresults', { SaleId: found.SaleId, ...reasoned(world) })
}
/** An amendment is not made after all. */
export const dropAmendment: Step = async (world) => {
  const waits = 'amended_result_id is not null'
  const work = await one<WorkRow>(world, 'work_items', 'work_item_id', waits, `sale_id, ${benchPlace}`)
  const signs = work && world.people.signing.get(work.LabId)
  if (!signs) return undefined
  const person = world.dice.pick(signs)
  const rows = (await sheetOf(person, work.SaleId)).filter(({ Amendment }) => Boolean(Amendment))
  if (rows.length === 0) return undefined
  const WorkItemIds = [Number(world.dice.pick(rows).WorkItemId)]
  return person.put('/api/withdraw/testresults', { WorkItemIds, Remarks: 'The tube was right' })
}
/** A doctor is informed that a report is amended or withdrawn. */
export const tell: Step = async (world) => {
  const isChanged = mostly(world, `state in ('AMENDED', 'WITHDRAWN')`, 'true')
  const report = await one<{ SaleId: number }>(world, 'reports', 'report_id', isChanged, 'sale_id')
  const person = world.people.signing.get(places.central)?.[0]
  return report && person?.put('/api/told/testreports', { formId: report.SaleId, To: 'Dr Sawant', How: 'telephone' })
}

/** A box that nobody received, or not whole, is given up by its sender. */
export const lose: Step = async (world) => {
  const shipment = await aShipment(world, sent)
  if (!shipment) return undefined
  const hand = deskOf(world, shipment.ConsignorId)
  return hand.put(`/api/lost/shipments/${shipment.ShipmentId}`, { ReasonId: world.dice.pick(world.tubeReasons) })
}
/** A box is there that its sender has not dispatched. */
export const arrive: Step = async (world) => {
  const shipment = await aShipment(world, mostly(world, isPacked, open))
  return shipment && deskOf(world, shipment.ConsigneeId).put(`/api/arrived/shipments/${shipment.ShipmentId}`)
}
/** The patient of a recollection is called. */
export const callPatient: Step = async (world) => {
  const waits = `replaces_sample_id is not null
    and ${mostly(world, `status_id = ${sampleStatus.ToBeCollected}`, 'true')}`
  const tube = await aTube(world, waits)
  if (!tube) return undefined
  const Outcome = world.dice.pick(['reached', 'not reached'])
  return deskOf(world, tube.OwnerId).put('/api/patientcalls/samples', { formId: tube.SampleId, Outcome })
}

/** Elements that more than one instrument of the lab measures. */
const isElsewhereToo = `1 < (
  select count(*) from lab_instruments owned join lab_instrument_elements measures using (lab_instrument_id)
  where owned.lab_id = work_items.lab_id and measures.element_id = work_items.element_id
)`
/** Moves results of a sheet to another instrument, measured or not. */
export const measureOn: Step = async (world) => {
  const statuses = [Pending, Entered, Reviewed, Repeat]
  const [work] = await benchesWith(world, `status_id in (${statuses.join(', ')}) and ${isElsewhereToo}`)
  if (!work) return undefined
  const hand = deskOf(world, work.LabId)
  const isOther = world.dice.chance(0.9)
  const idsOf = (row: Json) =>
    (row['InService'] as Json[])
      .map((owned) => Number(owned['LabInstrumentId']))
      .filter((id) => !isOther || id !== row['LabInstrumentId'])
  const rows = (await sheetOf(hand, work.SaleId)).filter((row) => statuses.includes(Number(row.StatusId)))
  const known = rows.flatMap(idsOf)
  if (known.length === 0) return undefined
  const LabInstrumentId = world.dice.pick(known)
  const WorkItemIds = rows
    .filter((row) => idsOf(row).includes(LabInstrumentId))
    .map(({ WorkItemId }) => Number(WorkItemId))
  return hand.put('/api/measureon/testresults', { WorkItemIds, LabInstrumentId, Remarks: 'The other one is down' })
}
