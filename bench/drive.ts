// Drives our server from a process of its own: n clients, each waiting for its answer and, where that is wanted, for a
// while after it, over keep-alive connections; prints one line of JSON.
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { works } from './works.ts'

const [base = '', id = '', seconds = '5', top = '0', tokenList = '', pause = '0'] = process.argv.slice(2)
const tokens = tokenList.split(',')
const work = works.find((one) => one.id === id)
if (!work) throw new Error(`No work ${id}`)
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

const send = (method: string, path: string, body: unknown, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const request = http.request(
      new URL(path, base),
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text
            ? {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(text),
                'idempotency-key': `${process.pid}-${Math.random()}`,
              }
            : {}),
        },
      },
      (answer) => {
        answer.on('data', () => undefined).on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(text)
  })

const times: number[] = []
const refused: Record<number, number> = {}
let turn = 0
const client = async (until: number): Promise<void> => {
  while (Date.now() < until) {
    const token = tokens[(turn += 1) % tokens.length] ?? ''
    const from = performance.now()
    for (const request of work.ours(Number(top))) {
      const status = await send(request.method, request.path, request.body, token)
      if (status >= 400) refused[status] = (refused[status] ?? 0) + 1
    }
    times.push(performance.now() - from)
    if (pause !== '0') await wait(Number(pause) * (0.5 + Math.random()))
  }
}
const from = performance.now()
await Promise.all(Array.from({ length: 8 }, () => client(Date.now() + Number(seconds) * 1000)))
const took = (performance.now() - from) / 1000
times.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    tps: times.length / took,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    refused,
  }),
)
process.exit(0)
