// What follows every write: the record read again, its followers, its history and that of what hangs on it, the news.
import type { Tx } from '../db/db.ts'
import { announceList } from '../db/notify.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { auditLast, changesBetween, entriesBeside, type Beside } from './audit.ts'
import { follow } from './follow.ts'
import type { Saved } from './once.ts'
import { besideOf, bump, loadInScope } from './stored.ts'

/** Why somebody did it, as the history keeps it: the reason of an action, or what went past a limit. */
export const reasonIn = (body: Loaded): string | null =>
  [body['reason'], body['OverrideRemarks']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  ) ?? null

/** How the record and what hangs on it stood before; nothing of a new one. */
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
  // read again, since prices, totals, references and states are the server's, whatever was sent
  const [, , after, asWritten] = await Promise.all([
    tx.doLate(),
    before ? bump(tx, module, key) : undefined,
    loadInScope(tx, module, key, user),
    besideOf(tx, module, key),
  ])
  const written = tx.writes()
  await follow(module.model.id, { tx, user, key, before, after, action })
  // what followed may have changed what hangs on the record
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
