// The cash of a batch: it is a drawer, and pays out no more than it holds.
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { paymentMode } from '../../lists/items.model.ts'

/** How a batch is held: it does not close meanwhile; `alone`, nor does other money come into it or go. */
export const batchHeld = (alone: boolean): Sql => (alone ? sql` for no key update ` : sql` for share `)

/** The batches of this money, and the open one of `ownerId`, the lowest first. */
export const batchLock = (money: Sql, ownerId: number | null, alone: boolean): Sql => sql`
  select
    1
  from
    tran_batches
  where
    batch_id in (
      select
        batch_id
      from
        transactions
      where
        ${money}
    )
    or (
      owner_id = ${ownerId}::int
      and close_date is null
    )
  order by
    batch_id ${batchHeld(alone)}
`

/** Those of an invoice. Who takes money back holds them alone, so that two such requests see what the other took. */
export const holdBatches = (tx: Tx, invoiceId: number, takenBackBy: number | null): Promise<number> =>
  tx.run(
    batchLock(
      sql`
        invoice_id = ${invoiceId}
        and not is_cancelled
      `,
      takenBackBy,
      takenBackBy !== null,
    ),
  )

type Paid = { readonly PaymentModeId: number; readonly Kind: string }
/** Whether notes leave the drawer. */
export const paysOut = ({ PaymentModeId, Kind }: Paid): boolean =>
  Kind === 'Refund' && PaymentModeId === paymentMode.Cash

/** Whether notes come into the drawer: cancelled, they are not there. */
export const takesNotes = ({ PaymentModeId, Kind }: Paid): boolean =>
  Kind === 'Receipt' && PaymentModeId === paymentMode.Cash

/** Where the refusal is shown, and the way out. */
type Leaving = { readonly at: string; readonly way: string }
export const paidOut: Leaving = {
  at: 'PaymentModeId',
  way: 'Pay in another mode, or let a user do it whose batch holds the cash',
}
/** The cash of a receipt went to another payer since: a reversal takes out no notes. */
export const takenBack = (at: string): Leaving => ({
  at,
  way: 'It was paid out since. Close the batch; then accounts staff or a manager can cancel the receipt',
})

/**
 * Asked after cash left a batch that is held alone. The refusal does not say how much is there: who counts the drawer
 * may ask. @throws 422 where it was more than there is
 */
export const drawerHolds = async (tx: Tx, batchId: number, { at, way }: Leaving): Promise<void> => {
  const held = await tx.maybe<{ Amount: number }>(sql`
    select
      amount
    from
      batch_amounts
    where
      batch_id = ${batchId}
      and mode = ${paymentMode.Cash}
  `)
  if ((held?.Amount ?? 0) >= 0) return
  const reason = `The drawer holds less in cash than this takes out. ${way}`
  throw refused(reason, { [at]: [reason] })
}
