// Petty cash that is paid out of a batch, with what it is for, as far as a person may in a day.
import { dayOf } from '../../../core/dates.ts'
import { formatMoney, roundAmount } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import { sql } from '../../../server/db/db.ts'
import { held } from '../../../server/door/permission.ts'
import { actionOf } from '../../../server/module.ts'
import { obey } from '../../../server/refusal.ts'
import { postPaidOut, today } from '../../ledger/cash.server.ts'
import { heldAccount } from '../../ledgeraccounts/held.server.ts'
import { mayPayTo } from '../../ledgeraccounts/ledgeraccounts.rules.ts'
import { withinLimit } from '../../transactions/drawer/limits.server.ts'
import { checkReason } from '../../transactions/transactions.rules.ts'
import { tranbatches } from '../tranbatches.model.ts'
import { paidOutFields } from './outs.model.ts'
import { mayPayOut } from './outs.rules.ts'
import { addOut } from './outs.server.ts'
import { paidOut } from '../answers.model.ts'

export const payOut = actionOf(tranbatches, {
  name: 'pay out',
  permit: 'read',
  ...paidOut,
  summary: 'Pay petty cash out of a batch',
  body: paidOutFields,
  decide: (batch, user) => mayPayOut(batch, user, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, body }) => {
    obey(checkReason(body.Remarks, 'Remarks'))
    const amount = roundAmount(body.Amount)
    const { Category } = await tx.one<{ Category: string }>(sql`
      select
        item_label as category
      from
        list_items
      where
        list_item_id = ${body.CategoryId}
    `)
    const ledgerAccountId = body.LedgerAccountId ?? null
    if (ledgerAccountId !== null) await heldAccount(tx, ledgerAccountId, user.EntityId, mayPayTo)
    const batchOutId = await addOut(tx, user, {
      Kind: 'Paid out',
      BatchId: key,
      Amount: amount,
      Day: dayOf(now()),
      BankAccountId: null,
      SlipNo: null,
      ReasonId: Number(body.CategoryId),
      LedgerAccountId: ledgerAccountId,
      Remarks: body.Remarks ?? null,
      PlaceId: user.EntityId,
    })
    await withinLimit(tx, user, 'paidOut', amount, 'Amount')
    const paid = { batchOutId, batchId: key, placeId: user.EntityId, amount, date: today() }
    await postPaidOut(tx, { ...paid, category: Category, ledgerAccountId })
    return {
      message: `${formatMoney(amount, { symbol: true })} is paid out of batch ${key}: ${Category}`,
      BatchOutId: batchOutId,
    }
  },
})
