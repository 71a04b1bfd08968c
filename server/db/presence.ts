// Whether a database is there: its loss is noticed by whoever asks it, its return by asking it from time to time.

/** A database that went away, or came back. */
export type PresenceChange = {
  readonly part: 'database' | 'replica'
  readonly isAway: boolean
  /** What it answered last. */
  readonly code: string
  /** Seconds that it was away. */
  readonly seconds: number
}
export type Presence = {
  readonly isAway: boolean
  /** Says each change once: the first loss, and the return after it. */
  lost(code: string): void
  found(): void
}

export const presenceOf = (part: PresenceChange['part'], changed: (change: PresenceChange) => void): Presence => {
  let outage: { readonly code: string; readonly since: number } | undefined
  return {
    get isAway() {
      return outage !== undefined
    },
    lost(code) {
      if (outage) return
      outage = { code, since: performance.now() }
      changed({ part, isAway: true, code, seconds: 0 })
    },
    found() {
      if (!outage) return
      const { code, since } = outage
      outage = undefined
      changed({ part, isAway: false, code, seconds: Math.round((performance.now() - since) / 1000) })
    },
  }
}

/** Does the work again and again, each time after it has ended, until it is stopped. */
export const repeat = (work: () => Promise<unknown>, milliseconds: number): (() => void) => {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const next = (): void => {
    if (!isOver) timer = setTimeout(() => void work().then(next, next), milliseconds).unref()
  }
  next()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
