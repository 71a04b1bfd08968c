// Samples on the server: list, one tube with its way, and recording a collection.
import { datetime, json as jsonField } from '../../core/model.ts'
import { yes } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { writeAudit } from '../../server/door/audit.ts'
import { announceList } from '../../server/db/notify.ts'
import { checkLock } from '../../server/door/lock.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import type { FollowContext, ServerModule } from '../../server/module.ts'
import { requirePermit } from '../../server/door/permission.ts'
import { metaOf } from '../../server/routes/records.ts'
import { invalid, notFound, refused } from '../../server/refusal.ts'
import { json, type Route } from '../../server/route.ts'
import { once } from '../../server/door/save.ts'
import {
  clientNamed,
  contains,
  equals,
  from,
  like,
  shortName,
  till,
  type ListPlan,
} from '../../server/read/statement.ts'
import { saleScope } from '../sales/list.server.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { addEvent, startWork } from '../sales/tubes/tubes.server.ts'
import { tubeStatus, tubeStatusId } from '../sales/status/way.server.ts'
import { samples } from './samples.model.ts'
import { mayCollectAt, mayDateCollection, notBeforeBirth, type Around } from './samples.rules.ts'
import { clientType, lineStatus, saleStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'

/** A tube exists for whoever holds, performs or carries it, and for whom its sale does. */
export const sampleScope = (user: Caller, alias = 't'): Sql => {
  const t = raw(alias)
  const own = [...user.Clients]
  if (user.EntityTypeId === clientType.Courier)
    return sql`
      exists (
        select
          1
        from
          shipment_samples x
          join shipments h on h.shipment_id = x.shipment_id
        where
          x.sample_id = ${t}.sample_id
          and h.courier_id = ${user.EntityId}
      )
    `
  if (user.EntityTypeId === clientType.ExternalLab) return sql`${t}.performing_lab_id = ${user.EntityId}`
  return sql`
    ${t}.owner_id = any (${own})
    or ${t}.performing_lab_id = any (${own})
    or exists (
      select
        1
      from
        sales s
      where
        s.sale_id = ${t}.sale_id
        and (${saleScope(user)})
    )
  `
}

const read = (key: number): Sql => sql`
  select
    t.sample_id as "SampleId",
    t.barcode as "Barcode",
    t.sale_id as "SaleId",
    json_build_object(
      'SaleId',
      s.sale_id,
      'SaleDate',
      s.sale_date,
      'AccessionNo',
      s.accession_no,
      'LRN',
      s.lrn,
      'Patient',
      json_build_object('Name', s.patient_name, 'MobilePhone', p.mobile_phone)
    ) as "Sale",
    json_build_object(
      'SpecimenId',
      sp.specimen_id,
      'Name',
      sp.name,
      'Container',
      sp.container,
      'CapColour',
      sp.cap_colour
    ) as "Specimen",
    json_build_object('ItemLabel', te.item_label) as "Temperature",
    json_build_object('ClientId', o.client_id, 'Name', o.name, 'Area', o.area) as "Owner",
    json_build_object('ClientId', l.client_id, 'Name', l.name, 'Area', l.area) as "PerformingLab",
    t.status_id as "StatusId",
    json_build_object('ItemLabel', ${raw(tubeStatus)}, 'NowId', ${raw(tubeStatusId)}) as "SampleStatus",
    t.collection_date as "CollectionDate",
    t.received_date as "ReceivedDate",
    t.replaces_sample_id as "ReplacesSampleId",
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'ShipmentSampleId',
              x.shipment_sample_id,
              'DispatchDate',
              h.dispatch_date,
              'Consignor',
              co.name,
              'Consignee',
              ce.name,
              'Courier',
              cu.name,
              'ShipmentReference',
              h.shipment_reference,
              'CollectionDate',
              x.collection_date,
              'Collector',
              u.full_name,
              'Status',
              xs.item_label
            )
            order by
              h.shipment_id
          ),
          '[]'
        )
      from
        shipment_samples x
        join shipments h using (shipment_id)
        join clients co on co.client_id = h.consignor_id
        join clients ce on ce.client_id = h.consignee_id
        join clients cu on cu.client_id = h.courier_id
        left join users u on u.user_id = x.collector_id
        left join list_items xs on xs.list_item_id = x.status_id
      where
        x.sample_id = t.sample_id
    ) as "ShipmentSamples",
    (
      select
        coalesce(
          json_agg(
            json_build_object('SaleProductId', x.sale_product_id, 'Code', pr.code, 'Name', pr.name, 'DestinationLab', d.name)
          ),
          '[]'
        )
      from
        sale_product_samples x
        join products pr using (product_id)
        join clients d on d.client_id = x.destination_lab_id
      where
        x.sample_id = t.sample_id
    ) as "SaleProductSamples",
    (
      select
        coalesce(
          json_agg(
            json_build_object(
              'SampleElementId',
              e.sample_element_id,
              'ElementId',
              el.element_id,
              'Element',
              el.name,
              'LabInstrument',
              i.name,
              'StatusId',
              w.status_id,
              'Status',
              ws.item_label
            )
            order by
              e.sample_element_id
          ),
          '[]'
        )
      from
        sample_elements e
        join elements el using (element_id)
        left join lab_instruments li using (lab_instrument_id)
        left join instruments i using (instrument_id)
        left join work_items w on w.sample_element_id = e.sample_element_id
        left join list_items ws on ws.list_item_id = w.status_id
      where
        e.sample_id = t.sample_id
    ) as "SampleElements",
    (
      select
        coalesce(
          json_agg(
            json_build_object('At', v.at, 'What', v.what, 'Where', c.name, 'By', u.full_name, 'Remarks', v.remarks)
            order by
              v.at,
              v.sample_event_id
          ),
          '[]'
        )
      from
        sample_events v
        left join clients c on c.client_id = v.client_id
        left join users u on u.user_id = v.user_id
      where
        v.sample_id = t.sample_id
    ) as "Events"
  from
    samples t
    join sales s using (sale_id)
    join clients p on p.client_id = s.patient_id
    join specimens sp using (specimen_id)
    left join list_items te on te.list_item_id = t.temperature_id
    join clients o on o.client_id = t.owner_id
    join clients l on l.client_id = t.performing_lab_id
    left join list_items st on st.list_item_id = t.status_id
  where
    t.sample_id = ${key}
`

/** Where tubes are, by the filter State. */
const states: Readonly<Record<string, string>> = {
  collect: `t.status_id = ${sampleStatus.ToBeCollected}`,
  way: `${tubeStatusId} in (${sampleStatus.Collected}, ${sampleStatus.Packed}, ${sampleStatus.Dispatched})`,
  lab: `${tubeStatusId} = ${lineStatus.InProcess}`,
  analysed: `${tubeStatusId} = ${workItemStatus.Approved}`,
  released: `${tubeStatusId} = ${workItemStatus.Released}`,
}
const list: ListPlan = {
  from: 'samples t join sales s on s.sale_id = t.sale_id',
  alias: 't',
  key: 't.sample_id',
  sort: '-SampleId',
  columns: {
    SampleId: 't.sample_id',
    Barcode: 't.barcode',
    Patient: 'z.patient_name',
    LRN: 'z.lrn',
    Specimen: 'sp.name',
    SampleStatus: tubeStatus,
    Owner: shortName('o'),
    PerformingLab: shortName('l'),
    CollectionDate: 't.collection_date',
    SaleId: 't.sale_id',
    SaleDate: 'z.sale_date',
    StatusId: 't.status_id',
    SampleStatusId: tubeStatusId,
    OwnerId: 't.owner_id',
    PerformingLabId: 't.performing_lab_id',
  },
  names:
    'join sales z on z.sale_id = t.sale_id join specimens sp on sp.specimen_id = t.specimen_id left join list_items st on st.list_item_id = t.status_id join clients o on o.client_id = t.owner_id join clients l on l.client_id = t.performing_lab_id',
  filterFields: samples.filters,
  filters: {
    FromDate: from('s.sale_date'),
    ToDate: till('s.sale_date'),
    Patient: like('s.patient_name'),
    Doctor: clientNamed('s.referring_doctor_id'),
    SellerId: equals('s.seller_id'),
    PerformingLabId: equals('t.performing_lab_id'),
    SaleId: equals('t.sale_id'),
    LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
    AccessionNo: (value: string) => contains('t.barcode', value),
    State: (value: string) => raw(states[value] ?? 'false'),
    IsStat: (value: boolean) => sql`s.is_stat = ${value}`,
    IsLate: (value: boolean) => sql`
      (
        s.report_date < now()
        and ${raw(tubeStatusId)} <> ${literal(workItemStatus.Released)}
      ) = ${value}
    `,
  },
  scope: (user) => sampleScope(user),
}

type Tube = {
  SampleId: number
  SaleId: number
  StatusId: number
  Barcode: string
  OwnerId: number
  PerformingLabId: number
  SaleDate: string
  BirthDate: string | null
}
/** Tubes in scope with what is known around their collection, held after their sales. */
const holdTubes = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<Tube[]> => {
  const there = sql`
    t.sample_id = any (${[...ids]})
    and (${sampleScope(user)})
  `
  const sales = await tx.rows<{ sale_id: number }>(sql`
    select distinct
      t.sale_id
    from
      samples t
    where
      ${there}
  `)
  await holdSales(
    tx,
    sales.map((row) => row.sale_id),
  )
  await tx.run(sql`
    select
      1
    from
      samples t
    where
      ${there}
    order by
      t.sample_id
    for update of
      t
  `)
  return tx.rows<Tube>(sql`
    select
      t.sample_id as "SampleId",
      t.sale_id as "SaleId",
      t.status_id as "StatusId",
      t.barcode as "Barcode",
      t.owner_id as "OwnerId",
      t.performing_lab_id as "PerformingLabId",
      s.sale_date as "SaleDate",
      p.birth_date as "BirthDate"
    from
      samples t
      join sales s on s.sale_id = t.sale_id
      join clients p on p.client_id = s.patient_id
    where
      ${there}
    order by
      t.sample_id
  `)
}

/** Tubes that were to be drawn are drawn, at a moment that can be true. */
const collect = async (tx: Tx, user: Caller, body: Loaded, tab: string): Promise<string> => {
  const sent = body['SampleIds']
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > 500 || !sent.every((id) => Number.isInteger(id)))
    throw invalid({ SampleIds: ['Choose at least one sample'] })
  const ids = [...new Set(sent as number[])]
  const asked = typeof body['CollectionDate'] === 'string' ? new Date(body['CollectionDate']) : new Date()
  if (Number.isNaN(asked.getTime())) throw invalid({ CollectionDate: ['Collection Date is not a valid date'] })
  const at = asked.toISOString()
  const rows = await holdTubes(tx, user, ids)
  if (rows.length !== ids.length) throw notFound('A sample does not exist')
  for (const row of rows) requirePermit(user, 'samples', 'update', row)
  await checkLock(tx, user, 'samples', ids, tab)
  for (const row of rows) {
    if (row.StatusId !== sampleStatus.ToBeCollected) throw refused(`${row.Barcode} is collected already`)
    const decision = mayCollectAt(at, row, new Date())
    if (!decision.ok) throw refused(decision.reason, { CollectionDate: [decision.reason] })
  }
  await tx.run(sql`
    update samples
    set
      status_id = ${literal(sampleStatus.Collected)},
      collection_date = ${at},
      collected_by_id = ${user.UserId},
      row_version = row_version + 1
    where
      sample_id = any (${ids})
  `)
  await addEvent(tx, ids, 'Collected', user.EntityId, user.UserId)
  await startWork(tx, ids, user.UserId)
  const sales = [...new Set(rows.map((row) => row.SaleId))]
  await refreshStatuses(tx, sales)
  for (const id of ids)
    await writeAudit(tx, user, {
      module: 'samples',
      formId: id,
      action: 'collect',
      changes: { StatusId: [sampleStatus.ToBeCollected, sampleStatus.Collected], CollectionDate: [null, at] },
    })
  announceList('samples')
  return rows.length === 1 ? '1 sample is collected' : `${rows.length} samples are collected`
}

/** What a sale says of its collection fits the patient's birth and its tubes. */
const followSale = async ({ tx, key, before, after }: FollowContext): Promise<void> => {
  const isSame =
    before !== null && ['PatientId', 'CollectionDate'].every((name) => sameValue(before[name], after[name]))
  if (isSame) return
  const around = await tx.one<Around & { CollectionDate: string }>(sql`
    select
      s.sale_date as "SaleDate",
      s.collection_date as "CollectionDate",
      p.birth_date as "BirthDate",
      (
        select
          min(t.received_date)
        from
          samples t
        where
          t.sale_id = s.sale_id
      ) as "ReceivedDate"
    from
      sales s
      join clients p on p.client_id = s.patient_id
    where
      s.sale_id = ${key}
  `)
  const decision = mayDateCollection(around.CollectionDate, around)
  if (!decision.ok) throw refused(decision.reason, { CollectionDate: [decision.reason] })
}

/** A birth date fits every collection of the patient. */
const followPatient = async ({ tx, key, before, after }: FollowContext): Promise<void> => {
  if (before === null || sameValue(before['BirthDate'], after['BirthDate'])) return
  const { at } = await tx.one<{ at: string | null }>(sql`
    select
      min(least(s.collection_date, t.collection_date)) as at
    from
      sales s
      left join samples t on t.sale_id = s.sale_id
    where
      s.patient_id = ${key}
      and s.status_id <> ${literal(saleStatus.Cancelled)}
  `)
  const BirthDate = (after['BirthDate'] as string | null | undefined) ?? null
  const decision = at === null ? yes : notBeforeBirth(at, { BirthDate })
  if (!decision.ok) throw refused(decision.reason, { BirthDate: [decision.reason] })
}

const routes: readonly Route[] = [
  {
    method: 'ACTION',
    path: 'collect/samples',
    access: { module: 'samples', permit: 'update' },
    scope: 'samples inside the entity',
    summary: 'Record a collection',
    body: { SampleIds: jsonField('Samples'), CollectionDate: datetime('Collection Date') },
    handler: async (call) => {
      const saved = await once(call.db, metaOf(call), 'collect/samples', call.body, async (tx) => ({
        status: 200,
        json: { message: await collect(tx, call.user, call.body, call.tab) },
      }))
      return json(saved.json, saved.status)
    },
  },
]
export const samplesServer: ServerModule = {
  model: samples,
  table: 'samples',
  alias: 't',
  keyColumn: 'sample_id',
  scope: (user) => sampleScope(user),
  read,
  follows: { sales: followSale, clients: followPatient },
  routes,
  statements: [{ id: 1002, name: 'Samples', module: 'samples', parameters: {}, list }],
}
