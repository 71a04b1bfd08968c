// Batches as they are read: whose exist for a user, the list, and the record.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { isStaff } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'
import { batchFields, tranbatches } from './tranbatches.model.ts'
import { seesExpected } from './expected.rules.ts'

export const place = { model: tranbatches, table: 'tran_batches', alias: 'batch', keyColumn: 'batch_id' }

/** The user's own, and those of users who work at the places they cover. */
export const batchScope = (user: Caller): Sql => sql`
  batch.owner_id = ${user.UserId}
  or (
    ${isStaff(user)}
    and batch.owner_id in (
      select
        works.user_id
      from
        user_entities works
      where
        works.client_id = any (${[...user.Clients]})
    )
  )
`

/** How far a batch is (`batch`). */
export const batchStatus = `
  case
    when batch.close_date is null then 'Open'
    when batch.taken_over_by_id is not null then 'TakenOver'
    when batch.refused_at is not null then 'Recount'
    when batch.confirmed_at is null then 'Unconfirmed'
    else 'Closed'
  end
`
/** Joins cash (`cash`) that came into a batch (`batch`) and left while it was open, drawer by drawer. */
export const openCash: Sql = sql`
  cross join lateral (
    select
      moved.at,
      moved.amount
    from
      drawer_moves moved
    where
      moved.batch_id = batch.batch_id
      and moved.payment_mode_id = ${literal(paymentMode.Cash)}
      and moved.kind not in ('handed over', 'over and short')
    offset
      0
  ) cash
`
/** What was counted; of an open batch what it should hold (`batch`). */
export const batchTotal = `
  (
    select
      case
        when batch.close_date is null then sums.expected
        else coalesce(sums.counted, sums.expected)
      end
    from
      batch_sums sums
    where
      sums.batch_id = batch.batch_id
  )
`

/** Rows whose total the user may see: none that they count themselves. */
const toldTotals = (user: Caller): string =>
  seesExpected({ OwnerId: null }, user)
    ? `(batch.close_date is not null or batch.owner_id <> ${BigInt(user.UserId)})`
    : 'batch.close_date is not null'

export const list = listOf(tranbatches, {
  ...recordsOf(place),
  sort: '-OpenDate',
  columns: { Owner: 'owner.full_name', Status: batchStatus, TotalAmount: batchTotal, TakenOverBy: 'taker.full_name' },
  told: { columns: ['TotalAmount'], where: toldTotals },
  names: sql`
    left join users owner on owner.user_id = batch.owner_id
    left join users taker on taker.user_id = batch.taken_over_by_id
  `,
  filters: {
    OpenFromDate: from('batch.open_date'),
    OpenToDate: till('batch.open_date'),
    CloseFromDate: from('batch.close_date'),
    CloseToDate: till('batch.close_date'),
    OwnerId: equals('batch.owner_id'),
    BatchStatus: (value) => (value === 'Open' ? sql`batch.close_date is null` : sql`batch.close_date is not null`),
    ToBeConfirmed: (value) => sql`(${raw(batchStatus)} = 'Unconfirmed') = ${value === 'true'}`,
    IsActive: (value) =>
      value === 'true' ? sql`batch.taken_over_by_id is null` : sql`batch.taken_over_by_id is not null`,
  },
  scope: batchScope,
})

const batch = { fields: batchFields, alias: 'batch', keyColumn: 'batch_id' }
export const read = (key: number): Sql => sql`
  select
    ${shown('batch', ['BatchId', 'OwnerId', 'OpenDate', 'CloseDate', 'Remarks', 'ConfirmedAt', 'TakenOverAt'])},
    ${objectOf('owner', ['UserId', 'FullName'])} as "Owner",
    case
      when taker.user_id is not null then ${objectOf('taker', ['UserId', 'FullName'])}
    end as "TakenOverBy",
    case
      when confirmer.user_id is not null then ${objectOf('confirmer', ['UserId', 'FullName'])}
    end as "ConfirmedBy",
    ${raw(batchStatus)} as "Status",
    batch.role_id as "OwnerRoleId",
    ${raw(batchTotal)} as "TotalAmount",
    (
      select
        coalesce(sums.received, sums.counted) - sums.expected
      from
        batch_sums sums
      where
        sums.batch_id = batch.batch_id
    ) as "Difference",
    batch.refused_why as "RefusedWhy",
    batch.received_why as "ReceivedWhy",
    batch.cash_notes as "Notes",
    (
      select
        cash_notes
      from
        network_settings
    ) as "NotesInUse",
    ${rowsOf(batch, 'Counted')} as "Counted",
    ${rowsOf(batch, 'Transactions')} as "Transactions",
    ${rowsOf(batch, 'Transfers')} as "Transfers",
    ${rowsOf(batch, 'CashOuts')} as "CashOuts",
    ${rowsOf(batch, 'FloatOffers')} as "FloatOffers"
  from
    tran_batches batch
    join users owner on owner.user_id = batch.owner_id
    left join users taker on taker.user_id = batch.taken_over_by_id
    left join users confirmer on confirmer.user_id = batch.confirmed_by_id
  where
    batch.batch_id = ${key}
`
