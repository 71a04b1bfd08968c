// Two connections that fill a database at once, one for each core, and the parts that they fill.
import pg from 'pg'

/** From which sale to which one, both included. */
export type Part = { readonly from: number; readonly till: number }
/** Halves of the sales. */
export const partsOf = (sales: number): readonly Part[] => {
  const middle = Math.ceil(sales / 2)
  return [
    { from: 1, till: middle },
    { from: middle + 1, till: sales },
  ]
}

/** What it is called in the log, and its statement. */
export type Step = readonly [what: string, text: string]
export type Run = (what: string, text: string) => Promise<void>
export type Lanes = {
  readonly client: pg.Client
  /** Runs one statement, and logs how long it took. */
  readonly run: Run
  /** Runs statements of which none needs another, as many at once as there are connections. */
  readonly atOnce: (steps: readonly Step[]) => Promise<void>
  readonly close: () => Promise<void>
}

const connected = async (ownerUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  return client
}

/** Opens the connections as the owner of the database. */
export const lanesOf = async (ownerUrl: string, log: (line: string) => void): Promise<Lanes> => {
  const clients = [await connected(ownerUrl), await connected(ownerUrl)] as const
  const runOn = async (client: pg.Client, [what, text]: Step): Promise<void> => {
    const from = Date.now()
    await client.query(text)
    log(`  ${what}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  }
  return {
    client: clients[0],
    run: (...step) => runOn(clients[0], step),
    async atOnce(steps) {
      const waiting = [...steps]
      const work = async (client: pg.Client): Promise<void> => {
        for (let step = waiting.shift(); step; step = waiting.shift()) await runOn(client, step)
      }
      await Promise.all(clients.map(work))
    },
    async close() {
      for (const client of clients) await client.end()
    },
  }
}
