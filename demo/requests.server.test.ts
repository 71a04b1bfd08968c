// The demo network shows requests in each state.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { valueOf } from '../server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

test('a manager agreed to a request of the desk, refused one, and one waits', async () => {
  const states = "string_agg(state, ' ' order by request_id)"
  expect(await valueOf<string>(app, 'requests', { EntityId: 2 }, states)).toBe('done refused waiting')
})
