// A server in a process of its own for tests that kill it, and what is sent to it.
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { portOf } from '../server/testing/port.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Got, Sent } from '../server/testing/answers.ts'

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const port = portOf(server)
      server.close(() => resolve(port))
    })
  })
type Body<Method, P extends string> = Method extends 'GET' ? Got<P> : Sent<P>
export const send = async <Method extends 'GET' | 'POST' | 'PUT', P extends string>(
  address: string,
  method: Method,
  url: P,
  token: string | undefined,
  body: unknown,
  key?: string,
): Promise<{ status: number; body: Body<Method, P> } | undefined> => {
  try {
    const answer = await fetch(address + url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    return { status: answer.status, body: (await answer.json()) as Body<Method, P> }
  } catch {
    return undefined // no answer: the caller asks again with the same key
  }
}
const ready = async (address: string): Promise<void> => {
  for (let n = 0; n < 200; n += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('The server does not get ready')
}
/** Signs in at the central laboratory; answers the token. */
export const signIn = async (address: string, username: string, RoleId: number): Promise<string> => {
  const first = await send(address, 'POST', '/api/login', undefined, { username, password: 'aliquot-demo' })
  const chosen = await send(address, 'POST', '/api/entityrole', first?.body.token, { RoleId, EntityId: 2 })
  return String(chosen?.body.token)
}
/** A server in a process of its own, once it answers. */
export const startServer = async (
  databaseUrl: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: 'true',
      PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
      ...env,
    },
    stdio: 'ignore',
  })
  await ready(`http://127.0.0.1:${port}`)
  return child
}
