// The day book on the server: the entries of the places that the user works for, and what they add up to.
import { raw, sql } from '../../server/db/db.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { accountOfEntry, accountNames, ownerOf, placesOf, voucherNames, voucherNo } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { daybook } from './daybook.model.ts'
import { tally } from './tally.server.ts'
import { entriesOf } from './vouchers.server.ts'
import { dayBookTotals } from './answers.model.ts'

const list = listOf(daybook, {
  from: 'ledger_entries entry',
  alias: 'entry',
  key: 'entry.ledger_entry_id',
  sort: '-Date',
  columns: {
    EntryId: 'entry.ledger_entry_id',
    Date: 'entry.entry_date',
    Voucher: 'entry.voucher_type',
    VoucherNo: voucherNo,
    Account: `${accountOfEntry} || owned.owner`,
    Party: 'party.name',
    Debit: 'entry.debit',
    Credit: 'entry.credit',
    Particulars: 'entry.particulars',
    Seller: 'place.name',
  },
  names: ({ EntityId }, user) => sql`
    ${raw(voucherNames)} ${raw(accountNames)}
    join clients party on party.client_id = entry.party_id
    join clients place on place.client_id = entry.seller_id
    cross join lateral (
      select
        ${ownerOf(placesOf(user, EntityId))} as owner
    ) owned
  `,
  filters: {
    FromDate: from('entry.entry_date'),
    ToDate: till('entry.entry_date'),
    EntityId: (value, user) => sql`entry.seller_id = any (${placesOf(user, value)})`,
    Account: equals('entry.account'),
    LedgerAccountId: equals('entry.ledger_account_id'),
    PartyId: equals('entry.party_id'),
    VoucherNo: (value) => sql`entry.ledger_entry_id in (${entriesOf(value)})`,
  },
  scope: (user) => sql`entry.seller_id = any (${[...user.Clients]})`,
})

export const daybookServer = reportOf(
  daybook,
  [
    { id: 1071, name: daybook.name, module: 'daybook', parameters: {}, list },
    totalsOf(list, { ...dayBookTotals, name: 'Totals of the day book', module: 'daybook' }),
  ],
  { routes: [tally] },
)
