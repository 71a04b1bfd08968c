// The end of every write: the record read again, its followers, the history of it and its related records,
// notifications.
import type { Tx } from '../db/db.ts'
import { announceList } from '../db/notify.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { auditLast, changesBetween, entriesBeside, type Beside } from './audit.ts'
import { follow } from './follow.ts'
import type { Saved } from './once.ts'
import { besideOf, bump, loadInScope } from './stored.ts'

/** Where the body of a write may say why; a save has one of them without a field in its model. */
type Reasons = { readonly reason?: unknown; readonly OverrideRemarks?: unknown; readonly ReceiptReason?: unknown }
/** The reason for the history: of an action, for exceeding a limit, or for taking money back. */
export const reasonIn = ({ reason, OverrideRemarks, ReceiptReason }: Reasons): string | null =>
  [reason, OverrideRemarks, ReceiptReason].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  ) ?? null

/** The record and its related records before the write; null for a new one. */
type Stood = { before: Loaded | null; beside: readonly Beside[] }

export const finish = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  { before, beside }: Stood,
  action: string,
  user: Caller,
  remarks: string | null,
): Promise<Saved> => {
  // read again, since the server sets prices, totals, references and statuses
  const [, , after, asWritten] = await Promise.all([
    tx.doLate(),
    before ? bump(tx, module, key) : undefined,
    loadInScope(tx, module, key, user),
    besideOf(tx, module, key),
  ])
  const written = tx.writes()
  await follow(module.model.id, { tx, user, key, before, after, action })
  // followers may have changed the related records
  const now = tx.writes() === written ? asWritten : await besideOf(tx, module, key)
  const entry = {
    module: module.model.id,
    formId: key,
    action,
    remarks,
    changes: changesBetween(before, after, module.model.fields),
  }
  auditLast(tx, user, entry, ...entriesBeside(beside, now, action))
  announceList(module.model.id, user.EmployerId)
  return {
    status: before ? 200 : 201,
    json: {
      message: module.saved?.(after) ?? 'Changes saved',
      [module.model.key[0] ?? 'Key']: key,
      RowVersion: after.RowVersion,
    },
  }
}
