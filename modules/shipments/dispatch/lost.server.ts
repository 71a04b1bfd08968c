// A shipment that never arrived: its sender says so, and its tubes are recollected.
import { sql, type Tx } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { writeAudit, type Entry } from '../../../server/door/audit.ts'
import { actionOf } from '../../../server/module.ts'
import { refused } from '../../../server/refusal.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { sayOnTheWay } from '../../samples/recollection/on-the-way.server.ts'
import { recollect, type Finding } from '../../samples/recollection/recollect.server.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { lostFields, shipments } from '../shipments.model.ts'
import { mayBeLost } from '../shipments.rules.ts'

/** An outside lab has measured in these tubes: they arrived. @throws 422 */
export const checkNotMeasured = async (tx: Tx, tubes: readonly number[]): Promise<void> => {
  const measured = await tx.maybe<{ Barcode: string }>(sql`
    select
      tube.barcode
    from
      samples tube
      join sample_elements placed on placed.sample_id = tube.sample_id
      join work_items item on item.sample_element_id = placed.sample_element_id
      join results counted on counted.result_id = item.result_id
    where
      tube.sample_id = any (${[...tubes]})
      and item.keeper_id is not null
      and counted.result is not null
    limit
      1
  `)
  if (measured) throw refused(`A result of ${measured.Barcode} is entered: it has arrived`)
}

export const lost = actionOf(shipments, {
  name: 'lost',
  permit: 'update',
  path: 'lost/shipments/{key}',
  summary: 'Say that what is still in transit of a shipment is lost; its tubes are recollected',
  body: lostFields,
  decide: mayBeLost,
  run: async ({ tx, user, key, before, body }) => {
    const gone = before.ShipmentSamples.filter((row) => row.StatusId === sampleStatus.Dispatched)
    const ids = gone.map((row) => Number(row.SampleId))
    await checkNotMeasured(tx, ids)
    const findings = ids.map((SampleId): Finding => ({
      SampleId,
      StatusId: sampleStatus.NotFound,
      ReasonId: Number(body.ReasonId),
      Remarks: body.Remarks?.trim() || `Shipment ${key} was lost in transit`,
    }))
    const made = await recollect(tx, user, findings)
    await sayOnTheWay(tx, user, findings)
    const entries = ids.map((id): Entry => ({
      module: 'samples',
      formId: id,
      action: 'lost',
      remarks: `Shipment ${key}`,
      changes: { StatusId: [sampleStatus.Dispatched, sampleStatus.NotFound], ReasonId: [null, Number(body.ReasonId)] },
    }))
    await writeAudit(tx, user, ...entries)
    await refreshStatuses(tx, [...new Set(gone.map((row) => Number(row.Sample?.Sale.SaleId)))])
    for (const module of ['samples', 'sales', 'testresults']) announceList(module, user.EmployerId)
    return { message: `Lost in transit: ${samplesOf(ids.length)}, of which ${made.length} to be recollected` }
  },
})
