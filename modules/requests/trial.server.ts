// What an act would do and need, found out by doing it as if a second person had agreed, and taking it back.
import { compareAmounts } from '../../core/money.ts'
import type { Caller, Loaded, Second } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import type { Database, Tx } from '../../server/db/db.ts'
import { actIn, actAt, recordOf, type ActAt } from '../../server/door/asked/address.ts'
import { changesBetween } from '../../server/door/audit.ts'
import type { Meta } from '../../server/door/once.ts'
import { amountsOf } from '../../server/door/second.ts'
import { loadInScope } from '../../server/door/stored.ts'
import { seenEntry } from '../../server/read/seen.ts'
import { malformed, refused } from '../../server/refusal.ts'
import { withoutGiven } from './given.rules.ts'
import type { RequestedChanges } from './requests.model.ts'

export type Tried = {
  readonly act: ActAt
  /** Of the record that the act was asked for; null for a new one. */
  readonly formId: number | null
  readonly version: number | null
  readonly changes: RequestedChanges
  readonly needs: Second['met']
}

/** Thrown so that the transaction is taken back. */
class Done extends Error {
  readonly tried: Tried
  constructor(tried: Tried) {
    super('tried')
    this.tried = tried
  }
}

const tryIn = async (tx: Tx, act: ActAt, body: Loaded, meta: Meta, second: Second): Promise<Tried> => {
  const { module } = act
  const user: Caller = { ...meta.user, Second: second }
  const formId = await recordOf(tx, act)
  const before = formId === null ? null : await loadInScope(tx, module, formId, user)
  const { json } = await actIn(tx, act, body, { ...meta, user, idempotencyKey: undefined })
  const key = formId ?? Number(json[module.model.key[0] ?? ''])
  const after = await loadInScope(tx, module, key, user)
  const { Changes: changes } = seenEntry(
    module.model.fields,
    {
      Action: act.name,
      CreatedOn: now().toISOString(),
      Remarks: null,
      User: user,
      Entity: null,
      Changes: changesBetween(before, after, module.model.fields),
    },
    user,
    after,
  )
  return {
    act,
    formId,
    version: before?.RowVersion ?? null,
    changes: withoutGiven(module.model.fields, changes),
    needs: second.met,
  }
}

/** @throws what refuses the act for other reasons, or 422 where no second person is needed */
export const tryAct = async (db: Database, path: string, body: Loaded, reason: string, meta: Meta): Promise<Tried> => {
  const act = actAt(path, body)
  if (!act) throw malformed('Path names no act on a record')
  const tried = await db
    .transaction(async (tx): Promise<Tried> => {
      const second: Second = {
        UserId: 0,
        FullName: '',
        RoleId: 0,
        Clients: undefined,
        agreed: undefined,
        upTo: {},
        reason,
        requestId: null,
        met: [],
      }
      throw new Done(await tryIn(tx, act, body, meta, second))
    })
    .catch((error: unknown) => {
      if (error instanceof Done) return error.tried
      throw error
    })
  if (tried.needs.length === 0) throw refused('You may do this yourself: no second person is needed')
  return tried
}

/** The roles that may agree to all of it. */
export const decidersOf = ({ needs }: Tried): readonly number[] =>
  (needs[0]?.by ?? []).filter((roleId) => needs.every(({ by }) => by.includes(roleId)))

/** The greatest of the amounts that it is about, in rupees; each kind of need has its own. */
export const amountOf = ({ needs }: Tried): number | null =>
  Object.values(amountsOf(needs)).reduce<number | null>(
    (most, amount) => (most === null || compareAmounts(amount, most) > 0 ? amount : most),
    null,
  )
