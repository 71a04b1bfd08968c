// Recollects a tube that is unfit, missing or broken: a new tube replaces it for everything not measured yet.
import { itemOf } from '../../../core/items.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import type { Caller } from '../../../server/caller.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { lineStatus, sampleStatus, sampleStatuses, workItemStatus } from '../../lists/items.model.ts'
import { addEvent } from '../../sales/tubes/tubes.server.ts'
import { moveElements } from './move.server.ts'

/** What the receiver or holder recorded of an unfit tube. */
export type Finding = {
  readonly SampleId: number
  readonly StatusId: number
  readonly ReasonId: number
  readonly Remarks: string | null
}

type Old = {
  Barcode: string
  SaleId: number
  SellerId: number
  AccessionNo: string
  Patient: string
  Phone: string | null
  Specimen: string
  Reason: string
}
const readOld = (tx: Tx, { SampleId, ReasonId }: Finding): Promise<Old> =>
  tx.one<Old>(sql`
    select
      tube.barcode,
      tube.sale_id,
      sale.seller_id,
      sale.accession_no,
      sale.patient_name as patient,
      patient.mobile_phone as phone,
      specimen.name as specimen,
      (
        select
          reason.item_label
        from
          list_items reason
        where
          reason.list_item_id = ${ReasonId}
      ) as reason
    from
      samples tube
      join sales sale on sale.sale_id = tube.sale_id
      join clients patient on patient.client_id = sale.patient_id
      join specimens specimen on specimen.specimen_id = tube.specimen_id
    where
      tube.sample_id = ${SampleId}
  `)

const write = (tx: Tx, { SampleId, StatusId, ReasonId }: Finding): Promise<number> =>
  tx.run(sql`
    update samples
    set
      status_id = ${StatusId},
      reason_id = ${ReasonId},
      row_version = row_version + 1
    where
      sample_id = ${SampleId}
  `)

/** Elements of a tube that have no result and that an active line of the sale still needs. */
const stillToMeasure = async (tx: Tx, sampleId: number): Promise<number[]> =>
  (
    await tx.rows<{ Id: number }>(sql`
      select
        placed.sample_element_id as id
      from
        sample_elements placed
        left join work_items item on item.sample_element_id = placed.sample_element_id
      where
        placed.sample_id = ${sampleId}
        and item.result_id is null
        and item.status_id is distinct from ${literal(workItemStatus.NotPerformed)}
        and exists (
          select
            1
          from
            sale_product_elements wanted
            join sale_products line on line.sale_product_id = wanted.sale_product_id
          where
            wanted.sample_element_id = placed.sample_element_id
            and line.status_id <> ${literal(lineStatus.Cancelled)}
        )
    `)
  ).map((row) => row.Id)

/** Open work in a rejected tube that is no longer needed: its line or sale is cancelled. */
const dropUnwanted = (tx: Tx, { SampleId }: Finding, wanted: readonly number[]): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.NotPerformed)},
      reason_id = null,
      row_version = item.row_version + 1
    from
      sample_elements placed
    where
      placed.sample_element_id = item.sample_element_id
      and placed.sample_id = ${SampleId}
      and not (placed.sample_element_id = any (${[...wanted]}::int[]))
      and item.result_id is null
      and item.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.OnHold)})
  `)

/** Makes a tube like the old one, to be collected at the same place. */
const addTube = async (tx: Tx, sampleId: number, old: Old): Promise<{ SampleId: number; Barcode: string }> =>
  tx.one(sql`
    insert into
      samples (
        sale_id,
        specimen_id,
        time_point,
        temperature_id,
        performing_lab_id,
        route,
        owner_id,
        status_id,
        replaces_sample_id,
        tube_no,
        barcode
      )
    select
      tube.sale_id,
      tube.specimen_id,
      tube.time_point,
      tube.temperature_id,
      tube.performing_lab_id,
      tube.route,
      ${old.SellerId},
      ${literal(sampleStatus.ToBeCollected)},
      tube.sample_id,
      next.number,
      ${old.AccessionNo} || '-' || lpad(next.number::text, 2, '0')
    from
      samples tube
      cross join lateral (
        select
          max(one.tube_no) + 1 as number
        from
          samples one
        where
          one.sale_id = tube.sale_id
      ) next
    where
      tube.sample_id = ${sampleId}
    returning
      sample_id,
      barcode
  `)

const notifyCentre = (tx: Tx, user: Caller, old: Old, made: { SampleId: number; Barcode: string }): Promise<void> =>
  tellOthers(tx, user, old.SellerId, [role.FrontDesk, role.Phlebotomist], {
    subject: `Recollect, call the patient: ${old.Patient}`,
    content: [
      `${old.Specimen} ${old.Barcode}: ${old.Reason}`,
      `call ${old.Patient}${old.Phone ? `, ${old.Phone}` : ' (no phone recorded)'}`,
      `the new tube is ${made.Barcode}, free of charge`,
    ].join('; '),
    path: recordPath('samples', { SampleId: made.SampleId }),
  })

const recollectOne = async (tx: Tx, user: Caller, finding: Finding): Promise<number | undefined> => {
  const { SampleId, StatusId, ReasonId, Remarks } = finding
  const old = await readOld(tx, finding)
  await write(tx, finding)
  const found = itemOf(sampleStatuses, StatusId)?.label ?? ''
  await addEvent(tx, [SampleId], {
    what: found,
    clientId: user.EntityId,
    userId: user.UserId,
    remarks: [old.Reason, Remarks].filter(Boolean).join(': '),
  })
  const elements = await stillToMeasure(tx, SampleId)
  await dropUnwanted(tx, finding, elements)
  if (elements.length === 0) return undefined
  const made = await addTube(tx, SampleId, old)
  await moveElements(tx, elements, SampleId, made.SampleId, ReasonId)
  await addEvent(tx, [made.SampleId], {
    what: 'Recollection requested',
    clientId: old.SellerId,
    userId: user.UserId,
    remarks: `Replaces ${old.Barcode}: ${old.Reason}`,
  })
  await writeAudit(tx, user, {
    module: 'samples',
    formId: made.SampleId,
    action: 'create',
    changes: { ReplacesSampleId: [null, SampleId], StatusId: [null, sampleStatus.ToBeCollected] },
  })
  await notifyCentre(tx, user, old, made)
  return made.SampleId
}

/**
 * Recollects unfit tubes where something in them is still to be measured. Answers the keys of the new tubes. The caller
 * locks their sales and tubes, records the history of the old ones, and updates the statuses of the sales.
 */
export const recollect = async (tx: Tx, user: Caller, findings: readonly Finding[]): Promise<number[]> => {
  const made: number[] = []
  for (const finding of findings) {
    const id = await recollectOne(tx, user, finding)
    if (id !== undefined) made.push(id)
  }
  return made
}
