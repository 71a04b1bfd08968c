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
  kind: 'Deposit' | 'Paid out' | 'Float'
  batch_id: number
  /** Below zero: it cancels another one. */
  amount: number
  day: string
  bank_account_id: number | null
  slip_no: string | null
  reason_id: number | null
  ledger_account_id?: number | null
  to_batch_id?: number | null
  remarks: string | null
  place_id: number
}
/** Records it into its batch, which is held alone; answers the key. */
export const addOut = async (tx: Tx, user: Caller, out: Out, reversesId: number | null = null): Promise<number> => {
  const { batch_out_id } = await tx.one<{ batch_out_id: number }>(sql`
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
        ${out.kind},
        ${out.batch_id},
        ${out.amount},
        ${out.day},
        ${out.bank_account_id}::int,
        ${out.slip_no},
        ${out.reason_id}::int,
        ${out.ledger_account_id ?? null}::int,
        ${out.to_batch_id ?? null}::int,
        ${out.remarks},
        ${out.place_id},
        ${user.UserId},
        ${now().toISOString()},
        ${reversesId}::int
      )
    returning
      batch_out_id
  `)
  await drawerHolds(tx, out.batch_id, {
    at: 'Amount',
    way: 'Enter what is there, or take over the batch that holds the rest',
  })
  return batch_out_id
}

type Kept = Out & {
  category: string | null
  batch_out_id: number
  reverses_id: number | null
  cancelled: boolean
  reversed_by_id: number | null
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
const checkUnseen = async (tx: Tx, { batch_out_id }: Kept): Promise<void> => {
  const line = await tx.maybe<{ day: string; description: string }>(sql`
    select
      line.day::text as day,
      line.description
    from
      bank_match_items item
      join bank_matches match using (bank_match_id)
      join bank_lines line using (bank_line_id)
    where
      item.batch_out_id = ${batch_out_id}
      and match.undone_at is null
  `)
  if (line)
    throw refused(
      `The bank has it: ${line.description} of ${formatDate(line.day)} is matched with it. Undo that match first`,
    )
}

/** Posts it back, today. */
const postBack = async (tx: Tx, out: Kept, batchOutId: number, batchId: number): Promise<void> => {
  const back = { batchOutId, batchId, placeId: out.place_id, amount: -out.amount, date: today() }
  if (out.kind === 'Paid out') {
    const place = await spentAt(tx, out.batch_out_id, out.place_id)
    const [category, ledgerAccountId] = [out.category ?? '', out.ledger_account_id ?? null]
    return postPaidOut(tx, { ...back, category, ledgerAccountId, spentAt: place })
  }
  await postDeposit(tx, {
    ...back,
    bankAccountId: Number(out.bank_account_id),
    slipNo: out.slip_no ?? '',
    day: out.day,
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
    obey(mayCancelKind(out.kind))
    await checkUnseen(tx, out)
    obey(isToCancel({ IsCancelled: out.cancelled, ReversesId: out.reverses_id, ReversedById: out.reversed_by_id }))
    const isOpen = before.Status === 'Open'
    const what = `${formatMoney(out.amount, { symbol: true })} of ${formatDate(out.day)}`
    await tx.run(sql`
      update batch_outs
      set
        cancelled_at = ${isOpen ? now().toISOString() : null},
        cancelled_by_id = ${user.UserId},
        cancel_reason = ${reason}
      where
        batch_out_id = ${out.batch_out_id}
    `)
    if (isOpen) {
      await postBack(tx, out, out.batch_out_id, key)
      if (before.OwnerId !== null && before.OwnerId !== user.UserId)
        await notifyUsers(tx, [before.OwnerId], {
          creater: user.FullName,
          subject: `${out.kind} out of your batch is cancelled`,
          content: `${what} is in batch ${key} again: ${reason}`,
          path: recordPath('tranbatches', { BatchId: key }),
        })
      return { message: `${what} is cancelled, and is in batch ${key}` }
    }
    const batchId = await openBatch(tx, user.UserId, true)
    const opposite = { ...out, batch_id: batchId, amount: -out.amount, remarks: reason }
    const id = await addOut(tx, user, opposite, out.batch_out_id)
    await postBack(tx, out, id, batchId)
    return { message: `${what} is cancelled, and is in batch ${batchId}` }
  },
})
