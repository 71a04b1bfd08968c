// Taking a closed batch over: the taker counts what is handed over, and that goes into the taker's own batch.
import type { Amount } from '../../core/money.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { held } from '../../server/door/permission.ts'
import { actionOf } from '../../server/module.ts'
import { obey } from '../../server/refusal.ts'
import { openBatch } from '../transactions/money.server.ts'
import { takenOver } from './answers.model.ts'
import { checkReceived, differenceOf, differenceText, keptCounts, receivedOf, type Counted } from './count.rules.ts'
import { checkSent, countFields, countedOf, wasCounted } from './count.server.ts'
import { countSettings, placeOf, settleDifference, wrongToday } from './difference.server.ts'
import { tranbatches } from './tranbatches.model.ts'
import { mayTransfer } from './tranbatches.rules.ts'

/** The received money moves on, mode by mode. */
const handOver = async (tx: Tx, from: number, to: number, received: readonly Counted[]): Promise<void> => {
  const given = received.filter((one) => Number(one.Amount) !== 0)
  await tx.run(sql`
    insert into
      batch_transfers (from_batch_id, to_batch_id, payment_mode_id, amount, made_at)
    select
      ${from}::int,
      ${to}::int,
      given.mode,
      given.amount,
      ${now().toISOString()}::timestamptz
    from
      unnest(${given.map((one) => one.PaymentModeId)}::int[], ${given.map(
        (one): Amount => one.Amount,
      )}::numeric[]) given (mode, amount)
  `)
}

export const takeOver = actionOf(tranbatches, {
  name: 'transfer',
  permit: 'read',
  ...takenOver,
  summary: 'Count and take over a closed batch of another user',
  body: countFields,
  decide: (batch, user) => mayTransfer(batch, user, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, before, body }) => {
    const counts = keptCounts(before.Counted)
    const received = wasCounted(body)
      ? countedOf(body.Counted)
      : counts.map(({ PaymentModeId, Amount }) => ({ PaymentModeId, Amount }))
    // before the day's sum, as who closes holds their batch first
    const to = await openBatch(tx, user.UserId)
    const { limit } = await countSettings(tx)
    const decision = checkReceived(counts, received, {
      limit,
      made: await wrongToday(tx, user),
      remarks: body.Remarks,
    })
    if (!decision.ok && decision.code === undefined) checkSent(decision)
    obey(decision)
    await handOver(tx, key, to, received)
    const differs = differenceOf(receivedOf(counts, received))
    await tx.run(sql`
      update tran_batches
      set
        taken_over_by_id = ${user.UserId},
        taken_over_at = ${now().toISOString()},
        received = ${JSON.stringify(received)}::jsonb,
        received_why = ${body.Remarks ?? null}
      where
        batch_id = ${key}
    `)
    const expected = counts.map(({ PaymentModeId, Expected }) => ({ PaymentModeId, Amount: 0, Expected }))
    const came = received.map(({ PaymentModeId, Amount }) => ({ PaymentModeId, Amount: Number(Amount), Expected: 0 }))
    await settleDifference(tx, key, await placeOf(tx, key, user.EntityId), differenceOf([...expected, ...came]))
    const words = differs === 0 ? '' : `, ${differenceText(differs)} of what was handed over`
    return { message: `Batch ${key} is taken over into batch ${to}${words}`, BatchId: to }
  },
})
