// Bank accounts on the server: those of the places that a user covers, with what the ledger says that they hold.
import { startOfDay } from '../../core/dates.ts'
import { lessAmounts } from '../../core/money.ts'
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { agreed } from '../../server/door/second.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { invalid } from '../../server/refusal.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { holdBalance } from '../ledger/hold.server.ts'
import { booksOpen } from '../transactions/books.server.ts'
import { mayCorrectOpening } from './opening.rules.ts'
import { settleBankOpening } from './opening.server.ts'
import { importStatement } from './statement/statement.server.ts'
import { bankaccounts, type bankAccountFields, type BankAccountDraft } from './bankaccounts.model.ts'
import { accountsToDepositInto } from './answers.model.ts'

const place = { model: bankaccounts, table: 'bank_accounts', alias: 'bank', keyColumn: 'bank_account_id' }

export const bankScope = (user: Caller): Sql => sql`bank.owner_id = any (${[...user.Clients]})`
/** Where a user may deposit: also in the account of the employer, whose balance is not theirs to read. */
const depositScope = (user: Caller): Sql => sql`
  (
    ${bankScope(user)}
    or bank.owner_id = ${user.EmployerId}::int
  )
`

const balance = `
  (
    select
      coalesce(sum(entry.debit - entry.credit), 0)
    from
      ledger_entries entry
    where
      entry.bank_account_id = bank.bank_account_id
  )
`

const list = listOf(bankaccounts, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Owner: 'owner.name', Balance: balance },
  names: 'join clients owner on owner.client_id = bank.owner_id',
  filters: {
    Name: like('bank.name'),
    IsActive: isSo('bank.is_active'),
  },
  scope: bankScope,
})

type Other = { readonly Name: string; readonly SameNumber: boolean }
/** Another account of the holder, whose row is held, that has the number, or expects the receipts. */
const othersOf = (tx: Tx, key: number | null, account: BankAccountDraft): Promise<Other[]> =>
  tx.rows<Other>(sql`
    select
      name,
      lower(number) = lower(${account.Number ?? ''})
      and coalesce(lower(ifsc), '') = lower(${account.Ifsc ?? ''}) as same_number
    from
      bank_accounts
    where
      owner_id = ${account.OwnerId}
      and bank_account_id is distinct from ${key}::int
      and (
        (
          lower(number) = lower(${account.Number ?? ''})
          and coalesce(lower(ifsc), '') = lower(${account.Ifsc ?? ''})
        )
        or (
          ${account.IsDefault === true && account.IsActive !== false}
          and is_default
          and is_active
        )
      )
    order by
      bank_account_id
  `)

/** @throws 400 where another account of the holder is the same, or expects the receipts */
const checkOthers = async (tx: Tx, key: number | null, account: BankAccountDraft): Promise<void> => {
  await holdBalance(tx, Number(account.OwnerId))
  const others = await othersOf(tx, key, account)
  const same = others.find((one) => one.SameNumber)
  if (same) throw invalid({ Number: [`This is the number of ${same.Name}. Open that account instead`] })
  const other = others[0]
  if (other) throw invalid({ IsDefault: [`Receipts are expected in ${other.Name}. Untick it there first`] })
}

/** @throws 422 where what it began with is another amount, and no second person agreed to that */
const checkCorrection = async (
  tx: Tx,
  user: Caller,
  before: BankAccountDraft,
  { BankAccountId, OpeningBalance }: BankAccountDraft,
): Promise<void> => {
  const more = lessAmounts(OpeningBalance, before.OpeningBalance)
  if (more === 0) return
  const line = await tx.maybe(sql`
    select
      1
    from
      bank_lines
    where
      bank_account_id = ${BankAccountId}
    limit
      1
  `)
  agreed(user, mayCorrectOpening(more, line !== undefined))
}

const save = async (context: SaveContext<typeof bankAccountFields>): Promise<number> => {
  const { tx, user, record, before, key } = context
  const account: BankAccountDraft = { ...before, ...record }
  await checkOthers(tx, key, account)
  const opened = [{ at: 'OpeningDate', date: startOfDay(String(account.OpeningDate)) }]
  if (before === null) await booksOpen(tx, Number(account.OwnerId), opened)
  else await checkCorrection(tx, user, before, account)
  const id = await saveModel(place, context)
  await settleBankOpening(tx, user, id, account, before)
  return id
}

export const bankaccountsServer = moduleOf(bankaccounts, {
  ...place,
  scope: bankScope,
  picks: { bankaccount: { scope: depositScope, where: () => sql`bank.is_active` } },
  read: readOf(place, () => sql`${raw(balance)} as "Balance"`),
  save,
  actions: [importStatement],
  // what was posted stays on the day and with the holder that it was posted for
  restricted: (_user, before) => (before.BankAccountId === null ? [] : ['OwnerId', 'OpeningDate']),
  statements: [
    { id: 1061, name: 'Bank Accounts', module: 'bankaccounts', parameters: {}, list },
    statementOf({
      ...accountsToDepositInto,
      name: 'Bank accounts to deposit into',
      module: 'bankaccounts',
      parameters: {},
      query: (_values, user) => sql`
        select
          bank.bank_account_id as "BankAccountId",
          bank.name as "Name",
          right(bank.number, 4) as "Number"
        from
          bank_accounts bank
        where
          bank.is_active
          and ${depositScope(user)}
        order by
          bank.is_default desc,
          lower(bank.name),
          bank.bank_account_id
        limit
          200
      `,
    }),
  ],
})
