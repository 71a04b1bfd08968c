// A missing tube is found before its replacement is collected: the found tube is used again.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { addEvent } from '../../sales/tubes/tubes.server.ts'

type Unneeded = {
  SampleId: number
  Barcode: string
  Found: string
  Before: number | null
  SellerId: number
  Patient: string
}
const replacementOf = (tx: Tx, sampleId: number): Promise<Unneeded | undefined> =>
  tx.maybe<Unneeded>(sql`
    select
      newer.sample_id,
      newer.barcode,
      tube.barcode as found,
      tube.replaces_sample_id as before,
      sale.seller_id,
      sale.patient_name as patient
    from
      samples newer
      join samples tube on tube.sample_id = newer.replaces_sample_id
      join sales sale on sale.sale_id = tube.sale_id
    where
      newer.replaces_sample_id = ${sampleId}
      and newer.status_id = ${literal(sampleStatus.ToBeCollected)}
  `)

/**
 * Moves the found tube to the end of its chain of replacements: the unneeded tube now replaces what the found one did.
 */
const changePlaces = async (tx: Tx, found: number, { SampleId, Before }: Unneeded): Promise<void> => {
  await tx.run(sql`
    update samples
    set
      replaces_sample_id = null,
      status_id = ${literal(sampleStatus.Discarded)},
      row_version = row_version + 1
    where
      sample_id = ${SampleId}
  `)
  // work held for the new tube carries this reason, which shows that it continues with the found one
  await tx.run(sql`
    update samples unneeded
    set
      reason_id = tube.reason_id
    from
      samples tube
    where
      unneeded.sample_id = ${SampleId}
      and tube.sample_id = ${found}
  `)
  await tx.run(sql`
    update samples
    set
      replaces_sample_id = ${SampleId},
      reason_id = null
    where
      sample_id = ${found}
  `)
  await tx.run(sql`
    update samples
    set
      replaces_sample_id = ${Before}
    where
      sample_id = ${SampleId}
  `)
}

/**
 * Moves the elements of the new tube back to the found one. Does nothing where no new tube was requested. The caller
 * locks the sale.
 */
export const reuseFoundTube = async (tx: Tx, user: Caller, found: number): Promise<void> => {
  const unneeded = await replacementOf(tx, found)
  if (!unneeded) return
  await tx.run(sql`
    update sample_elements
    set
      sample_id = ${found}
    where
      sample_id = ${unneeded.SampleId}
  `)
  await tx.run(sql`
    delete from sale_product_samples
    where
      sample_id = ${unneeded.SampleId}
  `)
  await changePlaces(tx, found, unneeded)
  const why = `${unneeded.Found} was found`
  await addEvent(tx, [unneeded.SampleId], {
    what: 'No longer needed',
    clientId: unneeded.SellerId,
    userId: user.UserId,
    remarks: why,
  })
  await writeAudit(tx, user, {
    module: 'samples',
    formId: unneeded.SampleId,
    action: 'not needed',
    remarks: why,
    changes: {
      StatusId: [sampleStatus.ToBeCollected, sampleStatus.Discarded],
      ReplacesSampleId: [found, unneeded.Before],
    },
  })
  await tellOthers(tx, user, unneeded.SellerId, [role.FrontDesk, role.Phlebotomist], {
    subject: `No need to recollect: ${unneeded.Patient}`,
    content: `${why}. ${unneeded.Barcode} no longer needs to be collected.`,
    path: recordPath('samples', { SampleId: found }),
  })
}
