// The network's own settings, kept in the database: read before the pools are opened, so that every connection has its
// zone, and again whenever they were changed, by whichever server.
import pg from 'pg'
import { setNetwork, type Network } from '../../core/network.ts'
import { sql, type Database, type Tx } from './db.ts'
import type { Listener } from './notify.ts'

const settings = sql`
  select
    name,
    time_zone as "timeZone",
    currency,
    locale,
    year_start_month as "yearStartMonth",
    public_address as "publicAddress",
    accepted_names as "acceptedNames",
    report_signatory as "reportSignatory",
    bill_signatory as "billSignatory",
    worksheet_signatory as "worksheetSignatory"
  from
    network_settings
`

/** What the network has set, as it is stored. */
export const readNetwork = (tx: Tx): Promise<Network> => tx.one<Network>(settings)

/** Takes over what the network has set. */
export const loadNetwork = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<Network>(settings.text)
    setNetwork(found.rows[0] ?? {})
  } finally {
    await client.end()
  }
}

const again = 1000
/** Takes each change over as soon as it is heard of; each connection has its zone when it is used next. */
export const followNetwork = (db: Database, news: Listener): (() => void) => {
  let isOver = false
  const take = async (): Promise<void> => {
    setNetwork(await readNetwork(db.read))
  }
  // one after the other, so that what was read first is not taken over last
  let last = Promise.resolve()
  const follow = (): void => {
    if (isOver) return
    // the database may be away for a moment
    last = last.then(take).catch(() => void setTimeout(follow, again).unref())
  }
  const stop = news.subscribe((heard) => {
    if (heard.kind === 'network') follow()
  })
  // what was set while nobody listened yet
  follow()
  return () => {
    isOver = true
    stop()
  }
}
