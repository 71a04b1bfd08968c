// The cash of a batch: it is a drawer, and pays out no more than it holds.
import { formatMoney } from '../../../core/money.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { paymentMode } from '../../lists/items.model.ts'

/**
 * The batches of an invoice's money do not close meanwhile. One in which money is taken back is held alone, with the
 * user's own open one, so that two such requests see what the other took.
 */
export const holdBatches = (tx: Tx, invoiceId: number, takenBackBy: number | null): Promise<number> =>
  tx.run(sql`
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
          invoice_id = ${invoiceId}
          and not is_cancelled
      )
      or (
        owner_id = ${takenBackBy}::int
        and close_date is null
      )
    order by
      batch_id ${takenBackBy === null ? sql` for share ` : sql` for no key update `}
  `)

type Paid = { readonly PaymentModeId: number; readonly Kind: string }
/** Whether notes leave the drawer. */
export const paysOut = ({ PaymentModeId, Kind }: Paid): boolean =>
  Kind === 'Refund' && PaymentModeId === paymentMode.Cash

/** Whether notes come into the drawer: cancelled, they are not there. */
export const takesNotes = ({ PaymentModeId, Kind }: Paid): boolean =>
  Kind === 'Receipt' && PaymentModeId === paymentMode.Cash

/** Asked after cash left a batch that is held. @throws 422 where it was more than there is */
export const drawerHolds = async (tx: Tx, batchId: number): Promise<void> => {
  const held = await tx.maybe<{ amount: number }>(sql`
    select
      amount
    from
      batch_amounts
    where
      batch_id = ${batchId}
      and mode = ${paymentMode.Cash}
  `)
  const short = -Math.min(0, held?.amount ?? 0)
  if (short === 0) return
  const reason =
    `The drawer holds ${formatMoney(short, { symbol: true })} less in cash than this takes out. Refund in another ` +
    'mode, or let a user do it whose batch holds the cash'
  throw refused(reason, { PaymentModeId: [reason] })
}
