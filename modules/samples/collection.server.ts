// Recording a collection, and what other records must not say against it: a sale's date, a patient's birth.
import { datetime, json as jsonField } from '../../core/model.ts'
import { yes } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { writeAudit } from '../../server/door/audit.ts'
import { announceList } from '../../server/db/notify.ts'
import { checkLock } from '../../server/door/lock.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import type { FollowContext } from '../../server/module.ts'
import { requirePermit } from '../../server/door/permission.ts'
import { metaOf } from '../../server/routes/records.ts'
import { invalid, notFound, refused } from '../../server/refusal.ts'
import { json, type Route } from '../../server/route.ts'
import { once } from '../../server/door/once.ts'
import { holdSales, refreshStatuses } from '../sales/status/status.server.ts'
import { addEvent, startWork } from '../sales/tubes/tubes.server.ts'
import { mayCollectAt, mayDateCollection, notBeforeBirth, type Around } from './samples.rules.ts'
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
export const followSale = async ({ tx, key, before, after }: FollowContext): Promise<void> => {
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
export const followPatient = async ({ tx, key, before, after }: FollowContext): Promise<void> => {
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

export const collectionRoutes: readonly Route[] = [
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
