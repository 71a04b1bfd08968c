// Saves a shipment: checks its parties and that its tubes may be packed.
import { eachOf, under } from '../../../core/refusal.ts'
import { saleStatus, sampleStatus } from '../../lists/items.model.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { shown } from '../../../server/table/shown.ts'
import type { Caller } from '../../../server/caller.ts'
import type { SaveContext } from '../../../server/module.ts'
import { invalid, notThere, refusedBy } from '../../../server/refusal.ts'
import { insertRecord, updateRecord } from '../../../server/table/table.ts'
import { sampleScope } from '../../samples/scope.server.ts'
import { choosesConsignee, mayShip, sameParties, type TubeToPack } from '../shipments.rules.ts'
import { noSample, shipmentFields, type Shipment, type ShipmentSampleDraft } from '../shipments.model.ts'
import { holdTubes, openShipment, packTubes, unpackTubes } from './tubes.server.ts'

type Parties = { readonly ConsignorId: number; readonly ConsigneeId: number }

/**
 * The consignor is the entity. Only a laboratory chooses the consignee; all others send to their parent. @throws 400
 */
const checkParties = async (tx: Tx, user: Caller, parties: Parties, before: Shipment | null): Promise<void> => {
  const { ConsignorId, ConsigneeId } = parties
  if (ConsignorId !== user.EntityId) throw invalid({ ConsignorId: ['Consignor must be the entity that you work for'] })
  if (ConsigneeId === ConsignorId) throw invalid({ ConsigneeId: [sameParties] })
  if (choosesConsignee(user) || before?.ConsigneeId === ConsigneeId) return
  const { ParentId } = await tx.one<{ ParentId: number | null }>(sql`
    select
      parent_id
    from
      clients
    where
      client_id = ${ConsignorId}
  `)
  if (ConsigneeId !== ParentId) throw invalid({ ConsigneeId: ['Only a laboratory may choose the consignee'] })
}

const pathOf = (index: number): string => `ShipmentSamples.${index}`
/** The tubes of the request, each once, in their order. @throws 400, 404 */
const sentTubes = (rows: readonly ShipmentSampleDraft[], before: Shipment | null): number[] => {
  const known = new Set(before?.ShipmentSamples.map((row) => row.ShipmentSampleId))
  const ids: number[] = []
  for (const [index, { ShipmentSampleId, SampleId }] of rows.entries()) {
    const at = `${pathOf(index)}.SampleId`
    if (typeof ShipmentSampleId === 'number' && !known.has(ShipmentSampleId))
      throw notThere({ [at]: ['This row is not on the shipment'] })
    const id = Number(SampleId)
    if (ids.includes(id)) throw invalid({ [at]: ['Sample is already selected'] })
    ids.push(id)
  }
  if (ids.length === 0) throw invalid({ ShipmentSamples: [noSample] })
  return ids
}

type Found = TubeToPack & { readonly SampleId: number }
/** The tubes as they are once locked; only those the user can see. */
const findTubes = (tx: Tx, user: Caller, ids: readonly number[]): Promise<Found[]> =>
  tx.rows<Found>(sql`
    select
      ${shown('tube', ['SampleId', 'Barcode', 'StatusId', 'OwnerId', 'NextHopId'])},
      tube.sale_status_id = ${literal(saleStatus.Cancelled)} as "IsCancelled",
      tube.is_waited_for as "IsWaitedFor",
      ${openShipment} as "OpenShipmentId"
    from
      tube_facts tube
    where
      tube.sample_id = any (${[...ids]})
      and (${sampleScope(user)})
  `)

/** Checks that the user can see each tube and that it goes to the consignee next. @throws 404, 422 at its row */
const checkTubes = async (
  tx: Tx,
  user: Caller,
  parties: Parties,
  ids: readonly number[],
  added: ReadonlySet<number>,
): Promise<void> => {
  const found = new Map((await findTubes(tx, user, ids)).map((tube) => [tube.SampleId, tube]))
  const missing = ids.flatMap((id, index) => (found.has(id) ? [] : [`${pathOf(index)}.SampleId`]))
  if (missing.length > 0) throw notThere(Object.fromEntries(missing.map((at) => [at, ['Sample does not exist']])))
  const decision = eachOf(
    ids.flatMap((id, index) => {
      const tube = found.get(id)
      // tubes already on it are checked for their route only, since the consignee may have changed
      const stays = { OpenShipmentId: null, StatusId: sampleStatus.Collected, IsCancelled: false, IsWaitedFor: true }
      return tube ? [under(pathOf(index), mayShip(added.has(id) ? tube : { ...tube, ...stays }, parties))] : []
    }),
  )
  if (!decision.ok) throw refusedBy(decision)
}

type Saving = SaveContext<typeof shipmentFields> & { before: Shipment | null }
/** Saves through the module's address: answers the key. */
export const saveShipment = async ({ tx, user, record, before, key }: Saving): Promise<number> => {
  const merged = { ...before, ...record }
  const parties = { ConsignorId: Number(merged.ConsignorId), ConsigneeId: Number(merged.ConsigneeId) }
  await checkParties(tx, user, parties, before)
  const there = (before?.ShipmentSamples ?? []).map((row) => Number(row.SampleId))
  const ids = record.ShipmentSamples ? sentTubes(record.ShipmentSamples, before) : there
  const added = ids.filter((id) => !there.includes(id))
  const removed = there.filter((id) => !ids.includes(id))
  if (before === null) await holdTubes(tx, ids, parties.ConsignorId)
  await checkTubes(tx, user, parties, ids, new Set(added))
  const saved =
    key ?? (await insertRecord(tx, 'shipments', 'shipment_id', shipmentFields, record, { CreatedBy: user.UserId }))
  if (key !== null) await updateRecord(tx, 'shipments', 'shipment_id', key, shipmentFields, record)
  const shipment = { ShipmentId: saved, ConsignorId: parties.ConsignorId }
  await unpackTubes(tx, user, shipment, removed)
  await packTubes(tx, user, shipment, added)
  return saved
}
