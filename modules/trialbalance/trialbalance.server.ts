// The trial balance on the server: the sums of each account of the places that the user works for.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { accountOfEntry, bankOfEntry, moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { trialbalance } from './trialbalance.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

/** A row for each account, and each bank account of the money; a debit is above zero, so all of them add up to zero. */
const rows = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => sql`
  select
    row_number() over (
      order by
        account,
        bank_account_id nulls first
    )::int as line,
    account,
    bank_account_id,
    opening,
    debit,
    credit,
    opening + debit - credit as closing
  from
    (
      select
        e.account,
        e.bank_account_id,
        coalesce(
          sum(e.debit - e.credit) filter (
            where
              e.entry_date < ${moment(FromDate, '-infinity')}
          ),
          0
        ) as opening,
        coalesce(
          sum(e.debit) filter (
            where
              e.entry_date >= ${moment(FromDate, '-infinity')}
          ),
          0
        ) as debit,
        coalesce(
          sum(e.credit) filter (
            where
              e.entry_date >= ${moment(FromDate, '-infinity')}
          ),
          0
        ) as credit
      from
        ledger_entries e
      where
        e.seller_id = any (${placesOf(user, EntityId)})
        and e.entry_date <= ${moment(ToDate, 'infinity')}
      group by
        e.account,
        e.bank_account_id
    ) sums
`

const list = listOf(trialbalance, {
  from: rows,
  alias: 'e',
  key: 'e.line',
  sort: 'Line',
  columns: [
    'Line',
    {
      Account: accountOfEntry,
      OpeningBalance: 'e.opening',
      Debit: 'e.debit',
      Credit: 'e.credit',
      ClosingBalance: 'e.closing',
    },
  ],
  names: bankOfEntry,
  filters: { FromDate: null, ToDate: null, EntityId: null },
  scope: () => sql`true`,
})

export const trialbalanceServer = reportOf(trialbalance, [
  { id: 1070, name: trialbalance.name, module: 'trialbalance', parameters: {}, list },
  totalsOf(list, {
    id: 2150,
    name: 'Totals of the trial balance',
    module: 'trialbalance',
    columns: ['OpeningBalance', 'Debit', 'Credit', 'ClosingBalance'],
  }),
])
