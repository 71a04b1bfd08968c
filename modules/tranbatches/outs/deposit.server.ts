// A deposit: cash of a batch is brought to the bank, with the slip that the bank stamped.
import { formatDate, startOfDay } from '../../../core/dates.ts'
import { formatMoney, roundAmount } from '../../../core/money.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { refused } from '../../../server/refusal.ts'
import { postDeposit } from '../../ledger/cash.server.ts'
import { booksOpen } from '../../transactions/books.server.ts'
import { checkSent } from '../count.server.ts'
import { tranbatches } from '../tranbatches.model.ts'
import { depositFields } from './outs.model.ts'
import { checkDepositDay, mayDeposit } from './outs.rules.ts'
import { addOut } from './outs.server.ts'
import { deposited } from '../answers.model.ts'

const days = 400

/** Of two deposits into one account the second waits, and sees the slip of the first. */
const holdBank = (tx: Tx, bankAccountId: number): Promise<{ Name: string; OwnerId: number; Opening: string }> =>
  tx.one(sql`
    select
      name,
      owner_id,
      opening_date::text as opening
    from
      bank_accounts
    where
      bank_account_id = ${bankAccountId}
    for no key update
  `)

/** @throws 422 where a slip of this account had the number within 400 days */
const checkSlip = async (tx: Tx, bankAccountId: number, slipNo: string, day: string): Promise<void> => {
  const used = await tx.maybe<{ Day: string; BatchId: number }>(sql`
    select
      day::text as day,
      batch_id
    from
      batch_outs used
    where
      bank_account_id = ${bankAccountId}
      and lower(slip_no) = lower(${slipNo})
      and cancelled_at is null
      and reverses_id is null
      and abs(day - ${day}::date) <= ${days}
      and not exists (
        select
          1
        from
          batch_outs reversal
        where
          reversal.reverses_id = used.batch_out_id
      )
    order by
      day desc
    limit
      1
  `)
  if (!used) return
  const where = `on ${formatDate(used.Day)}, of batch ${used.BatchId}`
  const reason = `Slip ${slipNo} was used ${where}. Check the number on the slip`
  throw refused(reason, { SlipNo: [reason] })
}

export const deposit = actionOf(tranbatches, {
  name: 'deposit',
  permit: 'read',
  ...deposited,
  summary: 'Deposit cash of a batch into a bank account',
  body: depositFields,
  decide: mayDeposit,
  run: async ({ tx, user, key, before, body }) => {
    const [bankAccountId, day] = [Number(body.BankAccountId), String(body.Day).slice(0, 10)]
    const slipNo = (body.SlipNo ?? '').trim()
    const amount = roundAmount(body.Amount)
    const bank = await holdBank(tx, bankAccountId)
    checkSent(checkDepositDay(day, String(before.OpenDate), bank.Opening))
    // of who takes the money to the bank, and of whose account it is
    for (const place of new Set([user.EntityId, bank.OwnerId]))
      await booksOpen(tx, place, [{ at: 'Day', date: startOfDay(day) }])
    await checkSlip(tx, bankAccountId, slipNo, day)
    const batchOutId = await addOut(tx, user, {
      Kind: 'Deposit',
      BatchId: key,
      Amount: amount,
      Day: day,
      BankAccountId: bankAccountId,
      SlipNo: slipNo,
      ReasonId: null,
      Remarks: body.Remarks ?? null,
      PlaceId: user.EntityId,
    })
    const out = { batchOutId, batchId: key, placeId: user.EntityId, amount, date: startOfDay(day) }
    await postDeposit(tx, { ...out, bankAccountId, slipNo, day })
    return {
      message: `${formatMoney(amount, { symbol: true })} of batch ${key} is deposited into ${bank.Name}`,
      BatchOutId: batchOutId,
    }
  },
})
