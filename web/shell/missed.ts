// Detects that a window missed changes: the line was down, or the window was out of sight for long. Reads its data
// again.
import { unasked } from '../api/api.ts'
import { cache, isUnder } from '../api/cache.ts'

/** Milliseconds out of sight after which a window is read again. */
const long = 120_000

/** Reads lists, widgets and notifications on screen again; typed and picked values do not change. */
export const readAgain = (): void =>
  void unasked(() =>
    cache.invalidateQueries({
      predicate: ({ queryKey }) => isUnder(String(queryKey[0]), '/api/getdata') && !queryKey.includes('picker'),
    }),
  )

/** Calls back when the line returns, and when the window shows again after long; answers a function that stops it. */
export const watchMissed = (missed: () => void): (() => void) => {
  let hiddenAt: number | undefined
  const seen = () => {
    const now = Date.now()
    if (document.visibilityState === 'visible' && hiddenAt !== undefined && now - hiddenAt >= long) missed()
    hiddenAt = document.visibilityState === 'hidden' ? (hiddenAt ?? now) : undefined
  }
  document.addEventListener('visibilitychange', seen)
  globalThis.addEventListener('online', missed)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    globalThis.removeEventListener('online', missed)
  }
}
