// Eight people who book sales without a pause: each act has its key and is sent until it is answered; what was answered
// must be in the writer's own next list.
import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '../../core/same.ts'
import { signIn } from '../../start/spawned.fixture.ts'

const people = 8
/** The front desk of the central laboratory, and a blood count. */
const [desk, laboratory, doctor, bloodCount] = [5, 2, 114, 3001]
/** Milliseconds between two tries of one act. */
const pause = 150

type Answer = { readonly status: number; readonly body: unknown; readonly seen: string | null }
/** Undefined without an answer. */
const sent = async (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer | undefined> => {
  try {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: answer.status, body: await answer.json(), seen: answer.headers.get('x-aliquot-seen') }
  } catch {
    return undefined
  }
}

export type Writers = {
  /** Numbers of the sales that were acknowledged. */
  readonly acknowledged: readonly string[]
  /** What must not be: an answer that is neither done nor "try again", or a list without what was just saved. */
  readonly faults: readonly string[]
  /** Milliseconds from a moment until the first act that was sent after it is acknowledged. */
  backSince(moment: number): Promise<number>
  /** Waits until each has so many more acknowledged. */
  further(acts: number): Promise<void>
  stop(): Promise<void>
}

/** Lets them work through the server at the address. */
export const startWriters = async (address: string): Promise<Writers> => {
  const acknowledged: string[] = []
  const faults: string[] = []
  const counts = Array.from({ length: people }, () => 0)
  const ends: { readonly begun: number; readonly ended: number }[] = []
  let isOver = false
  let acts = 0

  /** Sends an act with its key until it is done. */
  const done = async (token: string, method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `cluster-${(acts += 1)}` }
    for (let tries = 0; tries < 400; tries += 1) {
      const answer = await sent(address + path, method, headers, body)
      if (answer !== undefined && answer.status < 300) return answer
      if (answer !== undefined && answer.status !== 503 && answer.status !== 429)
        faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      await wait(pause)
    }
    throw new Error(`${method} ${path} is never answered`)
  }
  const keyOf = ({ body }: Answer, name: string): unknown => (isObject(body) ? body[name] : undefined)

  const work = async (person: number): Promise<void> => {
    const token = await signIn(address, 'labdesk', desk)
    const named = { ClientTypeId: 12, Name: `Cluster ${person}`, GenderId: 1, Age: 40, ParentId: 1 }
    const PatientId = keyOf(await done(token, 'POST', '/api/clients/', named), 'ClientId')
    while (!isOver) {
      const LRN = String((person + 1) * 10_000_000 + (counts[person] ?? 0))
      const [SaleDate, ReportDate] = [Date.now() - 60_000, Date.now() + 36_000_000].map((at) =>
        new Date(at).toISOString(),
      )
      const sale = {
        ...{ PatientId, BuyerId: PatientId, SellerId: laboratory, ReferringDoctorId: doctor, LRN },
        ...{ SaleDate, CollectionDate: SaleDate, ReportDate, SaleProducts: [{ ProductId: bloodCount }] },
      }
      const begun = performance.now()
      const { seen } = await done(token, 'POST', '/api/sales/', sale)
      ends.push({ begun, ended: performance.now() })
      acknowledged.push(LRN)
      counts[person] = (counts[person] ?? 0) + 1
      const filter = encodeURIComponent(JSON.stringify({ LRN }))
      const headers = { authorization: `Bearer ${token}`, ...(seen !== null && { 'x-aliquot-seen': seen }) }
      const list = await sent(`${address}/api/getdata/1001?filterCriteria=${filter}`, 'GET', headers)
      if (list?.status === 200 && Array.isArray(list.body) && list.body.length !== 1)
        faults.push(`The list has sale ${LRN} ${list.body.length} times`)
      await wait(pause)
    }
  }
  const working = Array.from({ length: people }, (_, person) => work(person))
  for (const one of working) one.catch((error: Error) => faults.push(error.message))
  return {
    acknowledged,
    faults,
    async backSince(moment) {
      for (;;) {
        const found = ends.find(({ begun }) => begun > moment)
        if (found) return found.ended - moment
        if (performance.now() - moment > 120_000) throw new Error('No sale is acknowledged any more')
        await wait(20)
      }
    },
    async further(more) {
      const wanted = counts.map((count) => count + more)
      while (counts.some((count, person) => count < (wanted[person] ?? 0)) && faults.length === 0) await wait(50)
    },
    async stop() {
      isOver = true
      await Promise.allSettled(working)
    },
  }
}
