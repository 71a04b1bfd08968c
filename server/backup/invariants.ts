// The invariants of proof/invariants.sql that do not hold in a database of this release.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { codeOf, isConnectionLoss } from '../db/failure.ts'

const text = new URL('../../proof/invariants.sql', import.meta.url)
/** A backup holds its snapshot meanwhile. */
const patience = '15min'

/** The days of the records are the network's. */
export const takeZone = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`select set_config('aliquot.zone', time_zone, false) from public.network_settings`)

/** Each of them once, by name, in the client's transaction; null where they cannot be asked. */
export const invariantsBroken = async (client: pg.ClientBase): Promise<string[] | null> => {
  const invariants = await readFile(text, 'utf8')
  await client.query('savepoint invariants')
  try {
    await takeZone(client)
    await client.query(`set local statement_timeout = '${patience}'`)
    // by name: a fact that fails in a million records would come as a million rows, and fill this process's memory
    const { rows } = await client.query<{ invariant: string }>(
      `select distinct invariant from (${invariants}) broken (invariant, record)`,
    )
    return rows.map(({ invariant }) => invariant).sort()
  } catch (error) {
    // the connection is lost, and with it the transaction
    if (!/^\w{5}$/.test(codeOf(error)) || isConnectionLoss(error)) throw error
    return null
  } finally {
    await client.query('rollback to invariants').catch(() => undefined)
  }
}
