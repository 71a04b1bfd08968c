// The portal of a patient shows something in the demo network.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { valueOf } from '../server/testing/rows.ts'
import { signedIn } from '../server/testing/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

test('the demo patient has sales and reports to look at', async () => {
  const patient = await signedIn(
    app,
    'patient',
    15,
    await valueOf<number>(app, 'users', { UserName: 'patient' }, 'client_id'),
  )
  for (const statement of [1001, 1005]) {
    const list = await patient.get(`/api/getdata/${statement}?limit=100`)
    expect([statement, list.status, JSON.parse(list.text).length > 0]).toEqual([statement, 200, true])
  }
})
