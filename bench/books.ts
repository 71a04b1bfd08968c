// Works of the books, one by one on the books of any number of sales: booking on credit, the ledger of a party, the
// ageing of all buyers, and a month's end of 500 buyers while a counter books. Through HTTP.
import { randomUUID } from 'node:crypto'
import { billCycle } from '../modules/lists/items.model.ts'
import { errorOf } from '../server/thrown.ts'
import { monthly } from './network/accounts.ts'
import { at95, median } from './run.ts'
import type { Stand } from './stand.ts'
import { creditBody, partyLedger } from './works.ts'

type Log = (line: string) => void
const figures = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} ms median, ${at95(times).toFixed(0)} p95, ` +
  `${Math.max(...times).toFixed(0)} at most of ${times.length}`

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ body: unknown; took: number }>
/** Asks as users who see the whole network, in turns. Throws when it is refused. */
const callOf = ({ base, tokens }: Stand): Call => {
  let turn = 0
  return async (method, path, body) => {
    const from = performance.now()
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[(turn += 1) % tokens.length] ?? ''}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read: unknown = await answer.json()
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(read)}`)
    return { body: read, took: performance.now() - from }
  }
}

/** Books one sale after the other until it is stopped; answers what each took. */
const counter = (call: Call): { stop(): Promise<number[]> } => {
  let isOpen = true
  const work = (async () => {
    const times: number[] = []
    while (isOpen) times.push((await call('POST', '/api/sales/', creditBody())).took)
    return times
  })()
  return {
    stop() {
      isOpen = false
      return work
    },
  }
}
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds))

type Run = { readonly State: string; readonly Message: string; readonly Done: number; readonly Total: number }
/** Follows a job as the screen does; answers its last state. */
const followed = async (call: Call, id: number): Promise<Run> => {
  for (;;) {
    const run = (await call('GET', `/api/jobs/${id}`)).body as Run
    if (!['queued', 'running'].includes(run.State)) return run
    await sleep(200)
  }
}

export const measureBooks = async (stand: Stand, log: Log): Promise<void> => {
  const call = callOf(stand)
  const booked: number[] = []
  for (let n = 0; n < 110; n += 1) {
    const { took } = await call('POST', '/api/sales/', creditBody())
    if (n >= 10) booked.push(took)
  }
  log(`booking on credit, one user: ${figures(booked)} (goal: p95 80 ms)`)

  const read: number[] = []
  for (let n = 0; n < 110; n += 1) {
    const { took } = await call('GET', partyLedger)
    if (n >= 10) read.push(took)
  }
  log(`the ledger of a party, one year, one user: ${figures(read)} (goal: p95 60 ms)`)

  const aged: number[] = []
  for (let n = 0; n < 4; n += 1) {
    const from = performance.now()
    const answers = await Promise.allSettled([
      call('GET', `/api/getdata/1072?limit=100`),
      call('GET', `/api/getdata/2152`),
    ])
    for (const one of answers) if (one.status === 'rejected') log(`ageing: ${errorOf(one.reason).message}`)
    if (n > 0) aged.push(performance.now() - from)
  }
  log(`ageing of all buyers, a page and its totals at once: ${figures(aged)} (goal: 2,000 ms)`)

  const before = counter(call)
  await sleep(10_000)
  const alone = await before.stop()
  const beside = counter(call)
  const from = performance.now()
  const { body } = await call('POST', '/api/generate/invoices', { SellerId: 2, BillCycleId: billCycle.Monthly })
  const ended = await followed(call, (body as { JobRunId: number }).JobRunId)
  const took = (performance.now() - from) / 1000
  const during = await beside.stop()
  log(
    `month's end of ${monthly.buyers} buyers, ${monthly.buyers * monthly.sales} sales: ${took.toFixed(1)} s, ` +
      `${ended.State}: ${ended.Message} (goal 60 s); a counter meanwhile ${figures(during)}, ` +
      `alone ${figures(alone)} (goal: 20 % slower at most)`,
  )
}
