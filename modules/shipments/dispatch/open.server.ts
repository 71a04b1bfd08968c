// The open automatic shipment of a laboratory, and who edits it.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { lockedBeforeShipment } from '../packing/tubes.server.ts'

/** The editor of the open shipment; idle: a window left open, from which no request came for five minutes. */
export type Editor = { readonly FullName: string; readonly IsIdle: boolean }
export type OpenShipment = {
  readonly key?: number
  readonly editor?: Editor
  /** It was dispatched or cancelled in this moment. */
  readonly isGone?: boolean
}

const editorOf = (tx: Tx, key: number): Promise<Editor | undefined> =>
  tx.maybe<Editor>(sql`
    select
      person.full_name,
      session.last_seen_at <= now() - interval '5 minutes' as is_idle
    from
      locks held
      join users person on person.user_id = held.user_id
      join sessions session on session.token_hash = held.token_hash
    where
      held.module_id = 'shipments'
      and held.form_id = ${key}
      and held.leased_until > now()
    order by
      is_idle
    limit
      1
  `)

/** The open shipment, locked. */
export const openShipmentOf = async (
  tx: Tx,
  lab: { readonly ClientId: number; readonly ConsigneeId: number },
): Promise<OpenShipment> => {
  const open = await tx.maybe<{ Key: number }>(sql`
    select
      shipment_id as key
    from
      shipments
    where
      is_auto
      and status_id = ${literal(shipmentStatus.BeingPacked)}
      and consignor_id = ${lab.ClientId}
      and consignee_id = ${lab.ConsigneeId}
  `)
  if (!open) return {}
  for (const lock of lockedBeforeShipment(open.Key, {})) await tx.run(lock)
  const still = await tx.maybe<{ Key: number }>(sql`
    select
      shipment_id as key
    from
      shipments
    where
      shipment_id = ${open.Key}
      and status_id = ${literal(shipmentStatus.BeingPacked)}
    for update
  `)
  if (!still) return { isGone: true }
  const editor = await editorOf(tx, open.Key)
  return { key: open.Key, ...(editor && { editor }) }
}
