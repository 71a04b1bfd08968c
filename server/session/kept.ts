// Sessions that were read a moment ago are not read again for each request. What they were read from tells every server
// when it changes (migration 0029); while a server cannot hear that, it asks the database each time.
import type { Database } from '../db/db.ts'
import type { Listener } from '../db/notify.ts'
import { hashToken, readSession, type Session } from './session.ts'

export type Sessions = {
  /** The session of a token, undefined when there is none that holds. */
  read(token: string, requestId: string): Promise<Session | undefined>
  /** What was read before this moment is not used any more. */
  forget(): void
  close(): void
}

const most = 5000

/** `milliseconds`: how long a session is kept; 0 reads it for each request. */
export const keepSessions = (db: Database, news: Listener, milliseconds: number): Sessions => {
  const kept = new Map<string, { session: Session; until: number }>()
  // a session that was being read while something changed is not kept
  let epoch = 0
  const forget = (): void => {
    epoch += 1
    kept.clear()
  }
  const stop = news.subscribe((heard) => {
    if (heard.kind === 'access' || heard.kind === 'end') forget()
  })
  return {
    forget,
    close: stop,
    async read(token, requestId) {
      const hash = hashToken(token).toString('hex')
      const known = kept.get(hash)
      if (known && known.until > performance.now() && news.isHeard())
        return { ...known.session, user: known.session.user && { ...known.session.user, requestId } }
      kept.delete(hash)
      const begun = epoch
      const session = await readSession(db.read, token, requestId)
      // one that has to be kept awake is read again after it was
      if (session && !session.row.stale && begun === epoch && milliseconds > 0 && news.isHeard()) {
        if (kept.size >= most) kept.clear()
        kept.set(hash, { session, until: performance.now() + milliseconds })
      }
      return session
    },
  }
}
