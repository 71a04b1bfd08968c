// A line of the bank that is neither receipt nor deposit, posted whole to an own account of the legal entity.
import { startOfDay } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { actionOf } from '../../server/module.ts'
import { obey } from '../../server/refusal.ts'
import { heldAccount } from '../ledgeraccounts/held.server.ts'
import { banklines, toAccountFields } from './banklines.model.ts'
import { accountOf, keepMatch, particularsOf, postedOn, postMatch } from './kept-match.server.ts'
import { checkToAccount, mayMatch } from './match.rules.ts'

export const lineToAccount = actionOf(banklines, {
  name: 'post to own account',
  permit: 'update',
  path: 'toaccount/banklines/{key}',
  summary: 'Post a line of the bank whole to an own account: what is neither receipt nor deposit',
  body: toAccountFields,
  decide: mayMatch,
  run: async ({ tx, user, key, before, body }) => {
    const amount = Number(before.Amount)
    obey(checkToAccount(amount, user))
    const account = await accountOf(tx, key)
    const ledgerAccountId = Number(body.LedgerAccountId)
    const name = await heldAccount(tx, ledgerAccountId, account.OwnerId)
    const day = postedOn(String(before.Day), account)
    const fee = -amount
    const matchId = await keepMatch(tx, user, account, { lineId: key, fee, day, open: [], ledgerAccountId })
    const posted = { matchId, fee, date: startOfDay(day), particulars: particularsOf(before) }
    await postMatch(tx, account, { ...posted, ledgerAccountId }, 1)
    return { message: `${formatMoney(Math.abs(amount), { symbol: true })} is posted to ${name}` }
  },
})
