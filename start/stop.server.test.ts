// Stopping ends open streams: the server closes while a tab still listens.
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { servedApp } from '../server/testing/app.ts'
import { signedIn } from '../server/testing/signed-in.ts'

test('an open stream of live events ends when the server stops, and the server with it', async () => {
  const app = await servedApp()
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const stream = await fetch(`${app.address}/api/events`, { headers: { authorization: `Bearer ${desk.token}` } })
  expect(stream.status).toBe(200)
  const heard = stream.text()
  await app.close()
  expect(await heard).toContain('retry: 3000')
})

test('a connection that was opened and never used, as browsers do, does not delay the stop by its minute', async () => {
  const app = await servedApp()
  const { hostname, port } = new URL(app.address)
  const spare = connect(Number(port), hostname)
  await new Promise((resolve) => spare.once('connect', resolve))
  const ended = new Promise((resolve) => spare.once('close', resolve))
  spare.on('error', () => undefined)
  await Promise.all([app.close(), ended])
  expect(spare.destroyed).toBe(true)
})
