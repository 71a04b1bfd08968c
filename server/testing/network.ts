// The demo network for a test file: opened before the first test with signed-in people, closed after the last.
import { afterAll, beforeAll } from 'vitest'
import { testApp, type TestApp } from './app.ts'
import { Person } from './signed-in.ts'

/** User, role and entity. */
const works = {
  /** At the legal entity. */
  admin: ['admin', 1, 1],
  /** At the laboratory. */
  labAdmin: ['admin', 1, 2],
  manager: ['manager', 2, 2],
  desk: ['labdesk', 5, 2],
  /** At a collection centre. */
  front: ['frontdesk', 5, 12],
  accounts: ['accounts', 7, 2],
  salesManager: ['salesmanager', 9, 2],
  technologist: ['technologist', 4, 2],
  pathologist: ['pathologist', 3, 2],
  /** A second signatory, for results that the first one may not approve. */
  other: ['pathologist2', 3, 2],
  nashik: ['nashik', 4, 3],
} as const
export type Worker = keyof typeof works

/** App and people are returned at once, and filled when the network opens. */
export const networkOpened = <App extends TestApp, Name extends Worker>(
  open: () => Promise<App>,
  ...names: readonly Name[]
): Record<Name, Person> & { app: App } => {
  const app = {} as App
  const people = Object.fromEntries(names.map((name) => [name, new Person(app)])) as Record<Name, Person>
  beforeAll(async () => {
    Object.assign(app, await open())
    for (const name of names) {
      const [user, role, entity] = works[name]
      await people[name].signIn(user, role, entity)
    }
  })
  afterAll(() => app.close())
  return { ...people, app }
}
export const networkForTests = <Name extends Worker = never>(...names: readonly Name[]) =>
  networkOpened(testApp, ...names)
