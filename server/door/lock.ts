// Edit locks: a courtesy with a lease of two minutes, held by one tab. Versions are the guarantee.
import { formatDateTime } from '../../core/dates.ts'
import { sql, type Tx } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { isBeside, type ByOthers, type Edited } from '../edited.ts'
import { locked, Refusal } from '../refusal.ts'

export type Holder = {
  FormId: number
  Part: number
  UserId: number
  TokenHash: Buffer
  Tab: string
  FullName: string
  Since: string
}

/** The present editors of these records. */
export const holdersOf = (tx: Tx, module: string, formIds: readonly number[]): Promise<Holder[]> =>
  tx.rows<Holder>(sql`
    select
      held.form_id,
      held.part,
      held.user_id,
      held.token_hash,
      held.tab,
      person.full_name,
      held.since
    from
      locks held
      join users person on person.user_id = held.user_id
    where
      held.module_id = ${module}
      and held.form_id = any (${[...formIds]})
      and held.leased_until > now()
  `)

/** Who asked for an act may have its record open still: what is done then is what they asked for. */
const isAskers = (holder: Holder, user: Caller): boolean => user.Second !== undefined && holder.UserId === user.UserId
const byOther = (holder: Holder, user: Caller, tab: string): boolean =>
  !isAskers(holder, user) &&
  !(holder.TokenHash.equals(user.tokenHash) && (holder.Tab === tab || holder.Tab === '' || tab === ''))
const lockedBy = (holder: Holder, user: Caller): Refusal => {
  const elsewhere = holder.UserId === user.UserId
  const by = elsewhere ? 'by you in another window' : `by ${holder.FullName}`
  return locked(`This record is being edited ${by} since ${formatDateTime(holder.Since)}`, { elsewhere })
}

/** Most records that one session edits at once. */
const mostLocks = 20

/**
 * Takes or renews the lock and answers which; 423 when another user or tab holds it, 429 when the session holds too
 * many.
 */
export const acquireLock = async (
  tx: Tx,
  user: Caller,
  module: string,
  { formId, part }: Edited,
  tab: string,
): Promise<'taken' | 'renewed'> => {
  // in sequence, so that the count is exact
  await tx.run(sql`
    select
      1
    from
      sessions
    where
      token_hash = ${user.tokenHash}
    for no key update
  `)
  const { Held, Others } = await tx.one<{ Held: boolean; Others: number }>(sql`
    select
      coalesce(
        bool_or(
          module_id = ${module}
          and form_id = ${formId}
          and part = ${part}
          and tab = ${tab}
        ),
        false
      ) as held,
      count(*) filter (
        where
          (module_id, form_id, part) <> (
            ${module},
            ${formId}::int,
            ${part}::int
          )
      )::int as others
    from
      locks
    where
      token_hash = ${user.tokenHash}
      and leased_until > now()
  `)
  if (Others >= mostLocks)
    throw new Refusal(429, `You are editing ${mostLocks} records already. Save or close one first.`, { retryAfter: 60 })
  // in sequence for a record: the whole and a part of it are two rows, and only one of them may be taken
  await tx.run(sql`
    select
      pg_advisory_xact_lock(
        hashtextextended (${module} || '/' || ${formId}::int, 0)
      )
  `)
  const beside = (await holdersOf(tx, module, [formId])).find(
    (holder) =>
      holder.Part !== part && isBeside({ formId, part: holder.Part }, { formId, part }) && byOther(holder, user, tab),
  )
  if (beside) throw lockedBy(beside, user)
  const taken = await tx.run(sql`
    insert into
      locks (module_id, form_id, part, user_id, token_hash, tab, leased_until)
    values
      (
        ${module},
        ${formId},
        ${part},
        ${user.UserId},
        ${user.tokenHash},
        ${tab},
        now() + interval '2 minutes'
      )
    on conflict (module_id, form_id, part) do update
    set
      user_id = excluded.user_id,
      token_hash = excluded.token_hash,
      tab = excluded.tab,
      leased_until = excluded.leased_until,
      since = case
        when locks.token_hash = excluded.token_hash
        and locks.tab = excluded.tab
        and locks.leased_until > now() then locks.since
        else now()
      end
    where
      locks.leased_until <= now()
      or (
        locks.token_hash = excluded.token_hash
        and (
          locks.tab = excluded.tab
          or locks.tab = ''
        )
      )
  `)
  if (taken === 0) {
    const holder = (await holdersOf(tx, module, [formId])).find((one) => one.Part === part)
    throw holder ? lockedBy(holder, user) : locked('This record is being edited by another user')
  }
  return Held ? 'renewed' : 'taken'
}
/** Refuses while another person or tab holds one of these locks. @throws 423 */
export const refuseHeld = (holders: readonly Holder[], user: Caller, tab: string): void => {
  const other = holders.find((holder) => byOther(holder, user, tab))
  if (other) throw lockedBy(other, user)
}
const holdersBeside = async (tx: Tx, module: string, edited: readonly Edited[]): Promise<Holder[]> => {
  if (edited.length === 0) return []
  const holders = await holdersOf(tx, module, [...new Set(edited.map(({ formId }) => formId))])
  return holders.filter((holder) => edited.some((one) => isBeside(one, { formId: holder.FormId, part: holder.Part })))
}
/** Refuses a write while another holds the lock of one of the records. @throws 423 */
export const checkLock = async (
  tx: Tx,
  user: Caller,
  module: string,
  edited: readonly Edited[],
  tab: string,
): Promise<void> => refuseHeld(await holdersBeside(tx, module, edited), user, tab)
export const heldByOthers = async (
  tx: Tx,
  user: Caller,
  module: string,
  edited: readonly Edited[],
  tab: string,
): Promise<ByOthers> => {
  const others = (await holdersBeside(tx, module, edited)).filter((holder) => byOther(holder, user, tab))
  return (one) => {
    const holder = others.find((other) => isBeside(one, { formId: other.FormId, part: other.Part }))
    return holder && lockedBy(holder, user).message
  }
}
/** Only for the tab that holds it: a lock taken over by another window is not released. */
export const releaseLock = (
  tx: Tx,
  user: Caller,
  module: string,
  { formId, part }: Edited,
  tab: string,
): Promise<number> =>
  tx.run(sql`
    delete from locks
    where
      module_id = ${module}
      and form_id = ${formId}
      and part = ${part}
      and token_hash = ${user.tokenHash}
      and (
        tab in (${tab}, '')
        or ${tab} = ''
      )
  `)
export const releaseLocks = (tx: Tx, tokenHash: Buffer): Promise<number> =>
  tx.run(sql`
    delete from locks
    where
      token_hash = ${tokenHash}
  `)
/** Removes the user's own lock of another window or session, so that they can edit here. */
export const giveUpOwn = (tx: Tx, user: Caller, module: string, formId: number): Promise<number> =>
  tx.run(sql`
    delete from locks
    where
      module_id = ${module}
      and form_id = ${formId}
      and user_id = ${user.UserId}
  `)
/** An administrator breaks another's lock. */
export const breakLock = (tx: Tx, module: string, formId: number): Promise<number> =>
  tx.run(sql`
    delete from locks
    where
      module_id = ${module}
      and form_id = ${formId}
  `)
