// A cache of sessions read a moment ago. Triggers notify every server when their data changes (migration 0029); while a
// server's listener is lost, it reads the database each time.
import type { Database } from '../db/db.ts'
import type { Listener } from '../db/notify.ts'
import { hashToken, readSession, type Session } from './session.ts'

export type Sessions = {
  /** The session of a token, undefined when there is no valid one. */
  read(token: string, requestId: string): Promise<Session | undefined>
  /** Drops all sessions read before this moment. */
  forget(): void
  close(): void
}

const most = 5000

/** `milliseconds`: how long a session is cached; 0 reads it for each request. */
export const keepSessions = (db: Database, news: Listener, milliseconds: number): Sessions => {
  const kept = new Map<string, { session: Session; until: number }>()
  // a session that was being read during a change is not cached
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
      // a session whose activity has to be recorded is read again afterwards
      if (session && !session.row.stale && begun === epoch && milliseconds > 0 && news.isHeard()) {
        if (kept.size >= most) kept.clear()
        kept.set(hash, { session, until: performance.now() + milliseconds })
      }
      return session
    },
  }
}
