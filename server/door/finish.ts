// What follows every write: the record read again, its followers, its history and that of what hangs on it, the news.
import type { Tx } from '../db/db.ts'
import { announceList } from '../db/notify.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { changesBetween, entriesBeside, writeAudit, type Beside } from './audit.ts'
import { follow } from './follow.ts'
import type { Saved } from './once.ts'
import { bump, checkScope, load } from './stored.ts'

/** Why somebody did it, as the history keeps it: the reason of an action, or what went past a limit. */
export const reasonIn = (body: Loaded): string | null =>
  [body['reason'], body['OverrideRemarks']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  ) ?? null

export const besideOf = async (tx: Tx, module: ServerModule, key: number | null): Promise<Beside[]> =>
  key === null || !module.alongside ? [] : tx.rows<Beside>(module.alongside(key))

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
  await checkScope(tx, module, key, user)
  const version = before ? (await bump(tx, module, key)).row_version : 1
  // read again, since prices, totals, references and states are the server's, whatever was sent
  const after = await load(tx, module, key, user)
  await follow(module.model.id, { tx, user, key, before, after, action })
  const entry = {
    module: module.model.id,
    formId: key,
    action,
    remarks,
    changes: changesBetween(before, after, module.model.fields),
  }
  await writeAudit(tx, user, entry, ...entriesBeside(beside, await besideOf(tx, module, key), action))
  announceList(module.model.id, user.EmployerId)
  return {
    status: before ? 200 : 201,
    json: {
      message: module.saved?.(after) ?? 'Changes saved',
      [module.model.key[0] ?? 'Key']: key,
      RowVersion: version,
    },
  }
}
