// The invariants of proof/invariants.sql that do not hold in a database of this release.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { codeOf, isConnectionLoss } from '../db/failure.ts'

const text = new URL('../../proof/invariants.sql', import.meta.url)
/** Seconds for all of them together: a backup holds its snapshot meanwhile. */
const patience = 15 * 60

/** The days of the records are the network's. */
export const takeZone = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`select set_config('aliquot.zone', time_zone, false) from public.network_settings`)

/** Each invariant of the text as a statement of its own: the text joins them by a line `union all`. */
export const statementsOf = (invariants: string): string[] => invariants.split(/^union all$/m)

/** The name of the invariant that the statement asks, when it does not hold. */
const brokenBy = async (client: pg.ClientBase, statement: string, milliseconds: number): Promise<string[]> => {
  await client.query(`set local statement_timeout = ${Math.ceil(milliseconds)}`)
  // by name: a fact that fails in a million records would come as a million rows, and fill this process's memory
  const { rows } = await client.query<{ invariant: string }>(
    `select distinct invariant from (${statement}\n) broken (invariant, record)`,
  )
  return rows.map(({ invariant }) => invariant)
}

/**
 * Those of the statements that do not hold, asked one after the other, by name, in the client's transaction; null where
 * they cannot all be asked in time: a restore refuses what does not hold now and is not in this list, so that it is
 * whole or not there. `onShare` gets the share that is done, from 0 to 1.
 */
export const brokenAmong = async (
  client: pg.ClientBase,
  statements: readonly string[],
  onShare: (share: number) => void = () => undefined,
  seconds: number = patience,
): Promise<string[] | null> => {
  const end = performance.now() + seconds * 1000
  const broken: string[] = []
  await client.query('savepoint invariants')
  try {
    await takeZone(client)
    for (const [done, statement] of statements.entries()) {
      onShare(done / statements.length)
      const left = end - performance.now()
      if (left <= 0) return null
      broken.push(...(await brokenBy(client, statement, left)))
    }
    onShare(1)
    return broken.sort()
  } catch (error) {
    // the connection is lost, and with it the transaction
    if (!/^\w{5}$/.test(codeOf(error)) || isConnectionLoss(error)) throw error
    return null
  } finally {
    await client.query('rollback to invariants').catch(() => undefined)
  }
}
/** The same of all invariants. */
export const invariantsBroken = async (
  client: pg.ClientBase,
  onShare?: (share: number) => void,
): Promise<string[] | null> => brokenAmong(client, statementsOf(await readFile(text, 'utf8')), onShare)
