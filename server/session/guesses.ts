// The limits on wrong passwords, at sign-in and in the profile, for a name and for an address.
import { createHash } from 'node:crypto'
import { writeAccess } from '../door/audit.ts'
import { sql, type Database, type Sql, type Tx } from '../db/db.ts'
import { networkOf } from './address.ts'
import { passwordFits } from './passwords.ts'
import { Refusal } from '../refusal.ts'

const tooMany = (seconds: number): Refusal =>
  new Refusal(429, 'Too many failed sign-ins. Please wait and try again.', { retryAfter: seconds })

type Account = { UserId: number; PasswordHash: string | null; IsActive: boolean }

// failures of an unknown name are counted in the same table as those of addresses
const unknownKey = (name: string): string => `name:${createHash('sha256').update(name).digest('hex')}`
/** The wait of a name after a failure: twice as long each time, a quarter of an hour at most. */
export const waitAfter = (failures: Sql): Sql => sql`
  least(
    power(2, least(${failures}, 12)) * interval '1 second',
    interval '15 minutes'
  )
`
/** Seconds until a key may be tried again. */
const waitOfKey = async (tx: Tx, key: string): Promise<number> =>
  (
    await tx.one<{ Wait: number }>(sql`
      select
        case
          when count(*) > 5 then greatest(
            extract(
              epoch
              from
                max(at) + ${waitAfter(sql`count(*) - 6`)} - now()
            ),
            0
          )
          else 0
        end::float8 as wait
      from
        sign_in_attempts
      where
        address = ${key}
        and at > now() - interval '1 day'
    `)
  ).Wait
/**
 * Seconds until a name may be tried again. An unknown name waits like an account, so that the wait does not show which
 * names exist.
 */
const waitOf = async (tx: Tx, name: string, account: Account | undefined): Promise<number> =>
  account
    ? (
        await tx.one<{ Wait: number }>(sql`
          select
            greatest(
              extract(
                epoch
                from
                  next_sign_in_at - now()
              ),
              0
            )::float8 as wait
          from
            users
          where
            user_id = ${account.UserId}
        `)
      ).Wait
    : waitOfKey(tx, unknownKey(name))

const perMinute = 20
/**
 * Whether an address has used up its failures. A user who signed in from there lately may continue: another's guesses
 * behind the same address must not lock out a colleague, whose own name has its own limit.
 */
const isSpent = async (tx: Tx, address: string, account: Account | undefined): Promise<boolean> =>
  (
    await tx.one<{ Spent: boolean }>(sql`
      select
        (
          select
            count(*)
          from
            sign_in_attempts
          where
            address = ${address}
            and at > now() - interval '1 minute'
        ) >= ${perMinute}
        and not exists (
          select
            1
          from
            sessions
          where
            user_id = ${account?.UserId ?? null}
            and address = ${address}
        ) as spent
    `)
  ).Spent

// failures of a name from an address that its user signed in from lately are counted separately
const familiarKey = (name: string, address: string): string => unknownKey(`${name} from ${address}`)
/**
 * Whether the user signed in from this address in the last 30 days: there, only failures from this address make the
 * user wait, not those of others elsewhere.
 */
const isFamiliar = async (tx: Tx, address: string, account: Account | undefined): Promise<boolean> =>
  account !== undefined &&
  (await tx.maybe(sql`
    select
      1
    from
      sessions
    where
      user_id = ${account.UserId}
      and address = ${address}
      and created_at > now() - interval '30 days'
    limit
      1
  `)) !== undefined

/** 20 failures a minute for an address; a name waits longer with each failure after the fifth, up to 15 minutes. */
const checkThrottle = async (tx: Tx, name: string, address: string, account: Account | undefined): Promise<void> => {
  if (await isSpent(tx, address, account)) throw tooMany(60)
  const isHome = await isFamiliar(tx, address, account)
  const wait = await (isHome ? waitOfKey(tx, familiarKey(name, address)) : waitOf(tx, name, account))
  if (wait > 0) throw tooMany(Math.ceil(wait))
}

const countFailure = async (tx: Tx, name: string, address: string, account: Account | undefined): Promise<void> => {
  await tx.run(sql`
    insert into
      sign_in_attempts (address)
    values
      (${address})
  `)
  const isHome = await isFamiliar(tx, address, account)
  if (!account || isHome)
    await tx.run(sql`
      insert into
        sign_in_attempts (address)
      values
        (${isHome ? familiarKey(name, address) : unknownKey(name)})
    `)
  if (!account) return
  // the count starts again after a day without a failure
  await tx.run(sql`
    update users person
    set
      failed_sign_ins = f.before + 1,
      next_sign_in_at = case
        when f.before >= 5 then now() + ${waitAfter(sql`f.before - 5`)}
      end
    from
      (
        select
          case
            when next_sign_in_at < now() - interval '1 day' then 0
            else failed_sign_ins
          end as before
        from
          users
        where
          user_id = ${account.UserId}
        for update
      ) f
    where
      person.user_id = ${account.UserId}
  `)
}

/**
 * The user with this name and password; undefined when they are wrong. Throws 429 while the name or the address has to
 * wait, even for the right password.
 */
export const provenUser = async (
  db: Database,
  userName: string,
  password: string,
  from: { address: string; requestId: string },
): Promise<number | undefined> => {
  const address = networkOf(from.address)
  const name = userName.trim().toLowerCase()
  const account = await db.read.maybe<Account>(sql`
    select
      user_id,
      password_hash,
      is_active
    from
      users
    where
      lower(user_name) = ${name}
  `)
  await checkThrottle(db.read, name, address, account)
  const fits = (await passwordFits(account?.PasswordHash, password)) && account?.IsActive === true
  return db.transaction(async (tx) => {
    // concurrent guesses are checked in sequence, each after the failures before it; locks the name first, then the
    // address
    await tx.run(sql`
      select
        pg_advisory_xact_lock(hashtextextended (${name}, 0))
    `)
    await tx.run(sql`
      select
        pg_advisory_xact_lock(hashtextextended (${`address ${address}`}, 0))
    `)
    await checkThrottle(tx, name, address, account)
    if (!fits || !account) {
      await countFailure(tx, name, address, account)
      const who = { UserId: account?.UserId ?? null, EntityId: null, requestId: from.requestId }
      await writeAccess(tx, who, 'sign-in failed', 'users', account?.UserId ?? null, from.address)
      return undefined
    }
    await tx.run(sql`
      update users
      set
        failed_sign_ins = 0,
        next_sign_in_at = null
      where
        user_id = ${account.UserId}
        and failed_sign_ins > 0
    `)
    await tx.run(sql`
      delete from sign_in_attempts
      where
        at < now() - interval '1 day'
        or address = ${familiarKey(name, address)}
    `)
    return account.UserId
  })
}
