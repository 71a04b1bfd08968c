// The same answers served from memory: what Node's own HTTP gives on this machine, without database, session and rules.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { runOurs, type Measured } from './run.ts'
import type { Stand } from './stand.ts'
import type { Work } from './works.ts'

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** Requests of one kind have the same path but for their numbers. */
const kindOf = (path: string): string => path.replaceAll(/\d+/g, '#')

/** One answer of our server for each kind of request of the work. */
const recorded = async (work: Work, { base, tokens, scoped, top }: Stand): Promise<ReadonlyMap<string, Answer>> => {
  const [token] = work.by === undefined ? tokens : scoped[work.by]
  const kinds = new Map<string, Answer>()
  for (const { path } of work.ours(top)) {
    // as the driver asks: not packed
    const headersSent = { authorization: `Bearer ${token ?? ''}`, 'accept-encoding': 'identity' }
    const answer = await fetch(new URL(path, base), { headers: headersSent })
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !/^(connection|date|keep-)/.test(name)))
    kinds.set(kindOf(path), { status: answer.status, headers, body })
  }
  return kinds
}

/** Undefined for a work that writes. */
export const runMemory = async (work: Work, standing: Stand, seconds: string): Promise<Measured | undefined> => {
  if (work.ours(standing.top).some(({ method }) => method !== 'GET')) return undefined
  const kinds = await recorded(work, standing)
  const server = http.createServer((request, answer) => {
    const { status, headers, body } = kinds.get(kindOf(request.url ?? '')) ?? { status: 500, headers: {}, body: '' }
    answer.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  try {
    return await runOurs(work, { ...standing, base: `http://127.0.0.1:${port}` }, seconds)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
