// The tubes of shipments: locks them after their sales, packs and unpacks them.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { announceList } from '../../../server/db/notify.ts'
import { holdSales, refreshStatuses } from '../../sales/status/status.server.ts'
import { addEvent, type TubeEvent } from '../../sales/tubes/tubes.server.ts'
import { onOpenShipment, sampleStatus } from '../../lists/items.model.ts'

/** Sample ids in a request, whatever it contains. */
const sampleIdsIn = (rows: unknown): number[] =>
  Array.isArray(rows)
    ? rows.flatMap((row: unknown) => {
        const id = typeof row === 'object' && row !== null && 'SampleId' in row ? Number(row.SampleId) : Number.NaN
        return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? [id] : []
      })
    : []

/**
 * Locks for the tubes of a shipment, for requested ones that its consignor owns, and for one that came with it: sales
 * first, then tubes.
 */
export const lockedBeforeShipment = (
  key: number,
  sent: { readonly ShipmentSamples?: unknown },
  barcodes: readonly string[] = [],
): readonly Sql[] => {
  // parts, each by its key: an "or" between them would scan every tube of the network
  const theirs = sql`
    select
      packed.sample_id,
      tube.sale_id
    from
      shipment_samples packed
      join samples tube on tube.sample_id = packed.sample_id
    where
      packed.shipment_id = ${key}
    union all
    select
      tube.sample_id,
      tube.sale_id
    from
      samples tube
      join shipments shipment on shipment.shipment_id = ${key}
    where
      tube.sample_id = any (${sampleIdsIn(sent.ShipmentSamples)})
      and tube.owner_id = shipment.consignor_id
    union all
    select
      tube.sample_id,
      tube.sale_id
    from
      samples tube
    where
      tube.barcode = any (${[...barcodes]})
  `
  return [
    sql`
      select
        1
      from
        sales
      where
        sale_id in (
          select
            theirs.sale_id
          from
            (${theirs}) theirs
        )
      order by
        sale_id
      for update
    `,
    sql`
      select
        1
      from
        samples
      where
        sample_id in (
          select
            theirs.sample_id
          from
            (${theirs}) theirs
        )
      order by
        sample_id
      for update
    `,
  ]
}

/** Locks the tubes of a party, after their sales. Tubes of others are not locked, so no user is blocked by them. */
export const holdTubes = async (tx: Tx, ids: readonly number[], ownerId: number): Promise<void> => {
  const theirs = sql`
    sample_id = any (${[...ids]})
    and owner_id = ${ownerId}
  `
  const sales = await tx.rows<{ SaleId: number }>(sql`
    select distinct
      sale_id
    from
      samples
    where
      ${theirs}
  `)
  await holdSales(
    tx,
    sales.map((row) => row.SaleId),
  )
  await tx.run(sql`
    select
      1
    from
      samples
    where
      ${theirs}
    order by
      sample_id
    for update
  `)
}

const saleIdsOf = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ SaleId: number }>(sql`
      select distinct
        sale_id
      from
        samples
      where
        sample_id = any (${[...ids]})
      order by
        sale_id
    `)
  ).map((row) => row.SaleId)

/** The status of an unpacked tube: collected at the seller, delivered at every later party. */
const unpacked = sql`
  case
    when tube.owner_id = tube.route[1] then ${literal(sampleStatus.Collected)}
    else ${literal(sampleStatus.Delivered)}
  end
`
const changed = (was: number, is: number): Record<string, [unknown, unknown]> => ({ StatusId: [was, is] })

type Move = {
  /** New status of the tube; `unpacked`: its status before it was packed. */
  readonly to: number | 'unpacked'
  readonly event: Omit<TubeEvent, 'userId'>
  readonly action: string
}
/** Moves tubes, with their lines and sales; writes an event and a history entry for each. */
export const moveTubes = async (tx: Tx, author: Author, ids: readonly number[], move: Move): Promise<void> => {
  if (ids.length === 0) return
  const moved = await tx.rows<{ Id: number; Was: number; Is: number }>(sql`
    update samples tube
    set
      status_id = ${move.to === 'unpacked' ? unpacked : literal(move.to)},
      row_version = tube.row_version + 1
    from
      samples before
    where
      before.sample_id = tube.sample_id
      and tube.sample_id = any (${[...ids]})
    returning
      tube.sample_id as id,
      before.status_id as was,
      tube.status_id as is
  `)
  await addEvent(tx, ids, { ...move.event, userId: author.UserId })
  await writeAudit(
    tx,
    author,
    ...moved.map(({ Id, Was, Is }) => ({
      module: 'samples',
      formId: Id,
      action: move.action,
      changes: changed(Was, Is),
    })),
  )
  await refreshStatuses(tx, await saleIdsOf(tx, ids))
  for (const module of ['samples', 'sales']) announceList(module)
}

/** The open shipment of a `tube`. */
export const openShipment = sql`
  (
    select
      packed.shipment_id
    from
      shipment_samples packed
    where
      packed.sample_id = tube.sample_id
      and packed.status_id in (${literal(...onOpenShipment)})
    limit
      1
  )
`

/** Puts tubes on a shipment. */
export const packTubes = async (
  tx: Tx,
  author: Author,
  shipment: { readonly ShipmentId: number; readonly ConsignorId: number },
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await tx.run(sql`
    insert into
      shipment_samples (shipment_id, sample_id, status_id)
    select
      ${shipment.ShipmentId},
      packed.sample_id,
      ${literal(sampleStatus.Packed)}
    from
      unnest(${[...ids]}::int[]) with ordinality packed (sample_id, place)
    order by
      packed.place
  `)
  const event = { what: `Packed in shipment ${shipment.ShipmentId}`, clientId: shipment.ConsignorId }
  await moveTubes(tx, author, ids, { to: sampleStatus.Packed, event, action: 'pack' })
}

/** Takes tubes off a shipment that is still being packed. */
export const unpackTubes = async (
  tx: Tx,
  author: Author,
  shipment: { readonly ShipmentId: number; readonly ConsignorId: number },
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await tx.run(sql`
    delete from shipment_samples
    where
      shipment_id = ${shipment.ShipmentId}
      and sample_id = any (${[...ids]})
  `)
  const { ShipmentId: shipmentId, ConsignorId: clientId } = shipment
  const event = { what: `Taken off shipment ${shipmentId}`, kind: 'unpacked', shipmentId, clientId } as const
  await moveTubes(tx, author, ids, { to: 'unpacked', event, action: 'unpack' })
}
