// What anybody on the chain may do next: each step takes something that is there, at random, and tries it. That it is
// refused is as good as that it is done; what must hold is asked after it.
import type { Dice } from '../../demo/people.ts'
import { raw, sql } from '../../server/db/db.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { sampleStatus, shipmentStatus, workItemStatus } from '../../modules/lists/items.model.ts'
import { aSale, product } from '../../modules/sales/sales.fixture.ts'
import { courier } from '../../modules/shipments/shipments.fixture.ts'
import { places, type People } from './people.ts'

export type World = {
  readonly app: TestApp
  readonly dice: Dice
  readonly people: People
  readonly patients: readonly number[]
  readonly reasons: readonly number[]
}
/** What was answered; undefined where there was nothing to try it on. */
type Step = (world: World) => Promise<Answered | undefined>

const sold = [
  product.cbc,
  product.haemoglobin,
  product.creatinine,
  product.electrolytes,
  product.lipids,
  product.antiCcp,
  product.haemoglobinVariants,
  product.homeVisit,
]
/** How far back anything is looked at: old sales come to rest. */
const recent = 12

/** One row at random of the newest that a condition leaves. */
const one = async <T>({ app, dice }: World, table: string, key: string, where = 'true', columns = key) => {
  const rows = await app.db.read.rows<T>(sql`
    select
      ${raw(columns)}
    from
      ${raw(table)}
    where
      ${raw(where)}
    order by
      ${raw(key)} desc
    limit
      ${recent}
  `)
  return rows.length === 0 ? undefined : dice.pick(rows)
}
type SaleRow = { sale_id: number; seller_id: number }
const aBaseSale = (world: World) =>
  one<SaleRow>(world, 'sales', 'sale_id', 'base_sale_id is null', 'sale_id, seller_id')
const deskOf = ({ people }: World, place: number): Person => people.hands.get(place) ?? people.admin

const book: Step = async ({ dice, people, patients }) => {
  const [at, SellerId] = dice.chance(0.5) ? [0, places.hadapsar] : [1, places.nashikRoad]
  const products = sold.filter(() => dice.chance(0.3))
  const PatientId = dice.pick(patients)
  return people.desks[at]?.post(
    '/api/sales/',
    aSale({ PatientId, SellerId, products: products.length > 0 ? products : [product.cbc] }),
  )
}
const onSale =
  (path: string, more: (world: World) => Json = () => ({})): Step =>
  async (world) => {
    const sale = await aBaseSale(world)
    return sale && deskOf(world, sale.seller_id).put(path, { formId: sale.sale_id, ...more(world) })
  }
/** Who may do more than a desk: the administrator, at the place that sells. */
const asAdmin =
  (path: string, more: Json = {}): Step =>
  async (world) => {
    const sale = await aBaseSale(world)
    return sale && world.people.admin.put(path, { formId: sale.sale_id, ...more })
  }
const accession = onSale('/api/accession/sales')
const unlock = asAdmin('/api/unlock/sales')
const cancelSale = asAdmin('/api/cancel/sales', { reason: 'Not wanted any more' })
const cancelItem: Step = async (world) => {
  const line = await one<{ sale_product_id: number }>(
    world,
    'sale_products',
    'sale_product_id',
    'sale_id in (select sale_id from sales where base_sale_id is null)',
  )
  return line && world.people.admin.put('/api/cancel/saleProduct', { SaleProductId: line.sale_product_id })
}
/** Another product on a bill that is open, or its lines without the last one. */
const changeLines: Step = async (world) => {
  const sale = await aBaseSale(world)
  if (!sale) return undefined
  const { admin } = world.people
  const { body } = await admin.get(`/api/sales/${sale.sale_id}`)
  const lines = (body['SaleProducts'] ?? []) as Json[]
  const next = world.dice.chance(0.5) ? lines.slice(0, -1) : [...lines, { ProductId: world.dice.pick(sold) }]
  return admin.put(`/api/sales/${sale.sale_id}`, { SaleProducts: next, RowVersion: body['RowVersion'] as unknown })
}
const pay: Step = async (world) => {
  const sale = await aBaseSale(world)
  if (!sale) return undefined
  const { admin } = world.people
  const { body } = await admin.get(`/api/sales/${sale.sale_id}`)
  const Amount = Number(body['Outstanding'] ?? 0)
  if (Amount <= 0) return undefined
  return admin.put(`/api/sales/${sale.sale_id}`, {
    RowVersion: body['RowVersion'] as unknown,
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: world.dice.chance(0.7) ? Amount : 1 }] },
  })
}
const refund = asAdmin('/api/refund/sales', { PaymentModeId: 40 })

/** The catalogue changes while work is under way: a product goes to another lab from here on. */
const reroute: Step = async ({ app, dice }) => {
  const product_id = dice.pick([product.antiCcp, product.haemoglobinVariants, product.creatinine])
  await setRows(
    app,
    'product_labs',
    { product_id, source_lab_id: places.central },
    {
      destination_lab_id: dice.pick([places.central, places.outside]),
    },
  )
  return undefined
}

type TubeRow = { sample_id: number; owner_id: number; sale_id: number; next_hop_id: number | null; barcode: string }
const tubeColumns = 'sample_id, owner_id, sale_id, next_hop_id, barcode'
const aTube = (world: World, where: string) => one<TubeRow>(world, 'samples', 'sample_id', where, tubeColumns)
const collect: Step = async (world) => {
  const tube = await aTube(world, `status_id = ${sampleStatus.ToBeCollected}`)
  return tube && deskOf(world, tube.owner_id).put('/api/collect/samples', { SampleIds: [tube.sample_id] })
}
const reject: Step = async (world) => {
  const tube = await aTube(world, 'owner_id = performing_lab_id')
  const ReasonId = world.dice.pick(world.reasons)
  return tube && deskOf(world, tube.owner_id).put('/api/reject/samples', { formId: tube.sample_id, ReasonId })
}

/** A box with all or some of what lies ready for the next party on the way. */
const pack: Step = async (world) => {
  const tube = await aTube(world, `next_hop_id is not null and status_id in (116, 121)`)
  if (!tube) return undefined
  const hand = deskOf(world, tube.owner_id)
  const found = await hand.post<string>('/api/shippablesamples/search/', {
    ConsignorId: tube.owner_id,
    ConsigneeId: tube.next_hop_id,
  })
  if (found.status !== 200) return found as unknown as Answered
  const ready = (JSON.parse(found.body) as Json[]).filter(() => world.dice.chance(0.8))
  return hand.post('/api/shipments/', {
    ConsignorId: tube.owner_id,
    ConsigneeId: tube.next_hop_id,
    CourierId: courier.puneCity,
    ShipmentSamples: ready.map(({ SampleId }) => ({ SampleId: SampleId as unknown })),
  })
}
type ShipmentRow = { shipment_id: number; consignor_id: number; consignee_id: number }
const aShipment = (world: World, where: string) =>
  one<ShipmentRow>(world, 'shipments', 'shipment_id', where, 'shipment_id, consignor_id, consignee_id')
const open = `status_id = ${shipmentStatus.BeingPacked}`
const sent = `status_id in (${shipmentStatus.Dispatched}, ${shipmentStatus.PartlyReceived})`
const byConsignor =
  (where: string, path: (id: number) => string, body: (id: number) => Json = () => ({})): Step =>
  async (world) => {
    const shipment = await aShipment(world, where)
    if (!shipment) return undefined
    return deskOf(world, shipment.consignor_id).put(path(shipment.shipment_id), body(shipment.shipment_id))
  }
const dispatch = byConsignor(open, (id) => `/api/dispatchshipment/${id}`)
const undispatch = byConsignor('dispatch_date is not null', (id) => `/api/undispatch/shipments/${id}`)
const cancelShipment = byConsignor(
  open,
  () => '/api/cancel/shipments',
  (id) => ({ formId: id }),
)
/** All or some of a box: most of it as it should be, some of it rejected, missing or broken. */
const receive: Step = async (world) => {
  const { app, dice } = world
  const shipment = await aShipment(world, sent)
  if (!shipment) return undefined
  const rows = await readRows<{ shipment_sample_id: number; status_id: number }>(
    app,
    'shipment_samples',
    { shipment_id: shipment.shipment_id },
    'shipment_sample_id, status_id',
    'shipment_sample_id',
  )
  const decided = rows
    .filter(() => dice.chance(0.8))
    .map(({ shipment_sample_id }) => {
      const isRight = dice.chance(0.85)
      const wrong = [sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged]
      return {
        ShipmentSampleId: shipment_sample_id,
        StatusId: isRight ? sampleStatus.Delivered : dice.pick(wrong),
        ReasonId: isRight ? null : dice.pick(world.reasons),
      }
    })
  return deskOf(world, shipment.consignee_id).put(`/api/shipmentreceipt/${shipment.shipment_id}`, {
    ShipmentSamples: decided,
  })
}

const labs = [places.satellite, places.central, places.outside] as const
type WorkRow = { sale_id: number; lab_id: number }
const someWork = (world: World, statuses: readonly number[]) =>
  one<WorkRow>(world, 'work_items', 'work_item_id', `status_id in (${statuses.join(', ')})`, 'sale_id, lab_id')
const generate: Step = async (world) => deskOf(world, world.dice.pick(labs)).put('/api/generate/worksheets', {})
const sheetOf = async (person: Person, sale: number): Promise<Json[]> => {
  const { status, body } = await person.get<Json[]>(`/api/testresults?SaleId=${sale}`)
  return status === 200 ? body : []
}
const enter: Step = async (world) => {
  const work = await someWork(world, [workItemStatus.Pending, workItemStatus.Entered, workItemStatus.Repeat])
  if (!work) return undefined
  const hand = deskOf(world, work.lab_id)
  const rows = (await sheetOf(hand, work.sale_id)).filter((row) => !row['Formula'] && world.dice.chance(0.8))
  const WorkItems = rows.map(({ WorkItemId, PossibleValues }) => ({
    WorkItemId: WorkItemId as unknown,
    Result: PossibleValues ? String(PossibleValues).split('|')[0] : String(world.dice.int(1, 150) / 10),
  }))
  return hand.put('/api/testresults/', { SaleId: work.sale_id, WorkItems })
}
const signing =
  (path: string, statuses: readonly number[], more: (world: World) => Json = () => ({})): Step =>
  async (world) => {
    const work = await someWork(world, statuses)
    const signs = work && world.people.signing.get(work.lab_id)
    if (!signs) return undefined
    const person = world.dice.pick(signs)
    const rows = (await sheetOf(person, work.sale_id)).filter(({ StatusId }) => statuses.includes(Number(StatusId)))
    const some = rows.filter(() => world.dice.chance(0.9))
    return person.put(path, { WorkItemIds: some.map(({ WorkItemId }) => Number(WorkItemId)), ...more(world) })
  }
const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus
const reasoned = ({ dice, reasons }: World): Json => ({ ReasonId: dice.pick(reasons), Remarks: 'As seen again' })
/** Every critical result of a sale is called. */
const callOut: Step = async (world) => {
  const work = await someWork(world, [Entered, Reviewed])
  const signs = work && world.people.signing.get(work.lab_id)?.[0]
  if (!signs) return undefined
  const critical = (await sheetOf(signs, work.sale_id)).find(({ Flag }) => Flag === 'LL' || Flag === 'HH')
  if (!critical) return undefined
  return signs.post('/api/criticalcalls/', {
    WorkItemId: critical['WorkItemId'] as unknown,
    CalledTo: 'Dr Sawant',
    ReadBack: true,
  })
}
const amend: Step = async (world) => {
  const work = await someWork(world, [Released, Amended])
  const signs = work && world.people.signing.get(work.lab_id)?.[0]
  if (!signs) return undefined
  const rows = await sheetOf(signs, work.sale_id)
  const row = rows.find(({ StatusId, Formula }) => [Released, Amended].includes(Number(StatusId)) && !Formula)
  if (!row) return undefined
  return signs.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId: row['WorkItemId'] as unknown, Result: String(world.dice.int(10, 150) / 10) }],
    ...reasoned(world),
  })
}

/** Each step and how often it is tried beside the others. */
export const steps = {
  book: [book, 10],
  accession: [accession, 14],
  unlock: [unlock, 2],
  cancelSale: [cancelSale, 1],
  cancelItem: [cancelItem, 2],
  changeLines: [changeLines, 3],
  pay: [pay, 6],
  refund: [refund, 1],
  reroute: [reroute, 1],
  collect: [collect, 5],
  reject: [reject, 1],
  pack: [pack, 10],
  dispatch: [dispatch, 9],
  undispatch: [undispatch, 1],
  cancelShipment: [cancelShipment, 1],
  receive: [receive, 12],
  generate: [generate, 2],
  enter: [enter, 14],
  callOut: [callOut, 6],
  review: [signing('/api/review/testresults', [Entered]), 5],
  approve: [signing('/api/approve/testresults', [Entered, Reviewed, Amended, Released]), 12],
  release: [signing('/api/release/testresults', [Approved], () => ({ Remarks: 'Paid later' })), 8],
  repeat: [signing('/api/repeat/testresults', [Entered, Reviewed], reasoned), 1],
  amend: [amend, 2],
} satisfies Record<string, readonly [Step, number]>
export type StepName = keyof typeof steps
