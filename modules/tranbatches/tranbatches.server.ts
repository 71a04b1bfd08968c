// Transaction batches on the server: who holds which money, closed with a count and transferred once.
import { choice, money, multiline, rows, type DraftOf } from '../../core/model.ts'
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { now } from '../../server/clock.ts'
import { notifyUsers, usersAt } from '../../server/db/notify.ts'
import { held } from '../../server/door/permission.ts'
import { actionOf, moduleOf, type SaveContext } from '../../server/module.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { conflict, invalid, refusedBy } from '../../server/refusal.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import type { Caller } from '../../server/caller.ts'
import { formatMoney } from '../../core/money.ts'
import { isStaff, role } from '../../core/user.ts'
import { paymentModes } from '../lists/items.model.ts'
import { openBatch } from '../transactions/money.server.ts'
import { openLong } from './open-long.server.ts'
import { batchFields, tranbatches, type Batch } from './tranbatches.model.ts'
import { checkCount, countOf, matrixOf, mayClose, mayTransfer, type Counted } from './tranbatches.rules.ts'

const place = { model: tranbatches, table: 'tran_batches', alias: 'batch', keyColumn: 'batch_id' }

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

const list = listOf(tranbatches, {
  ...recordsOf(place),
  sort: '-OpenDate',
  columns: [
    'BatchId',
    { Owner: 'owner.full_name' },
    'OpenDate',
    'CloseDate',
    {
      TotalAmount: `
        (
          select
            coalesce(sum(held.amount), 0)
          from
            batch_amounts held
          where
            held.batch_id = batch.batch_id
        )
      `,
      TakenOverBy: 'taker.full_name',
    },
    'OwnerId',
  ],
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
    IsActive: (value) =>
      value === 'true' ? sql`batch.taken_over_by_id is null` : sql`batch.taken_over_by_id is not null`,
  },
  scope: batchScope,
})

const batch = { fields: batchFields, alias: 'batch', keyColumn: 'batch_id' }
const read = (key: number): Sql => sql`
  select
    ${shown('batch', ['BatchId', 'OwnerId', 'OpenDate', 'CloseDate', 'Remarks', 'TakenOverAt'])},
    ${objectOf('owner', ['UserId', 'FullName'])} as "Owner",
    case
      when taker.user_id is not null then ${objectOf('taker', ['UserId', 'FullName'])}
    end as "TakenOverBy",
    (
      select
        coalesce(sum(held.amount), 0)
      from
        batch_amounts held
      where
        held.batch_id = batch.batch_id
    ) as "TotalAmount",
    ${rowsOf(batch, 'Counted')} as "Counted",
    ${rowsOf(batch, 'Transactions')} as "Transactions",
    ${rowsOf(batch, 'Transfers')} as "Transfers"
  from
    tran_batches batch
    join users owner on owner.user_id = batch.owner_id
    left join users taker on taker.user_id = batch.taken_over_by_id
  where
    batch.batch_id = ${key}
`

const closing = {
  Counted: rows('Counted', {
    PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
    Amount: money('Counted', { required: 'Counted is required', min: 0, range: 'Counted cannot be below 0' }),
  }),
  Remarks: multiline('Remarks', { maxLength: 500 }),
}
/** The count: one amount of each mode at most. @throws 400 */
const countedOf = (sent: DraftOf<typeof closing>['Counted']): readonly Counted[] => {
  const counted = (sent ?? []).map((row) => ({
    PaymentModeId: Number(row.PaymentModeId),
    Amount: Number(row.Amount),
  }))
  if (new Set(counted.map((row) => row.PaymentModeId)).size < counted.length)
    throw invalid({ Counted: ['Count each payment mode once'] })
  return counted
}

export const closeBatch = actionOf(tranbatches, {
  name: 'close',
  permit: 'read',
  path: 'closebatch/{key}',
  summary: 'Count and close a batch as its money handler',
  body: closing,
  decide: mayClose,
  run: async ({ tx, user, key, before, body }) => {
    const counts = countOf(before, countedOf(body.Counted))
    const decision = checkCount(counts, body.Remarks)
    if (!decision.ok) throw refusedBy(decision)
    await tx.run(sql`
      update tran_batches
      set
        close_date = ${now().toISOString()},
        remarks = ${body.Remarks ?? null},
        counted = ${JSON.stringify(counts)}::jsonb
      where
        batch_id = ${key}
    `)
    const total = formatMoney(matrixOf(before).total, { symbol: true })
    await notifyUsers(
      tx,
      (await usersAt(tx, user.EntityId, [role.Accounts])).filter((one) => one !== user.UserId),
      { creater: user.FullName, subject: 'Batch to take over', content: `Batch ${key}: ${total}` },
    )
    return { message: `Batch ${key} is closed with ${total}` }
  },
})

/** The counted money moves on, mode by mode. */
const handOver = async (tx: Tx, batch: Batch, to: number): Promise<void> => {
  const counts = batch.Counted.filter((one) => one.Amount !== 0)
  await tx.run(sql`
    insert into
      batch_transfers (from_batch_id, to_batch_id, payment_mode_id, amount)
    select
      ${batch.BatchId}::int,
      ${to}::int,
      given.mode,
      given.amount
    from
      unnest(${counts.map((one) => one.PaymentModeId)}::int[], ${counts.map(
        (one) => one.Amount,
      )}::numeric[]) given (mode, amount)
  `)
}

export const takeOver = actionOf(tranbatches, {
  name: 'transfer',
  permit: 'read',
  path: 'transferbatch/{key}',
  summary: 'Take over a closed batch of another user',
  decide: (batch, user) => mayTransfer(batch, user, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, before }) => {
    const to = await openBatch(tx, user.UserId)
    await handOver(tx, before, to)
    await tx.run(sql`
      update tran_batches
      set
        taken_over_by_id = ${user.UserId},
        taken_over_at = ${now().toISOString()}
      where
        batch_id = ${key}
    `)
    return { message: `Batch ${key} is taken over into batch ${to}`, BatchId: to }
  },
})

/** Opens a batch before its first money comes; a user with an open one must close it first. */
const open = async ({ tx, record }: SaveContext<typeof batchFields>): Promise<number> => {
  const opened = await tx.maybe<{ batch_id: number }>(sql`
    insert into
      tran_batches (owner_id, open_date)
    values
      (${record.OwnerId}, ${now().toISOString()})
    on conflict (owner_id)
    where
      close_date is null do nothing
    returning
      batch_id
  `)
  if (!opened) throw conflict('This money handler has an open batch')
  return opened.batch_id
}

export const tranbatchesServer = moduleOf(tranbatches, {
  ...place,
  scope: batchScope,
  read,
  save: open,
  actions: [closeBatch, takeOver],
  jobs: [openLong],
  statements: [{ id: 1030, name: 'Transaction Batches', module: 'tranbatches', parameters: {}, list }],
})
