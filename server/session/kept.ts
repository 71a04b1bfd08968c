// A cache of sessions read a moment ago, and of tokens that are none. Triggers notify every server when their data
// changes (migration 0029); while a server's listener is lost, it reads the database each time.
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import type { Database } from '../db/db.ts'
import type { Listener } from '../db/notify.ts'
import { giveBack, withinRate } from './throttle.ts'
import { networkOf } from './address.ts'
import { whySignedOut } from './ending.ts'
import { hashToken, readSession, type Session } from './session.ts'

/** Whose request it is: its token, its number, and the address that it comes from. */
export type Asking = { readonly token: string; readonly requestId: string; readonly address: string }
export type Sessions = {
  /** The session of a token, or why there is none. @throws 429 for an address that sends many tokens without one */
  read(asking: Asking): Promise<{ readonly session?: Session; readonly why?: SignedOut | undefined }>
  /** Drops all that was read before this moment. */
  forget(): void
  close(): void
}

const most = 5000
/** Milliseconds that a token is known to have no session: an open screen asks again and again. */
const noneFor = 10_000
/** Tokens that have had a session in this process: they are asked for whatever else their address sends. */
const mostSeen = 20_000

const remember = <T>(known: Map<string, T>, key: string, value: T, limit: number): void => {
  if (known.size >= limit) known.clear()
  known.set(key, value)
}

/** `milliseconds`: how long a session is cached; 0 reads it for each request. */
export const keepSessions = (db: Database, news: Listener, milliseconds: number): Sessions => {
  const kept = new Map<string, { session: Session; until: number }>()
  const none = new Map<string, { why: SignedOut | undefined; until: number }>()
  const seen = new Map<string, true>()
  // a session that was being read during a change is not cached
  let epoch = 0
  const forget = (): void => {
    epoch += 1
    kept.clear()
    none.clear()
  }
  const stop = news.subscribe((heard) => {
    if (heard.kind === 'access' || heard.kind === 'end') forget()
  })
  const isFresh = (known: { until: number } | undefined): boolean =>
    known !== undefined && known.until > performance.now() && news.isHeard()
  return {
    forget,
    close: stop,
    async read({ token, requestId, address }) {
      const hash = hashToken(token).toString('hex')
      const known = kept.get(hash)
      if (known && isFresh(known))
        return { session: { ...known.session, user: known.session.user && { ...known.session.user, requestId } } }
      kept.delete(hash)
      const unknown = none.get(hash)
      if (unknown && isFresh(unknown)) return { why: unknown.why }
      // taken before the question, so that many at once count too
      const bucket = seen.has(hash) ? undefined : `no session ${networkOf(address)}`
      if (bucket !== undefined) withinRate(bucket)
      const begun = epoch
      const session = await readSession(db.read, token, requestId)
      const isCurrent = begun === epoch && milliseconds > 0 && news.isHeard()
      if (!session) {
        const why = await whySignedOut(db.read, token)
        if (isCurrent) remember(none, hash, { why, until: performance.now() + noneFor }, most)
        return { why }
      }
      if (bucket !== undefined) giveBack(bucket)
      remember(seen, hash, true, mostSeen)
      // a session whose activity has to be recorded is read again afterwards
      if (isCurrent && !session.row.Stale)
        remember(kept, hash, { session, until: performance.now() + milliseconds }, most)
      return { session }
    },
  }
}
