// Lines of bank statements on the server: the list with its age, the record, and what is proposed for a line.
import { reference, integer } from '../../core/model.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { contains, equals, from, isSo, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { bankScope } from '../bankaccounts/bankaccounts.server.ts'
import { ownName } from '../ledger/books.server.ts'
import { banklines, bankLineFields } from './banklines.model.ts'
import { openFor } from './candidates.server.ts'
import { matchLine, unmatchLine } from './match.server.ts'
import { lineToAccount } from './to-account.server.ts'
import { matchesOfLine, unmatchedMoney } from './answers.model.ts'

const place = { model: banklines, table: 'bank_lines', alias: 'line', keyColumn: 'bank_line_id' }
const scope = (user: Caller): Sql => sql`
  line.bank_account_id in (
    select
      bank.bank_account_id
    from
      bank_accounts bank
    where
      ${bankScope(user)}
  )
`

const list = listOf(banklines, {
  from: 'bank_line_rows line',
  alias: 'line',
  key: 'line.bank_line_id',
  sort: '-Day',
  columns: {
    Day: 'line.day::text',
    BankAccount: 'bank.name',
    AgeDays: 'case when not line.is_matched then network_day (now()) - line.day end',
  },
  names: 'join bank_accounts bank on bank.bank_account_id = line.bank_account_id',
  filters: {
    FromDate: from('line.day'),
    ToDate: till('line.day'),
    BankAccountId: equals('line.bank_account_id'),
    Text: (value) => contains("concat_ws(' ', line.description, line.reference)", value),
    IsMatched: isSo('line.is_matched'),
  },
  scope,
})

const line = { fields: bankLineFields, alias: 'line', keyColumn: 'bank_line_id' }
const read = (key: number): Sql => sql`
  select
    ${shown('line', ['BankLineId', 'Description', 'Reference', 'Amount', 'Balance'])},
    line.day::text as "Day",
    ${objectOf('bank', ['BankAccountId', 'Name'])} as "BankAccount",
    matched.is_matched as "IsMatched",
    case
      when matched.ledger_account_id is null then matched.fee
    end as "Fee",
    ${raw(ownName)} as "OwnAccount",
    matched.matched_at as "MatchedAt",
    case
      when matcher.user_id is not null then ${objectOf('matcher', ['UserId', 'FullName'])}
    end as "MatchedBy",
    ${rowsOf(line, 'Items')} as "Items"
  from
    bank_lines line
    join bank_accounts bank on bank.bank_account_id = line.bank_account_id
    join bank_line_rows matched on matched.bank_line_id = line.bank_line_id
    left join ledger_accounts own on own.ledger_account_id = matched.ledger_account_id
    left join users matcher on matcher.user_id = matched.matched_by_id
  where
    line.bank_line_id = ${key}
`

export const banklinesServer = moduleOf(banklines, {
  ...place,
  scope,
  read,
  actions: [matchLine, lineToAccount, unmatchLine],
  statements: [
    { id: 1062, name: 'Bank Statements', module: 'banklines', parameters: {}, list },
    statementOf({
      ...matchesOfLine,
      name: 'What a line of the bank may be matched with',
      module: 'banklines',
      parameters: { BankLineId: integer('Line', { required: 'Line is required' }) },
      query: ({ BankLineId }, user) => sql`
        select
          candidate."TransactionId",
          candidate."BatchOutId",
          candidate."Day",
          candidate."What",
          candidate."Reference",
          candidate."BatchId",
          candidate."SlipFileId",
          candidate."Amount"
        from
          bank_lines line
          cross join lateral (${openFor(sql`line.bank_account_id`)}) candidate
        where
          line.bank_line_id = ${BankLineId}
          and (${scope(user)})
          and candidate."Day"::date between line.day - 45 and line.day + 3
        order by
          candidate."Amount" = line.amount desc,
          abs(candidate."Day"::date - line.day),
          candidate."TransactionId",
          candidate."BatchOutId"
        limit
          300
      `,
    }),
    statementOf({
      ...unmatchedMoney,
      name: 'Money that is not matched with the bank',
      module: 'banklines',
      parameters: { BankAccountId: reference('Bank Account', 'bankaccount', { required: 'Bank Account is required' }) },
      query: ({ BankAccountId }, user) => sql`
        select
          candidate."TransactionId",
          candidate."BatchOutId",
          candidate."Day",
          candidate."What",
          candidate."Reference",
          candidate."Amount",
          network_day (now()) - candidate."Day"::date as "AgeDays"
        from
          bank_accounts bank
          cross join lateral (${openFor(raw('bank.bank_account_id'))}) candidate
        where
          bank.bank_account_id = ${BankAccountId}
          and (${bankScope(user)})
        order by
          candidate."Day",
          candidate."TransactionId",
          candidate."BatchOutId"
        limit
          500
      `,
    }),
  ],
})
