// The second factor: codes of an authenticator (TOTP, RFC 6238: 6 digits, 30 seconds), and recovery codes for a lost
// one.
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { network } from '../../core/network.ts'
import { now } from '../clock.ts'
import { sql, type Tx } from '../db/db.ts'
import { Refusal, refused } from '../refusal.ts'
import { waitAfter } from './guesses.ts'

const step = 30
/** Steps of 30 seconds that the user's clock may be ahead or behind. */
const drift = 1
const recoveryCodes = 10

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: network.name, label, secret: Secret.fromBase32(secret), digits: 6, period: step })

const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()
const hashOf = (code: string): Buffer => createHash('sha256').update(plain(code)).digest()
// without letters and digits that are easily confused
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const newCode = (): string =>
  Array.from({ length: 10 }, (_, at) => `${at === 5 ? '-' : ''}${letters[randomInt(letters.length)] ?? ''}`).join('')

type Kept = {
  readonly Secret: string
  readonly Confirmed: boolean
  readonly LastStep: number
  readonly Wait: number
}
const keptOf = (tx: Tx, userId: number): Promise<Kept | undefined> =>
  tx.maybe<Kept>(sql`
    select
      secret,
      confirmed_at is not null as confirmed,
      last_step::float8,
      greatest(
        extract(
          epoch
          from
            next_try_at - now()
        ),
        0
      )::float8 as wait
    from
      second_factors
    where
      user_id = ${userId}
    for update
  `)

/** Makes a new secret, not required until a code of it was given. @throws Refusal when one is in use. */
export const beginFactor = async (
  tx: Tx,
  userId: number,
  userName: string,
): Promise<{ secret: string; address: string }> => {
  if ((await keptOf(tx, userId))?.Confirmed) throw refused('You already have a second factor. Turn it off first')
  const secret = new Secret({ size: 20 }).base32
  await tx.run(sql`
    insert into
      second_factors (user_id, secret)
    values
      (${userId}, ${secret})
    on conflict (user_id) do update
    set
      secret = excluded.secret,
      last_step = 0
  `)
  return { secret, address: totpOf(secret, userName).toString() }
}

const takeRecoveryCode = async (tx: Tx, userId: number, code: string): Promise<boolean> =>
  (await tx.run(sql`
    update recovery_codes
    set
      used_at = now()
    where
      user_id = ${userId}
      and code_hash = ${hashOf(code)}
      and used_at is null
  `)) > 0

/** The step of a code of the authenticator, undefined when it is wrong or was used before. */
const stepOf = ({ Secret, LastStep }: Kept, code: string): number | undefined => {
  const at = now().getTime()
  const delta = totpOf(Secret).validate({ token: plain(code), timestamp: at, window: drift })
  if (delta === null) return undefined
  const taken = Math.floor(at / 1000 / step) + delta
  return taken > LastStep ? taken : undefined
}

const countFailure = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`
    update second_factors
    set
      failures = failures + 1,
      next_try_at = case
        when failures >= 4 then now() + ${waitAfter(sql`failures - 4`)}
      end
    where
      user_id = ${userId}
  `)

/**
 * Whether a code is the user's: of the authenticator, or one of the recovery codes when the factor is in use; each
 * works once. A right password does not reset the failures. @throws 429 while the user has to wait: from the fifth
 * failure twice as long each time, 15 minutes at most.
 */
export const takeCode = async (tx: Tx, userId: number, code: string): Promise<boolean> => {
  const kept = await keptOf(tx, userId)
  if (!kept) return false
  if (kept.Wait > 0)
    throw new Refusal(429, 'Too many wrong codes. Please wait and try again.', { retryAfter: Math.ceil(kept.Wait) })
  const taken = stepOf(kept, code)
  if (taken === undefined && !(kept.Confirmed && (await takeRecoveryCode(tx, userId, code)))) {
    await countFailure(tx, userId)
    return false
  }
  await tx.run(sql`
    update second_factors
    set
      last_step = greatest(last_step, ${taken ?? 0}),
      failures = 0,
      next_try_at = null,
      confirmed_at = coalesce(confirmed_at, now())
    where
      user_id = ${userId}
  `)
  return true
}

/** Replaces the recovery codes by ten new ones; they are shown once and stored as hashes. */
export const newRecoveryCodes = async (tx: Tx, userId: number): Promise<readonly string[]> => {
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await tx.run(sql`
    delete from recovery_codes
    where
      user_id = ${userId}
  `)
  await tx.run(sql`
    insert into
      recovery_codes (user_id, code_hash)
    select
      ${userId},
      decode(hash, 'hex')
    from
      unnest(${codes.map((code) => hashOf(code).toString('hex'))}::text[]) as hash
  `)
  return codes
}

/** Removes the second factor with its recovery codes; false when there was none. */
export const endFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.run(sql`
    delete from second_factors
    where
      user_id = ${userId}
  `)) > 0

/** Marks this session as proved by the second factor. */
export const proveSession = (tx: Tx, tokenHash: Buffer): Promise<number> =>
  tx.run(sql`
    update sessions
    set
      proved_at = now()
    where
      token_hash = ${tokenHash}
  `)

export type FactorState = {
  /** In use. */
  readonly On: boolean
  /** A role of the user requires it. */
  readonly Demanded: boolean
  readonly RecoveryCodes: number
}
export const factorState = (tx: Tx, userId: number): Promise<FactorState> =>
  tx.one<FactorState>(sql`
    select
      exists (
        select
          1
        from
          second_factors
        where
          user_id = ${userId}
          and confirmed_at is not null
      ) as "On",
      exists (
        select
          1
        from
          user_roles
          join roles using (role_id)
        where
          user_id = ${userId}
          and second_factor
      ) as "Demanded",
      (
        select
          count(*)::int
        from
          recovery_codes
        where
          user_id = ${userId}
          and used_at is null
      ) as "RecoveryCodes"
  `)
