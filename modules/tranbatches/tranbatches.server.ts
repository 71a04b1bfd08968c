// Transaction batches on the server: who holds which money, closed with a count and transferred once.
import { sql } from '../../server/db/db.ts'
import { now } from '../../server/clock.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { conflict } from '../../server/refusal.ts'
import { closeBatch, confirmBatch, refuseBatch } from './count.server.ts'
import { deposit } from './outs/deposit.server.ts'
import { cancelOut } from './outs/outs.server.ts'
import { acceptFloat, endFloat, offerFloat } from './outs/float.server.ts'
import { payOut } from './outs/paid-out.server.ts'
import { depositsOf, restsOnSlip } from './outs/slips.server.ts'
import { openLong } from './open-long.server.ts'
import { batchScope, list, place, read } from './read.server.ts'
import { takeOver } from './takeover.server.ts'
import { tranbatches, type batchFields } from './tranbatches.model.ts'

/** Opens a batch before its first money comes; a user with an open one must close it first. */
const open = async ({ tx, record }: SaveContext<typeof batchFields>): Promise<number> => {
  const opened = await tx.maybe<{ BatchId: number }>(sql`
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
  return opened.BatchId
}

export const tranbatchesServer = moduleOf(tranbatches, {
  ...place,
  scope: batchScope,
  read,
  save: open,
  partsOfFile: depositsOf,
  restsOn: restsOnSlip,
  actions: [
    closeBatch,
    confirmBatch,
    refuseBatch,
    takeOver,
    deposit,
    payOut,
    cancelOut,
    offerFloat,
    acceptFloat,
    endFloat,
  ],
  jobs: [openLong],
  statements: [{ id: 1030, name: 'Transaction Batches', module: 'tranbatches', parameters: {}, list }],
})
