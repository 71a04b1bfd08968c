// Cash that leaves a batch, recorded and cancelled: marked in an open batch, in a closed one by the opposite today.
import { formatDate } from '../../../core/dates.ts'
import { integer, text } from '../../../core/model.ts'
import { formatMoney } from '../../../core/money.ts'
import { recordPath } from '../../../core/record-path.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { notFound, obey, refused } from '../../../server/refusal.ts'
import { postDeposit, postPaidOut, spentAt, today } from '../../ledger/cash.server.ts'
import { drawerHolds } from '../../transactions/drawer/drawer.server.ts'
import { openBatch } from '../../transactions/money.server.ts'
import { checkReason } from '../../transactions/transactions.rules.ts'
import { tranbatches } from '../tranbatches.model.ts'
import { isToCancel, mayCancelKind, mayCancelOut } from './outs.rules.ts'

export type Out = {
  Kind: 'Deposit' | 'Paid out' | 'Float'
  BatchId: number
  /** Below zero: it cancels another one. */
  Amount: number
  Day: string
  BankAccountId: number | null
  SlipNo: string | null
  ReasonId: number | null
  LedgerAccountId?: number | null
  ToBatchId?: number | null
  Remarks: string | null
  PlaceId: number
}
/** Records it into its batch, which is held alone; answers the key. */
export const addOut = async (tx: Tx, user: Caller, out: Out, reversesId: number | null = null): Promise<number> => {
  const { BatchOutId } = await tx.one<{ BatchOutId: number }>(sql`
    insert into
      batch_outs (
        kind,
        batch_id,
        amount,
        day,
        bank_account_id,
        slip_no,
        reason_id,
        ledger_account_id,
        to_batch_id,
        remarks,
        place_id,
        created_by,
        created_at,
        reverses_id
      )
    values
      (
        ${out.Kind},
        ${out.BatchId},
        ${out.Amount},
        ${out.Day},
        ${out.BankAccountId}::int,
        ${out.SlipNo},
        ${out.ReasonId}::int,
        ${out.LedgerAccountId ?? null}::int,
        ${out.ToBatchId ?? null}::int,
        ${out.Remarks},
        ${out.PlaceId},
        ${user.UserId},
        ${now().toISOString()},
        ${reversesId}::int
      )
    returning
      batch_out_id
  `)
  await drawerHolds(tx, out.BatchId, {
    at: 'Amount',
    way: 'Enter what is there, or take over the batch that holds the rest',
  })
  return BatchOutId
}

type Kept = Out & {
  Category: string | null
  BatchOutId: number
  ReversesId: number | null
  Cancelled: boolean
  ReversedById: number | null
}
const holdOut = (tx: Tx, id: number, batchId: number): Promise<Kept | undefined> =>
  tx.maybe<Kept>(sql`
    select
      out.batch_out_id,
      out.kind,
      out.batch_id,
      out.amount,
      out.day::text as day,
      out.bank_account_id,
      out.slip_no,
      out.reason_id,
      out.ledger_account_id,
      (
        select
          category.item_label
        from
          list_items category
        where
          category.list_item_id = out.reason_id
      ) as category,
      out.remarks,
      out.place_id,
      out.reverses_id,
      out.cancelled_at is not null as cancelled,
      (
        select
          reversal.batch_out_id
        from
          batch_outs reversal
        where
          reversal.reverses_id = out.batch_out_id
      ) as reversed_by_id
    from
      batch_outs out
    where
      out.batch_out_id = ${id}
      and out.batch_id = ${batchId}
    for update of
      out
  `)

/** @throws 422 where a line of the bank shows the deposit */
const checkUnseen = async (tx: Tx, { BatchOutId }: Kept): Promise<void> => {
  const line = await tx.maybe<{ Day: string; Description: string }>(sql`
    select
      line.day::text as day,
      line.description
    from
      bank_match_items item
      join bank_matches match using (bank_match_id)
      join bank_lines line using (bank_line_id)
    where
      item.batch_out_id = ${BatchOutId}
      and match.undone_at is null
  `)
  if (line)
    throw refused(
      `The bank has it: ${line.Description} of ${formatDate(line.Day)} is matched with it. Undo that match first`,
    )
}

/** Posts it back, today. */
const postBack = async (tx: Tx, out: Kept, batchOutId: number, batchId: number): Promise<void> => {
  const back = { batchOutId, batchId, placeId: out.PlaceId, amount: -out.Amount, date: today() }
  if (out.Kind === 'Paid out') {
    const place = await spentAt(tx, out.BatchOutId, out.PlaceId)
    const [category, ledgerAccountId] = [out.Category ?? '', out.LedgerAccountId ?? null]
    return postPaidOut(tx, { ...back, category, ledgerAccountId, spentAt: place })
  }
  await postDeposit(tx, {
    ...back,
    bankAccountId: Number(out.BankAccountId),
    slipNo: out.SlipNo ?? '',
    day: out.Day,
  })
}

export const cancelOut = actionOf(tranbatches, {
  name: 'cancel cash out',
  permit: 'read',
  path: 'cancelout/{key}',
  summary: 'Cancel what was taken out of a batch: in a closed batch by the opposite one, today',
  body: {
    BatchOutId: integer('Id', { required: 'Id is required' }),
    reason: text('Reason', { required: 'Please enter why it is cancelled', maxLength: 500 }),
  },
  decide: (_batch, user) => mayCancelOut(user),
  run: async ({ tx, user, key, before, body }) => {
    obey(checkReason(body.reason, 'reason'))
    const reason = body.reason ?? ''
    const out = await holdOut(tx, Number(body.BatchOutId), key)
    if (!out) throw notFound()
    obey(mayCancelKind(out.Kind))
    await checkUnseen(tx, out)
    obey(isToCancel({ IsCancelled: out.Cancelled, ReversesId: out.ReversesId, ReversedById: out.ReversedById }))
    const isOpen = before.Status === 'Open'
    const what = `${formatMoney(out.Amount, { symbol: true })} of ${formatDate(out.Day)}`
    await tx.run(sql`
      update batch_outs
      set
        cancelled_at = ${isOpen ? now().toISOString() : null},
        cancelled_by_id = ${user.UserId},
        cancel_reason = ${reason}
      where
        batch_out_id = ${out.BatchOutId}
    `)
    if (isOpen) {
      await postBack(tx, out, out.BatchOutId, key)
      if (before.OwnerId !== null && before.OwnerId !== user.UserId)
        await notifyUsers(tx, [before.OwnerId], {
          creater: user.FullName,
          subject: `${out.Kind} out of your batch is cancelled`,
          content: `${what} is in batch ${key} again: ${reason}`,
          path: recordPath('tranbatches', { BatchId: key }),
        })
      return { message: `${what} is cancelled, and is in batch ${key}` }
    }
    const batchId = await openBatch(tx, user.UserId, true)
    const opposite = { ...out, BatchId: batchId, Amount: -out.Amount, Remarks: reason }
    const id = await addOut(tx, user, opposite, out.BatchOutId)
    await postBack(tx, out, id, batchId)
    return { message: `${what} is cancelled, and is in batch ${batchId}` }
  },
})
