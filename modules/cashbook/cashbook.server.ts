// The cash book on the server: the drawers of the user's places in a period, mode by mode. Who still has to count a
// drawer does not read what it should hold.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { moment } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { batchScope } from '../tranbatches/read.server.ts'
import { cashbook } from './cashbook.model.ts'
import { cashBookTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null }

const rows = ({ FromDate, ToDate }: Asked, user: Caller): Sql => {
  const from = moment(FromDate, '-infinity')
  const moved = (kind: string, sign: '' | '-' = ''): Sql => sql`
    coalesce(
      sum(${raw(sign)} went.amount) filter (
        where
          went.kind = ${kind}
          and went.at >= ${from}
      ),
      0
    )
  `
  return sql`
    select
      row_number() over (
        order by
          batch.batch_id desc,
          went.payment_mode_id
      )::int as line,
      batch.batch_id,
      batch.owner_id,
      went.payment_mode_id,
      coalesce(
        sum(went.amount) filter (
          where
            went.at < ${from}
        ),
        0
      ) as opening,
      ${moved('received')} as received,
      ${moved('paid back', '-')} as paid_back,
      ${moved('deposited', '-')} as deposited,
      ${moved('paid out', '-')} as paid_out,
      ${moved('float')} as given,
      ${moved('taken over')} as taken_over,
      ${moved('handed over', '-')} as handed_over,
      ${moved('over and short')} as over_short,
      sum(went.amount) as closing
    from
      tran_batches batch
      -- drawer by drawer: a join reads the moves of all
      cross join lateral (
        select
          *
        from
          drawer_moves went
        where
          went.batch_id = batch.batch_id
        offset
          0
      ) went
    where
      (${batchScope(user)})
      and not (
        batch.owner_id = ${user.UserId}
        and batch.close_date is null
      )
      and batch.open_date <= ${moment(ToDate, 'infinity')}
      and coalesce(batch.taken_over_at, 'infinity') >= ${from}
      and went.at <= ${moment(ToDate, 'infinity')}
    group by
      batch.batch_id,
      went.payment_mode_id
    having
      count(*) filter (
        where
          went.at >= ${from}
      ) > 0
      or sum(went.amount) <> 0
  `
}

const list = listOf(cashbook, {
  from: rows,
  alias: 'daily',
  key: 'daily.line',
  sort: 'Line',
  columns: {
    Batch: 'daily.batch_id::text',
    Owner: 'owner.full_name',
    PaymentMode: 'mode.item_label',
    OpeningBalance: 'daily.opening',
    Received: 'daily.received',
    PaidBack: 'daily.paid_back',
    Deposited: 'daily.deposited',
    PaidOut: 'daily.paid_out',
    Float: 'daily.given',
    TakenOver: 'daily.taken_over',
    HandedOver: 'daily.handed_over',
    OverShort: 'daily.over_short',
    ClosingBalance: 'daily.closing',
    BatchId: 'daily.batch_id',
  },
  names: `
    left join users owner on owner.user_id = daily.owner_id
    left join list_items mode on mode.list_item_id = daily.payment_mode_id
  `,
  filters: {
    FromDate: null,
    ToDate: null,
    BatchId: equals('daily.batch_id'),
    OwnerId: equals('daily.owner_id'),
    PaymentModeId: equals('daily.payment_mode_id'),
  },
  scope: () => sql`true`,
})

export const cashbookServer = reportOf(cashbook, [
  { id: 1073, name: cashbook.name, module: 'cashbook', parameters: {}, list },
  totalsOf(list, {
    ...cashBookTotals,
    name: 'Totals of the cash book',
    module: 'cashbook',
  }),
])
