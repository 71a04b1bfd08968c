// What every journey needs: one server, one browser, and pages of signed-in users.
import { randomBytes } from 'node:crypto'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { hashToken } from '../../server/session/session.ts'
import { servedApp } from '../../server/testing/app.ts'
import type { Template } from '../../server/testing/database.ts'
import { networkOpened, type Worker } from '../../server/testing/network.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { clockShift, launchBrowser } from '../../tools/browser.ts'
import { type ContextOptions, type Visit, type WarmContexts, warmContexts } from './warm-contexts.ts'

/** Milliseconds that a page gets to show what a test waits for. */
const patience = 15_000

/** Runs in the page: its clock is ahead by that many milliseconds. */
const shiftClock = (shift: number): void => {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Real.now() + shift] : given) as [number]))
    }
    static override now(): number {
      return Real.now() + shift
    }
  } as DateConstructor
}

export type Journey = {
  readonly address: string
  app: Awaited<ReturnType<typeof servedApp>>
  /** A page without a user, in a browser of its own. */
  stranger(options?: ContextOptions): Promise<Visit>
  /** A page of a demo user with role and entity taken (or neither); no address is open yet. */
  visit(username: string, role: number | null, entity: number | null, options?: ContextOptions): Promise<Visit>
  /** The same user through HTTP, to create what a test needs. */
  person(username: string, role: number, entity: number): Promise<Person>
}

/** Prints the screen of a failed test, for runs that people cannot watch. */
const tell = async (context: BrowserContext): Promise<void> => {
  for (const page of context.pages()) {
    const words = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
    console.error(`At ${page.url()}:\n${words.slice(0, 3_000)}`)
  }
}

/** Violations of the content policy, which are a fault in any test. */
const stopped: string[] = []
const prepare = async (context: BrowserContext): Promise<void> => {
  context.setDefaultTimeout(patience)
  if (clockShift() !== 0) await context.addInitScript(shiftClock, clockShift())
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) stopped.push(message.text())
  })
}
/** By whether they show scroll bars: one browser and its contexts for all files of this process, ended with it. */
const shared = new Map<boolean, Promise<WarmContexts>>()
const contextsOf = (scrollBars: boolean): Promise<WarmContexts> => {
  const found =
    shared.get(scrollBars) ?? launchBrowser({ scrollBars }).then((browser) => warmContexts(browser, prepare))
  shared.set(scrollBars, found)
  return found
}

/** `jobs`: runs the jobs. `scrollBars`: they take room as on a desktop. */
type Options = { template?: Template; jobs?: boolean; scrollBars?: boolean }
/**
 * A server on its own database and a browser for a file of tests, and users who create what they need. Pages that a
 * test opens are closed after it.
 */
export const journeyOn = <Name extends Worker>(
  { template = 'network', jobs = false, scrollBars = false }: Options,
  ...names: readonly Name[]
): Record<Name, Person> & { here: Journey } => {
  const { app, ...people } = networkOpened(() => servedApp({ template, jobs }), ...names)
  let contexts: WarmContexts
  let opened: BrowserContext[] = []
  const giveBack = async (): Promise<void> => {
    await Promise.all(opened.map((context) => contexts.giveBack(context)))
    opened = []
  }
  let stay: BrowserContext[] = []
  beforeAll(async () => {
    contexts = await contextsOf(scrollBars)
  })
  // pages that remain open for all tests were opened before the first
  beforeEach(() => {
    stay = [...stay, ...opened]
    opened = []
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const context of opened) {
        await tell(context)
        await context.close()
      }
    await giveBack()
  })
  afterAll(async () => {
    opened = stay
    await giveBack()
    expect(stopped.splice(0)).toEqual([])
  })
  const stranger = async (options: ContextOptions = {}): Promise<Visit> => {
    // a worker would answer requests that a test wants to delay
    const visit = await contexts.take({
      baseURL: app.address,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Asia/Kolkata',
      locale: 'en-IN',
      serviceWorkers: 'block',
      acceptDownloads: true,
      ...options,
    })
    opened.push(visit.context)
    return visit
  }
  const here: Journey = {
    get address() {
      return app.address
    },
    app,
    stranger,
    visit: async (username, role, entity, options) => {
      // creates the session before the page: e2e/shell/sign-in/sign-in proves signing in
      const token = randomBytes(32).toString('base64url')
      const user = await app.db.transaction((tx) =>
        tx.one(sql`
          with
            u as (
              select
                user_id,
                user_name,
                full_name
              from
                users
              where
                user_name = ${username}
            ),
            s as (
              insert into
                sessions (token_hash, user_id, role_id, entity_id)
              select
                ${hashToken(token)},
                user_id,
                ${role}::int,
                ${entity}::int
              from
                u
            )
          select
            user_id as "UserId",
            user_name as "UserName",
            full_name as "FullName"
          from
            u
        `),
      )
      const cookie = {
        name: 'aliquot',
        value: token,
        domain: new URL(app.address).hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
      }
      return stranger({
        ...options,
        storageState: {
          cookies: [{ ...cookie, sameSite: 'Strict' }],
          origins: [{ origin: app.address, localStorage: [{ name: 'user', value: JSON.stringify(user) }] }],
        },
      })
    },
    person: (username, role, entity) => signedIn(app, username, role, entity),
  }
  return { ...people, here }
}
export const journeyForTests = <Name extends Worker>(...names: readonly Name[]) => journeyOn({}, ...names)

/** Waits until the address has this path. */
export const arrives = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === path, { timeout: patience })
/** Opens an address inside the page, as its links do: its scripts are not read again. */
export const opens = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
/** Waits until it shows. */
export const shows = (place: Locator): Promise<void> => place.first().waitFor({ state: 'visible', timeout: patience })
/** Waits until it is no longer shown. */
export const gone = (place: Locator): Promise<void> => place.first().waitFor({ state: 'hidden', timeout: patience })
/** Waits until the value equals the expected one; fails with the last difference. */
export const settles = <T>(read: () => T | Promise<T>, expected: T): Promise<unknown> =>
  expect.poll(read, { timeout: patience, interval: 50 }).toEqual(expected)
/** The snackbar with this text. */
export const said = (page: Page, text: string | RegExp): Locator => page.locator('.snackbar').filter({ hasText: text })
/** The question that waits for Yes or No. */
export const question = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('dialog').filter({ hasText: text })
export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true })
