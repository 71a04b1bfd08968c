// Reuses browser contexts: a new one starts a process and reads every script again, which takes three times the work.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
/** `fresh`: as on a machine that never opened Aliquot, without cached scripts. */
export type ContextOptions = Omit<BrowserContextOptions, 'storageState'> & { storageState?: State; fresh?: boolean }
const empty: State = { cookies: [], origins: [] }
const keyOf = (options: ContextOptions): string => JSON.stringify({ ...options, storageState: undefined })

/** Marks a context once scripts are added to it, since they cannot be removed again. */
const marksWhenAltered = (context: BrowserContext, mark: () => void): void => {
  const add = context.addInitScript.bind(context)
  const install = context.clock.install.bind(context.clock)
  Object.assign(context, {
    addInitScript: (...given: Parameters<typeof add>) => {
      mark()
      return add(...given)
    },
  })
  Object.assign(context.clock, {
    install: (...given: Parameters<typeof install>) => {
      mark()
      return install(...given)
    },
  })
}

export type WarmContexts = {
  /** A context with these options, without other pages and with only this state. */
  take(options: ContextOptions): Promise<BrowserContext>
  /** Returns a taken context; it is cleared, or closed when it cannot be. */
  giveBack(context: BrowserContext): Promise<void>
}

/** `prepare` runs once for each new context, before its first page. */
export const warmContexts = (
  browser: () => Browser,
  prepare: (context: BrowserContext) => Promise<void>,
): WarmContexts => {
  const free = new Map<string, BrowserContext[]>()
  const keys = new Map<BrowserContext, string>()
  const make = async ({ fresh = false, ...options }: ContextOptions): Promise<BrowserContext> => {
    const context = await browser().newContext(options)
    await prepare(context)
    if (fresh) return context
    keys.set(context, keyOf(options))
    context.on('close', () => keys.delete(context))
    marksWhenAltered(context, () => keys.delete(context))
    return context
  }
  return {
    async take(options) {
      const warm = options.fresh ? undefined : free.get(keyOf(options))?.pop()
      if (warm === undefined) return make(options)
      await warm.setStorageState(options.storageState ?? empty)
      return warm
    },
    async giveBack(context) {
      const key = keys.get(context)
      // a service worker outlives its pages
      if (key === undefined || context.serviceWorkers().length > 0) return context.close()
      await Promise.all(context.pages().map((page) => page.close()))
      await Promise.all([context.unrouteAll(), context.clearPermissions(), context.setOffline(false)])
      free.set(key, [...(free.get(key) ?? []), context])
    },
  }
}
