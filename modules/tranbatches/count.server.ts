// Counting a batch: closed by its money handler, its difference confirmed by a second person above the network's limit,
// or sent back to be counted again.
import { choice, integer, money, multiline, number, rows, text, type DraftOf } from '../../core/model.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import type { Decision } from '../../core/refusal.ts'
import { recordPath } from '../../core/record-path.ts'
import { role, supervisors } from '../../core/user.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { notifyUsers, tellOthers } from '../../server/db/notify.ts'
import { held } from '../../server/door/permission.ts'
import { actionOf } from '../../server/module.ts'
import { invalidBy, obey } from '../../server/refusal.ts'
import { paymentMode, paymentModes } from '../lists/items.model.ts'
import {
  cashOf,
  checkCounted,
  checkDifference,
  checkNotes,
  countOf,
  differenceOf,
  differenceText,
  keptCounts,
  needsSecond,
  type Count,
  type Counted,
  type Notes,
} from './count.rules.ts'
import { countSettings, placeOf, settleDifference, wrongToday } from './difference.server.ts'
import { tranbatches } from './tranbatches.model.ts'
import { matrixOf, mayClose, mayConfirm, mayRefuse, type Held } from './tranbatches.rules.ts'

/** What is sent of a count. */
export const countFields = {
  Counted: rows('Counted', {
    PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
    Amount: money('Counted', { required: 'Counted is required' }),
  }),
  Remarks: multiline('Remarks', { maxLength: 500 }),
}
const closing = {
  ...countFields,
  Notes: rows('Notes and coins', {
    Denomination: number('Note or coin', { required: 'Note or coin is required' }),
    Pieces: integer('Pieces', {
      required: 'Pieces is required',
      min: 0,
      max: 9_999_999,
      range: 'Pieces must be between 0 and 99,99,999',
    }),
  }),
}
export const countedOf = (sent: DraftOf<typeof countFields>['Counted']): readonly Counted[] =>
  (sent ?? []).map((row) => ({ PaymentModeId: Number(row.PaymentModeId), Amount: Number(row.Amount) }))
const notesOf = (sent: DraftOf<typeof closing>['Notes']): readonly Notes[] =>
  (sent ?? []).map((row) => ({ Denomination: Number(row.Denomination), Pieces: Number(row.Pieces) }))

/** @throws 400 where a decision refuses the sent values. */
export const checkSent = (decision: Decision): void => {
  if (!decision.ok) throw invalidBy(decision)
}

/** A program may close or take over without a body: every screen counts. What is handed over is what came, then. */
export const wasCounted = ({ Counted }: Pick<DraftOf<typeof countFields>, 'Counted'>): boolean =>
  Array.isArray(Counted) && Counted.length > 0
const withoutCount = 'Closed without a count'
const uncounted = (batch: Held): readonly Count[] => countOf(batch, []).map((one) => ({ ...one, Amount: one.Expected }))

/** Cash is the sum of its notes and coins, unless it was counted in one sum beside them. */
const withCash = (counted: readonly Counted[], notes: readonly Notes[]): readonly Counted[] =>
  notes.length === 0 || counted.some((row) => row.PaymentModeId === paymentMode.Cash)
    ? counted
    : [...counted, { PaymentModeId: paymentMode.Cash, Amount: cashOf(notes) }]

const rupees = (amount: number): string => formatMoney(amount, { symbol: true })
const sumOf = (counts: readonly Count[]): number => sumAmounts(counts.map((one) => one.Amount))
const sentences = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('. ')
const totalText = (counts: readonly Count[]): string =>
  [rupees(sumOf(counts)), differenceText(differenceOf(counts))].filter(Boolean).join(', ')

/** Accounts take over what was counted. */
const tellAccounts = (tx: Tx, user: Caller, batchId: number, counts: readonly Count[]): Promise<void> =>
  tellOthers(tx, user, user.EntityId, [role.Accounts], {
    subject: 'Batch to take over',
    content: `Batch ${batchId}: ${totalText(counts)}`,
    path: recordPath('tranbatches', { BatchId: batchId }),
  })

export const closeBatch = actionOf(tranbatches, {
  name: 'close',
  permit: 'read',
  path: 'closebatch/{key}',
  summary: 'Count and close a batch as its money handler',
  body: closing,
  decide: mayClose,
  run: async ({ tx, user, key, before, body }) => {
    const { inUse, limit } = await countSettings(tx)
    const notes = notesOf(body.Notes)
    const counted = withCash(countedOf(body.Counted), notes)
    const isCounted = wasCounted(body) || notes.length > 0 || inUse.length > 0
    const counts = isCounted ? countOf(before, counted) : uncounted(before)
    if (isCounted) checkSent(checkCounted(matrixOf(before).modes, counted, counts))
    checkSent(checkNotes(notes, inUse, counted.find((row) => row.PaymentModeId === paymentMode.Cash)?.Amount))
    obey(checkDifference(counts, body.Remarks))
    const difference = differenceOf(counts)
    // who knows the difference already could make the second count fit
    const waits = before.Status === 'Recount' || needsSecond(counts, { limit, made: await wrongToday(tx, user) })
    const at = now().toISOString()
    const without = isCounted || counts.length === 0 ? null : withoutCount
    const remarks = sentences(without, body.Remarks)
    await tx.run(sql`
      update tran_batches
      set
        close_date = coalesce(close_date, ${at}),
        remarks = nullif(${remarks}, ''),
        counted = ${JSON.stringify(counts)}::jsonb,
        cash_notes = ${notes.length === 0 ? null : JSON.stringify(notes)}::jsonb,
        place_id = ${user.EntityId},
        role_id = ${user.RoleId},
        confirmed_at = ${waits ? null : at},
        refused_at = null,
        refused_by_id = null,
        refused_why = null
      where
        batch_id = ${key}
    `)
    if (waits) {
      await tellOthers(tx, user, user.EntityId, supervisors, {
        subject: 'Difference of a batch to confirm',
        content: sentences(`Batch ${key}: ${totalText(counts)}`, remarks),
        path: recordPath('tranbatches', { BatchId: key }),
      })
      return {
        message: sentences(
          `Batch ${key} is counted with ${totalText(counts)}`,
          without,
          'It waits for a second person to confirm it',
        ),
      }
    }
    await settleDifference(tx, key, user.EntityId, difference)
    await tellAccounts(tx, user, key, counts)
    return { message: sentences(`Batch ${key} is closed with ${totalText(counts)}`, without) }
  },
})

export const confirmBatch = actionOf(tranbatches, {
  name: 'confirm',
  permit: 'read',
  path: 'confirmbatch/{key}',
  summary: 'Confirm the difference of a batch as a second person: it is closed then',
  decide: mayConfirm,
  run: async ({ tx, user, key, before }) => {
    await tx.run(sql`
      update tran_batches
      set
        confirmed_at = ${now().toISOString()},
        confirmed_by_id = ${user.UserId}
      where
        batch_id = ${key}
    `)
    const counts = keptCounts(before.Counted)
    await settleDifference(tx, key, await placeOf(tx, key, user.EntityId), differenceOf(counts))
    await tellAccounts(tx, user, key, counts)
    return { message: `Batch ${key} is closed with ${totalText(counts)}` }
  },
})

export const refuseBatch = actionOf(tranbatches, {
  name: 'refuse',
  permit: 'read',
  path: 'refusebatch/{key}',
  summary: 'Send a counted batch back to its money handler, who counts it again',
  body: { reason: text('Reason', { required: 'Please enter why it has to be counted again', maxLength: 500 }) },
  decide: (batch, user) => mayRefuse(batch, user, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, before, body }) => {
    await tx.run(sql`
      update tran_batches
      set
        confirmed_at = null,
        confirmed_by_id = null,
        refused_at = ${now().toISOString()},
        refused_by_id = ${user.UserId},
        refused_why = ${body.reason ?? null}
      where
        batch_id = ${key}
    `)
    await settleDifference(tx, key, await placeOf(tx, key, user.EntityId), 0)
    await notifyUsers(tx, [Number(before.OwnerId)], {
      creater: user.FullName,
      subject: `Batch ${key} has to be counted again`,
      content: body.reason ?? '',
      path: recordPath('tranbatches', { BatchId: key }),
    })
    return {
      message: `Batch ${key} goes back to ${before.Owner?.FullName ?? 'its money handler'}, to be counted again`,
    }
  },
})
