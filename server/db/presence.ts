// Whether a database answers: a failed statement shows its loss, periodic checks show its return.

/** The loss or return of a database. */
export type PresenceChange = {
  readonly part: 'database' | 'replica'
  readonly isAway: boolean
  /** The code of its last answer. */
  readonly code: string
  /** Seconds that it was lost. */
  readonly seconds: number
}
export type Presence = {
  readonly isAway: boolean
  /** Reports each change once: the first loss, and the return after it. */
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

/** Repeats the work, each time after it has ended, until stopped. */
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
