// Reuses browser contexts and their pages: a new one starts a process and reads every script again, which takes three
// times the work.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
/** `fresh`: as on a machine that never opened Aliquot, without cached scripts. */
export type ContextOptions = Omit<BrowserContextOptions, 'storageState'> & { storageState?: State; fresh?: boolean }
export type Visit = { page: Page; context: BrowserContext }
const keyOf = (options: ContextOptions): string => JSON.stringify({ ...options, storageState: undefined })

/** An address of the server without scripts: a page that rests there keeps its process, and the scripts in it. */
const resting = '/healthz'

/** Calls `mark` before each of these methods. */
const marksWhenCalled = <Part extends object>(part: Part, names: readonly (keyof Part)[], mark: () => void): void => {
  for (const name of names) {
    const method: unknown = part[name]
    if (typeof method !== 'function') throw new Error(`${String(name)} is no method.`)
    Object.assign(part, {
      [name]: (...given: unknown[]): unknown => {
        mark()
        return Reflect.apply(method, part, given)
      },
    })
  }
}

/** Keeps what tests listen to on a page; answers how to remove it. */
const listenersOf = (page: Page): (() => void) => {
  const { on } = page
  let kept: Parameters<typeof on>[] = []
  Object.assign(page, {
    on: (...given: Parameters<typeof on>) => {
      kept.push(given)
      return Reflect.apply(on, page, given)
    },
  })
  return () => {
    for (const [name, listener] of kept) page.off(name, listener)
    kept = []
  }
}

/** A wait that nobody reached, since a step before it failed, fails its own test and not the whole run. */
const hearsWaits = (page: Page): void => {
  for (const name of ['waitForResponse', 'waitForRequest', 'waitForEvent'] as const) {
    const wait: (...given: never[]) => Promise<unknown> = page[name]
    Object.assign(page, {
      [name]: (...given: never[]): Promise<unknown> => {
        const waited = Reflect.apply(wait, page, given)
        waited.catch(() => undefined)
        return waited
      },
    })
  }
}

/** What stays with a page through its documents, and cannot be removed for certain. */
const staysWithPage = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'once',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setViewportSize',
] as const

export type WarmContexts = {
  /** A page in a context with these options, without other pages and with only this state. */
  take(options: ContextOptions): Promise<Visit>
  /** Returns a taken context; it is cleared, or closed when it cannot be. */
  giveBack(context: BrowserContext): Promise<void>
}

/** `prepare` runs once for each new context, before its first page. */
export const warmContexts = (browser: Browser, prepare: (context: BrowserContext) => Promise<void>): WarmContexts => {
  const free = new Map<string, BrowserContext[]>()
  const keys = new Map<BrowserContext, string>()
  /** By page that may be used again: removes what tests listen to. */
  const reusable = new Map<Page, () => void>()

  const make = async ({ fresh = false, ...options }: ContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options)
    context.on('page', hearsWaits)
    await prepare(context)
    if (fresh) return context
    const forget = (): void => void keys.delete(context)
    keys.set(context, keyOf(options))
    context.on('close', forget)
    marksWhenCalled(context, ['addInitScript'], forget)
    marksWhenCalled(context.clock, ['install', 'setFixedTime', 'setSystemTime'], forget)
    // a session of the browser's protocol changes its page
    marksWhenCalled(context, ['newCDPSession'], () => {
      for (const page of context.pages()) reusable.delete(page)
    })
    return context
  }

  const pageOf = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    const forget = (): void => void reusable.delete(page)
    const removeListeners = listenersOf(page)
    marksWhenCalled(page, staysWithPage, forget)
    // a key or a button may stay down
    marksWhenCalled(page.keyboard, ['down'], forget)
    marksWhenCalled(page.mouse, ['down'], forget)
    if (keys.has(context)) reusable.set(page, removeListeners)
    return page
  }

  /** Leads the page to where it rests; answers whether it is there. */
  const rest = async (page: Page, removeListeners: () => void): Promise<boolean> => {
    removeListeners()
    // a form with changes asks before it is left
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    try {
      await page.goto(resting)
      await page.mouse.move(-1, -1)
      return true
    } catch {
      return false
    } finally {
      removeListeners()
    }
  }

  return {
    async take({ storageState, ...options }) {
      const context = options.fresh ? undefined : free.get(keyOf(options))?.pop()
      if (context === undefined) {
        const made = await make({ ...options, ...(storageState && { storageState }) })
        return { context: made, page: await pageOf(made) }
      }
      await context.addCookies(storageState?.cookies ?? [])
      const page = context.pages()[0] ?? (await pageOf(context))
      if (page.url() !== `${options.baseURL}${resting}`) await page.goto(resting)
      await page.evaluate(
        (items) => {
          localStorage.clear()
          sessionStorage.clear()
          for (const { name, value } of items) localStorage.setItem(name, value)
        },
        storageState?.origins.flatMap((origin) => origin.localStorage) ?? [],
      )
      return { context, page }
    },
    async giveBack(context) {
      const key = keys.get(context)
      // a service worker outlives its pages
      if (key === undefined || context.serviceWorkers().length > 0) return context.close()
      const [first, ...others] = context.pages()
      await Promise.all([...others.map((page) => page.close()), context.unrouteAll(), context.setOffline(false)])
      const removeListeners = first && reusable.get(first)
      if (first && !(removeListeners && (await rest(first, removeListeners)))) {
        reusable.delete(first)
        await first.close()
      }
      await Promise.all([context.clearPermissions(), context.clearCookies()])
      free.set(key, [...(free.get(key) ?? []), context])
    },
  }
}
