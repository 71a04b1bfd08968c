// Records a collection, and checks the sale's date and the patient's birth date against it.
import { datetime, json, type DraftOf } from '../../core/model.ts'
import { allOf, yes } from '../../core/refusal.ts'
import { network } from '../../core/network.ts'
import { sameValue } from '../../core/same.ts'
import { wholeOf } from '../../server/edited.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { writeAudit } from '../../server/door/audit.ts'
import { announceList } from '../../server/db/notify.ts'
import type { Caller } from '../../server/caller.ts'
import { bulkOf, type FollowContext } from '../../server/module.ts'
import { invalid, notFound, refusedBy } from '../../server/refusal.ts'
import type { clientFields } from '../clients/clients.model.ts'
import type { saleFields } from '../sales/sales.model.ts'
import { movePromises } from '../sales/accession/promise.server.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { addEvent, startWork } from '../sales/tubes/tubes.server.ts'
import { tubesCollected } from './answers.model.ts'
import { identity } from './identity/identity.model.ts'
import { identifiedBy, mayIdentify, type IdentifiedBy } from './identity/identity.rules.ts'
import { label } from './labels/label.model.ts'
import { place } from './place/place.model.ts'
import { mayDrawAt, placeText, type Drawn as DrawnAt } from './place/place.rules.ts'
import { nameOf } from '../sales/tubes/new-tube.server.ts'
import { labelOf, mayTakeOn } from './labels/label.rules.ts'
import { tooEarly, mayCollect, mayDateCollection, notBeforeBirth, type Around } from './samples.rules.ts'
import { saleStatus, sampleStatus } from '../lists/items.model.ts'
import { sampleScope } from './scope.server.ts'

type Tube = {
  SampleId: number
  SaleId: number
  StatusId: number
  Barcode: string
  OwnerId: number
  PerformingLabId: number
  SaleDate: string
  BirthDate: string | null
  AccessionNo: string | null
  PatientId: number
  Phone: string | null
  DueDate: string | null
  IsWaitedFor: boolean
}
/** Tubes in scope with the facts of their collection. Locks their sales first. */
const holdTubes = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<Tube[]> => {
  const there = sql`
    tube.sample_id = any (${[...ids]})
    and (${sampleScope(user)})
  `
  const sales = await tx.rows<{ SaleId: number }>(sql`
    select distinct
      tube.sale_id
    from
      samples tube
    where
      ${there}
  `)
  await holdSales(
    tx,
    sales.map((row) => row.SaleId),
  )
  await tx.run(sql`
    select
      1
    from
      samples tube
    where
      ${there}
    order by
      tube.sample_id
    for update of
      tube
  `)
  return tx.rows<Tube>(sql`
    select
      ${shown('tube', ['SampleId', 'SaleId', 'StatusId', 'Barcode', 'OwnerId', 'PerformingLabId'])},
      tube.sale_date as "SaleDate",
      patient.birth_date as "BirthDate",
      sale.accession_no as "AccessionNo",
      patient.client_id as "PatientId",
      patient.mobile_phone as "Phone",
      tube.due_date as "DueDate",
      tube.is_waited_for as "IsWaitedFor"
    from
      tube_facts tube
      join clients patient on patient.client_id = tube.patient_id
      join sales sale on sale.sale_id = tube.sale_id
    where
      ${there}
    order by
      tube.sample_id
  `)
}

type Tubes = {
  readonly tubes: readonly Tube[]
  readonly ids: readonly number[]
  readonly at: string
  /** What was scanned or stated of the patient. */
  readonly identity: string | null
  /** Where it is drawn. */
  readonly place: DrawnAt
  /** That was printed before, for one tube. */
  readonly label: string | null
  /** Another tube has it. */
  readonly isTaken: boolean
  /** The database's, which dates the receipt as well: the server's may differ by minutes. */
  readonly clock: Date
}
const body = {
  SampleIds: json<number[]>('Samples'),
  CollectionDate: datetime('Collection Date'),
  Barcode: label,
  Identity: identity,
  ...place,
}

const find = async (
  tx: Tx,
  user: Caller,
  { SampleIds: sent, CollectionDate, Barcode, Identity, Place, PlaceName }: DraftOf<typeof body>,
): Promise<Tubes> => {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > 500 || !sent.every((id) => Number.isInteger(id)))
    throw invalid({ SampleIds: ['Choose at least one sample'] })
  const ids = [...new Set(sent)]
  const tubes = await holdTubes(tx, user, ids)
  if (tubes.length !== ids.length) throw notFound('A sample does not exist')
  const label = labelOf(Barcode)
  const { Moment, IsTaken } = await tx.one<{ Moment: string; IsTaken: boolean }>(sql`
    select
      now() as moment,
      exists (
        select
          1
        from
          samples other
        where
          other.barcode = ${label}
      ) as is_taken
  `)
  const clock = new Date(Moment)
  return {
    tubes,
    ids,
    identity: Identity?.trim() || null,
    place: { Place: Place ?? null, PlaceName: PlaceName ?? null },
    label,
    isTaken: IsTaken,
    at: (CollectionDate ? new Date(CollectionDate) : clock).toISOString(),
    clock,
  }
}

/** Records tubes as collected at a possible moment. */
export const collect = bulkOf({
  name: 'collect',
  permit: 'update',
  ...tubesCollected,
  summary: 'Record a collection',
  body,
  records: find,
  permitted: ({ tubes }) => tubes,
  held: ({ ids }) => ids.map(wholeOf),
  decide: ({ tubes, at, clock, identity: sent, label, isTaken, place: drawnAt }, user) =>
    allOf(
      mayDrawAt(drawnAt),
      ...tubes.map((tube) => () => mayCollect(tube, user, at, clock)),
      label === null ? yes : mayTakeOn(label, tubes.length, isTaken),
      mayIdentify(sent, tubes, { isAsked: network.identifyAtDraw, now: clock }),
    ),
  run: async ({ tx, user, records: { tubes, ids, at, clock, label, identity: sent, place: drawnAt } }) => {
    const by = sent === null ? null : (tubes.map((tube) => identifiedBy(sent, tube, clock))[0] ?? null)
    const where = placeText(drawnAt)
    await write(tx, user, ids, { at, label, by, where })
    // the hours count from the draw; of a tube drawn again they began with the first
    await movePromises(
      tx,
      [...new Set(tubes.map((tube) => tube.SaleId))],
      sql`
        tube.sample_id = any (${[...ids]})
        and tube.replaces_sample_id is null
      `,
    )
    await refreshStatuses(tx, [...new Set(tubes.map((tube) => tube.SaleId))])
    for (const { SampleId, Barcode } of tubes)
      await writeAudit(tx, user, {
        module: 'samples',
        formId: SampleId,
        action: 'collect',
        changes: {
          StatusId: [sampleStatus.ToBeCollected, sampleStatus.Collected],
          CollectionDate: [null, at],
          ...(label === null ? {} : { Barcode: [Barcode, label] }),
          ...(by === null ? {} : { IdentifiedBy: [null, by] }),
          ...(where === null ? {} : { CollectedPlace: [null, where] }),
        },
      })
    announceList('samples')
    const done = tubes.length === 1 ? '1 sample is collected' : `${tubes.length} samples are collected`
    const warnings = tubes.flatMap((tube) => tooEarly(tube, at) ?? [])
    return { message: [done, ...warnings].join('. '), warnings }
  },
})

type Drawn = {
  readonly at: string
  readonly label: string | null
  readonly by: IdentifiedBy | null
  /** Elsewhere than at the organisation of the user. */
  readonly where: string | null
}
/** `Home visit, Pre-printed label PRE100001, Identified by bill`. */
const remarksOf = ({ label, by, where }: Drawn): { remarks?: string } => {
  const said = [where, label && `Pre-printed label ${label}`, by && `Identified by ${by}`]
  const remarks = said.filter(Boolean).join(', ')
  return remarks === '' ? {} : { remarks }
}

const write = async (tx: Tx, user: Caller, ids: readonly number[], drawn: Drawn): Promise<void> => {
  const { at, label, by, where } = drawn
  await tx.run(sql`
    update samples
    set
      status_id = ${literal(sampleStatus.Collected)},
      collection_date = ${at},
      collected_by_id = ${user.UserId},
      collected_at_id = ${where === null ? user.EntityId : null},
      collected_place = coalesce(${where}, ${nameOf(user.EntityId)}),
      barcode = coalesce(${label}, barcode),
      identified_by = ${by},
      row_version = row_version + 1
    where
      sample_id = any (${[...ids]})
  `)
  await addEvent(tx, ids, {
    what: 'Collected',
    clientId: user.EntityId,
    userId: user.UserId,
    ...remarksOf(drawn),
  })
  await startWork(tx, ids, user.UserId)
}

type Dated = Around & { readonly CollectionDate: string }
const datedOf = (tx: Tx, key: number): Promise<Dated> =>
  tx.one<Dated>(sql`
    select
      sale.sale_date as "SaleDate",
      sale.collection_date as "CollectionDate",
      patient.birth_date as "BirthDate",
      (
        select
          min(tube.received_date)
        from
          samples tube
        where
          tube.sale_id = sale.sale_id
      ) as "ReceivedDate"
    from
      sales sale
      join clients patient on patient.client_id = sale.patient_id
    where
      sale.sale_id = ${key}
  `)

/** The collection date of a sale fits the patient's birth and its tubes. */
export const followSale = async ({ tx, key, before, after }: FollowContext<typeof saleFields>): Promise<void> => {
  const isSame =
    before !== null && (['PatientId', 'CollectionDate'] as const).every((name) => sameValue(before[name], after[name]))
  if (isSame) return
  // a new one has no tube, and was read just now: others wait for the number of its invoice
  const dates = { SaleDate: String(after.SaleDate), CollectionDate: String(after.CollectionDate) }
  const around: Dated =
    before === null ? { ...dates, BirthDate: after.Patient?.BirthDate ?? null } : await datedOf(tx, key)
  const decision = mayDateCollection(around.CollectionDate, around)
  if (!decision.ok) throw refusedBy(decision)
}

/** A birth date fits every collection of the patient. */
export const followPatient = async ({ tx, key, before, after }: FollowContext<typeof clientFields>): Promise<void> => {
  if (before === null || sameValue(before.BirthDate, after.BirthDate)) return
  const { At } = await tx.one<{ At: string | null }>(sql`
    select
      min(least(sale.collection_date, tube.collection_date)) as at
    from
      sales sale
      left join samples tube on tube.sale_id = sale.sale_id
    where
      sale.patient_id = ${key}
      and sale.status_id <> ${literal(saleStatus.Cancelled)}
  `)
  const decision = At === null ? yes : notBeforeBirth(At, after)
  if (!decision.ok) throw refusedBy({ ...decision, at: 'BirthDate' })
}
