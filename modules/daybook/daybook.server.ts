// The day book on the server: the entries of the places that the user works for, and what they add up to.
import { sql } from '../../server/db/db.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { accountOfEntry, bankOfEntry, placesOf, voucherNames, voucherNo } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { daybook } from './daybook.model.ts'
import { tally } from './tally.server.ts'
import { entriesOf } from './vouchers.server.ts'

const list = listOf(daybook, {
  from: 'ledger_entries e',
  alias: 'e',
  key: 'e.ledger_entry_id',
  sort: '-Date',
  columns: [
    {
      EntryId: 'e.ledger_entry_id',
      Date: 'e.entry_date',
      Voucher: 'e.voucher_type',
      VoucherNo: voucherNo,
      Account: accountOfEntry,
      Party: 'party.name',
      Debit: 'e.debit',
      Credit: 'e.credit',
      Particulars: 'e.particulars',
      Seller: 'place.name',
    },
    'ReferralId',
    'BatchId',
    'TransactionId',
    'InvoiceId',
    'PurchaseBillId',
    'TdsDeductionId',
  ],
  names: `
    ${voucherNames}
    ${bankOfEntry}
    join clients party on party.client_id = e.party_id
    join clients place on place.client_id = e.seller_id
  `,
  filters: {
    FromDate: from('e.entry_date'),
    ToDate: till('e.entry_date'),
    EntityId: (value, user) => sql`e.seller_id = any (${placesOf(user, value)})`,
    Account: equals('e.account'),
    PartyId: equals('e.party_id'),
    VoucherNo: (value) => sql`e.ledger_entry_id in (${entriesOf(value)})`,
  },
  scope: (user) => sql`e.seller_id = any (${[...user.Clients]})`,
})

export const daybookServer = reportOf(
  daybook,
  [
    { id: 1071, name: daybook.name, module: 'daybook', parameters: {}, list },
    totalsOf(list, { id: 2151, name: 'Totals of the day book', module: 'daybook', columns: ['Debit', 'Credit'] }),
  ],
  { routes: [tally] },
)
