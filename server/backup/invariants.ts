// The invariants of proof/invariants.sql that do not hold in a database of this release.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'

const text = new URL('../../proof/invariants.sql', import.meta.url)

/** The days of the records are the network's. */
export const takeZone = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`select set_config('aliquot.zone', time_zone, false) from public.network_settings`)

/** Each of them once, by name. */
export const invariantsBroken = async (client: pg.ClientBase): Promise<string[]> => {
  await takeZone(client)
  const { rows } = await client.query<{ invariant: string }>(await readFile(text, 'utf8'))
  return [...new Set(rows.map(({ invariant }) => invariant))].sort()
}
