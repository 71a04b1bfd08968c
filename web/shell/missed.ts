// What a window has missed: the line was away, or nobody has looked at it for long. What it shows is read again.
import { unasked } from '../api/api.ts'
import { cache, isUnder } from '../api/cache.ts'

/** Milliseconds out of sight after which a window is read again. */
const long = 120_000

/** Reads lists, widgets and notifications on screen again; what is typed or picked stays as it is. */
export const readAgain = (): void =>
  void unasked(() =>
    cache.invalidateQueries({
      predicate: ({ queryKey }) => isUnder(String(queryKey[0]), '/api/getdata') && !queryKey.includes('picker'),
    }),
  )

/** Calls back when the line returns, and when the window is looked at again after long; answers how to stop. */
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
