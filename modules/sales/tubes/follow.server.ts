// Changes of a sale's header move on to its dependent records: the sales on every leg to the performing lab, and its
// tubes.
import { sameValue } from '../../../core/same.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { invalid } from '../../../server/refusal.ts'
import type { Sale, SaleDraft } from '../sales.model.ts'
import { addEvent } from './tubes.server.ts'
import { sampleStatus } from '../../lists/items.model.ts'

/** The sales at every hop below a sale. For a `with recursive`. */
export const legsOf = (saleId: number | Sql): Sql => sql`
  legs as (
    select
      below.*
    from
      sales below
    where
      below.base_sale_id = ${saleId}
    union all
    select
      below.*
    from
      sales below
      join legs on below.base_sale_id = legs.sale_id
  )
`

/** When the first tube of a sale was drawn that is not lost or rejected, which its report prints; null before. */
export const firstDraw = (saleId: Sql): Sql => sql`
  (
    select
      min(drawn.collection_date)
    from
      samples drawn
    where
      drawn.sale_id = ${saleId}
      and drawn.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
  )
`
export const firstDrawOf = async (tx: Tx, saleId: number): Promise<string | null> =>
  (
    await tx.one<{ At: string | null }>(sql`
      select
        ${firstDraw(sql`${saleId}`)} as at
    `)
  ).At

/**
 * Tubes collected at the sale's date take its new date, or those collected at another moment of `sale`; a tube
 * collected separately keeps its own. Answers the tubes.
 */
export const moveTubes = async (
  tx: Tx,
  saleId: number,
  collected: string,
  was = sql`sale.collection_date`,
): Promise<number[]> => {
  const drawn = sql`
    tube.sale_id = ${saleId}
    and tube.sale_id = sale.sale_id
    and tube.status_id <> ${literal(sampleStatus.ToBeCollected)}
    and tube.collection_date = ${was}
  `
  if (Date.parse(collected) > now().getTime()) {
    const found = await tx.maybe(sql`
      select
        1
      from
        samples tube,
        sales sale
      where
        ${drawn}
      limit
        1
    `)
    if (found)
      throw invalid({ CollectionDate: ['The tubes are collected, so Collection Date cannot be in the future'] })
  }
  const moved = await tx.rows<{ SampleId: number }>(sql`
    update samples tube
    set
      collection_date = ${collected},
      row_version = tube.row_version + 1
    from
      sales sale
    where
      ${drawn}
    returning
      tube.sample_id
  `)
  return moved.map((tube) => tube.SampleId)
}

const carried = ['PatientId', 'ReferringDoctorId', 'SaleDate', 'CollectionDate', 'ReportDate', 'LRN', 'IsStat'] as const
/**
 * Called before the sale itself is written, with its new values. Each leg takes patient, doctor, dates, LRN and
 * urgency; tubes take the collection date, and a tube whose patient changes gets an event that its label must be
 * printed again.
 */
export const carryHeader = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  sale: SaleDraft,
  before: Sale,
): Promise<void> => {
  const changed = carried.filter((name) => !sameValue(sale[name], before[name]))
  if (changed.length === 0) return
  if (changed.includes('CollectionDate')) await moveTubes(tx, saleId, String(sale.CollectionDate))
  await tx.run(sql`
    with recursive
      ${legsOf(saleId)}
    update sales sale
    set
      patient_id = client.client_id,
      patient_name = client.name,
      referring_doctor_id = ${sale.ReferringDoctorId},
      sale_date = ${sale.SaleDate},
      collection_date = ${sale.CollectionDate},
      report_date = ${sale.ReportDate},
      lrn = ${sale.LRN},
      is_stat = ${sale.IsStat === true},
      row_version = sale.row_version + 1
    from
      clients client
    where
      client.client_id = ${sale.PatientId}
      and sale.sale_id in (
        select
          sale_id
        from
          legs
      )
  `)
  if (!changed.includes('PatientId')) return
  const tubes = await tx.rows<{ SampleId: number }>(sql`
    select
      sample_id
    from
      samples
    where
      sale_id = ${saleId}
    order by
      sample_id
  `)
  if (tubes.length > 0)
    await addEvent(
      tx,
      tubes.map((tube) => tube.SampleId),
      { what: 'Patient corrected: print the label again', clientId: user.EntityId, userId: user.UserId },
    )
}

/** Called after the sale is written: its legs have its sales manager. */
export const carryManager = (tx: Tx, saleId: number): Promise<number> =>
  tx.run(sql`
    with recursive
      ${legsOf(saleId)}
    update sales leg
    set
      sales_manager_id = sale.sales_manager_id
    from
      sales sale
    where
      sale.sale_id = ${saleId}
      and leg.sale_id in (
        select
          sale_id
        from
          legs
      )
      and leg.sales_manager_id is distinct from sale.sales_manager_id
  `)
