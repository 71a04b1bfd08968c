// The network's own settings, kept in the database: read before the pools are opened, so that every connection has its
// zone.
import pg from 'pg'
import { setNetwork, type Network } from '../../core/network.ts'

/** Reads what the network has set; nothing set, or no plan yet, leaves the defaults. */
export const loadNetwork = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<{ value: Partial<Network> }>(`select value from settings where name = 'network'`)
    setNetwork(found.rows[0]?.value ?? {})
  } finally {
    await client.end()
  }
}
