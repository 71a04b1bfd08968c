// The one-time set-up link: offered when no administrator can sign in, checked, used once.
import { createHash, randomBytes } from 'node:crypto'
import { role } from '../core/user.ts'
import type { Config } from '../server/config.ts'
import { literal, sql, type Database, type Tx } from '../server/db/db.ts'
import { notFound } from '../server/refusal.ts'
import type { Call } from '../server/route.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const gone = 'This link was used or is older than 30 minutes. Start the server again for a new one.'

/** The token of a new set-up link when no administrator can sign in, else undefined. Earlier links become invalid. */
export const offerSetup = (db: Database): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      delete from settings
      where
        name = 'setup'
    `)
    const administrator = await tx.maybe(sql`
      select
        1
      from
        users person
        join user_roles held on held.user_id = person.user_id
        and held.role_id = ${literal(role.Administrator)}
      where
        person.is_active
        and person.password_hash is not null
      limit
        1
    `)
    if (administrator) return undefined
    const token = randomBytes(32).toString('base64url')
    await tx.run(sql`
      insert into
        settings (name, value)
      values
        (
          'setup',
          jsonb_build_object('hash', ${hashOf(token)}::text, 'until', now() + interval '30 minutes')
        )
    `)
    return token
  })

/**
 * Checks that the link is valid and opened on this machine (or through the configured proxy), and locks it against a
 * second use.
 */
export const checkLink = async (tx: Tx, call: Call, config: Config, token: unknown): Promise<void> => {
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(call.address)
  const found =
    typeof token === 'string' &&
    (local || config.trustProxy) &&
    (await tx.maybe(sql`
      select
        1
      from
        settings
      where
        name = 'setup'
        and value ->> 'hash' = ${hashOf(token)}
        and (value ->> 'until')::timestamptz > now()
      for update
    `))
  if (!found) throw notFound(gone)
}

/** The place and address of the link: at the configured public address, else on the machine itself. */
export const setupLink = (
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  port: string,
  token: string,
): { place: string; link: string } => {
  if (publicUrl !== undefined && trustProxy)
    return { place: 'in a browser', link: `${publicUrl.replace(/\/+$/, '')}/setup#${token}` }
  const place = trustProxy ? 'behind your proxy, at its name instead of localhost' : 'on this machine'
  return { place, link: `http://localhost:${port}/setup#${token}` }
}
