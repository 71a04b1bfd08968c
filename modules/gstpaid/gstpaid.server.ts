// GST paid on the server: the challans of the user's places; what was cancelled is in a column of its own.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { isMade } from '../transactions/drawer/references.server.ts'
import { gstpaid } from './gstpaid.model.ts'
import { gstPaidTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

const rows = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => sql`
  select
    payment.transaction_id,
    payment.date,
    payment.giver_id,
    payment.amount,
    payment.payment_mode_id,
    payment.payment_ref,
    payer.full_name as paid_by,
    to_char(challan.month, 'YYYY-MM') as month,
    challan.challan_no,
    ${isMade} as is_made
  from
    gst_challans challan
    join transactions payment using (transaction_id)
    left join users payer on payer.user_id = payment.created_by
  where
    payment.giver_id = any (${placesOf(user, EntityId)})
    and payment.date >= ${moment(FromDate, '-infinity')}
    and payment.date <= ${moment(ToDate, 'infinity')}
`
const state = "case when paid.is_made then 'Paid' else 'Cancelled' end"

/** Letters and digits of a text alone. */
const signs = (text: Sql): Sql => sql`regexp_replace(lower(${text}), '[^a-z0-9]', '', 'g')`

const list = listOf(gstpaid, {
  from: rows,
  alias: 'paid',
  key: 'paid.transaction_id',
  sort: '-Date',
  columns: {
    Line: 'paid.transaction_id',
    Date: 'paid.date',
    Place: 'place.name',
    Month: 'paid.month',
    ChallanNo: 'paid.challan_no',
    Amount: 'case when paid.is_made then paid.amount else 0 end',
    Cancelled: 'case when paid.is_made then 0 else paid.amount end',
    PaymentMode: 'mode.item_label',
    PaymentRef: 'paid.payment_ref',
    PaidBy: 'paid.paid_by',
    State: state,
    TransactionId: 'paid.transaction_id',
  },
  names: `
    join clients place on place.client_id = paid.giver_id
    left join list_items mode on mode.list_item_id = paid.payment_mode_id
  `,
  filters: {
    FromDate: null,
    ToDate: null,
    EntityId: null,
    Month: equals('paid.month'),
    // the number however it is written, or a part of it as it is written
    ChallanNo: (value: string) => sql`
      plain_number (${value}::text) <> ''
      and (
        plain_number (paid.challan_no) = plain_number (${value}::text)
        or ${signs(sql`paid.challan_no`)} like '%' || ltrim(${signs(sql`${value}::text`)}, '0') || '%'
      )
    `,
    Amount: equals('paid.amount'),
    PaidBy: like('paid.paid_by'),
    State: equals(state),
  },
  scope: () => sql`true`,
})

export const gstpaidServer = reportOf(gstpaid, [
  { id: 1083, name: gstpaid.name, module: 'gstpaid', parameters: {}, list },
  totalsOf(list, { ...gstPaidTotals, name: 'Totals of GST paid', module: 'gstpaid' }),
])
