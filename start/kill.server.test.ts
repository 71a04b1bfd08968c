// kill -9 of the server and of the database in the middle of saves: each acknowledged sale is stored once, and no
// number is skipped.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loadNetwork } from '../demo/load.ts'
import { createApp } from './app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase, sql, type Database } from '../server/db/db.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'
import { readPostmaster } from '../server/embedded/postmaster.ts'
import { migrate } from '../server/db/migrate.ts'
import { testDatabase } from '../server/testing/database.ts'
import { expectInvariants } from '../server/testing/invariants.ts'
import { signalTo } from '../server/testing/processes.ts'
import { freePort, send, signIn, startServer } from './spawned.fixture.ts'

const saleOf = (patient: unknown, n: number) => {
  const now = new Date().toISOString()
  return {
    PatientId: patient,
    ReferringDoctorId: 101,
    SellerId: 2,
    BuyerId: patient,
    LRN: String(7000 + n),
    SaleDate: now,
    CollectionDate: now,
    ReportDate: now,
    SaleProducts: [{ ProductId: 3001 }, { ProductId: 3002 }],
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: 100 }] },
  }
}
type Saving = { acknowledged: Map<number, number>; cut: number }
/**
 * Sends every sale until it is acknowledged, always with its own key and body; six at a time. Reports each
 * acknowledgement and counts the lost answers.
 */
const saveAll = async (
  address: string,
  token: () => string,
  bodies: readonly object[],
  saved: (saved: number) => void,
): Promise<Saving> => {
  const acknowledged = new Map<number, number>()
  let cut = 0
  const left = bodies.map((body, n) => ({ body, n }))
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      for (let tries = 0; tries < 400 && !acknowledged.has(one.n); tries += 1) {
        const answer = await send(address, 'POST', '/api/sales/', token(), one.body, `kill-${one.n}`)
        if (answer === undefined || answer.status >= 500) cut += 1
        if (answer?.status === 201) {
          acknowledged.set(one.n, Number(answer.body.SaleId))
          saved(acknowledged.size)
        } else if (answer !== undefined && answer.status < 500)
          throw new Error(`Sale ${one.n}: ${answer.status} ${JSON.stringify(answer.body)}`)
        else await wait(150)
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return { acknowledged, cut }
}
/** A promise for the moment when that many are saved, while others are in progress. */
const moments = (counts: readonly number[]): { saved: (saved: number) => void; at: Map<number, Promise<void>> } => {
  const reached = new Map(counts.map((count) => [count, Promise.withResolvers<void>()]))
  return {
    saved: (saved) => reached.get(saved)?.resolve(),
    at: new Map([...reached].map(([count, { promise }]) => [count, promise])),
  }
}
const check = async (db: Database, acknowledged: ReadonlyMap<number, number>, count: number): Promise<void> => {
  expect(acknowledged.size).toBe(count)
  const { Sales, Invoices, Last } = await db.read.one<{ Sales: number; Invoices: number; Last: number }>(sql`
    select
      (
        select
          count(*)::int
        from
          sales
      ) as sales,
      (
        select
          count(*)::int
        from
          invoices
      ) as invoices,
      (
        select
          value
        from
          counters
        where
          name like 'invoice:NCL/%'
      ) as last
  `)
  // one sale for each key, and one number issued for each invoice
  expect({ sales: Sales, invoices: Invoices, last: Last }).toEqual({ sales: count, invoices: count, last: count })
  expect(new Set(acknowledged.values()).size).toBe(count)
  await expectInvariants(db)
}

test('OPS-281 FND-390 kill -9 of the server in the middle of saves neither loses nor duplicates a sale', async () => {
  const database = await testDatabase({ template: 'network' })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const start = () => startServer(database.ownerUrl, port)
  let child = await start()
  try {
    const token = await signIn(address, 'labdesk', 5)
    const patient = (
      await send(address, 'POST', '/api/clients/', token, {
        ClientTypeId: 12,
        Name: 'Killed Midway',
        GenderId: 1,
        Age: 40,
      })
    )?.body.ClientId
    const bodies = Array.from({ length: 60 }, (_, n) => saleOf(patient, n))
    const { saved, at } = moments([15, 35])
    const saving = saveAll(address, () => token, bodies, saved)
    for (const moment of at.values()) {
      await moment
      child.kill('SIGKILL')
      child = await start()
    }
    const { acknowledged, cut } = await saving
    expect(cut).toBeGreaterThan(0)
    const db = openDatabase(database.url)
    await check(db, acknowledged, bodies.length)
    await db.close()
  } finally {
    child.kill('SIGKILL')
    await wait(300)
    await database.drop()
  }
}, 120_000)

test('OPS-281 FND-390 kill -9 of the database in the middle of saves: the server reconnects by itself, no sale is lost or duplicated', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aliquot-kill-'))
  chmodSync(dataDir, 0o755) // the database's account must reach it
  const database = await startEmbedded({ dataDir, log: () => undefined })
  await migrate(database.ownerUrl)
  const app = await createApp(database.url, { ...readConfig({ PORT: '0', DEMO: 'false' }), logLevel: 'silent' })
  try {
    await loadNetwork(app.db)
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const token = await signIn(address, 'labdesk', 5)
    const patient = (
      await send(address, 'POST', '/api/clients/', token, {
        ClientTypeId: 12,
        Name: 'Killed Midway',
        GenderId: 1,
        Age: 40,
      })
    )?.body.ClientId
    const bodies = Array.from({ length: 50 }, (_, n) => saleOf(patient, n))
    const { saved, at } = moments([15])
    const saving = saveAll(address, () => token, bodies, saved)
    await at.get(15)
    signalTo(readPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid, 'SIGKILL')
    const { acknowledged, cut } = await saving
    expect(cut).toBeGreaterThan(0)
    await check(app.db, acknowledged, bodies.length)
  } finally {
    await app.close()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
