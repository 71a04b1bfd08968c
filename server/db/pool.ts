// Pools of connections: their settings, and the network's zone on every connection.
import pg from 'pg'
import { network } from '../../core/network.ts'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export const openPool = (url: string, max: number, options: string): pg.Pool => {
  const zone = network.timeZone
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5000,
    // a connection has its own plans: after a quiet time the first request would wait for new ones
    idleTimeoutMillis: 0,
    // prepared statements last as long as their connection: texts vary with filters, so its life is limited
    maxLifetimeSeconds: 1800,
    options,
    application_name: 'aliquot',
    pipeline: true,
  })
  // a connection in use that dies fails its query; without a listener of its own it would end the process
  const zones = new WeakMap<pg.PoolClient, string>()
  pool.on('connect', (client) => {
    zones.set(client, zone)
    client.on('error', () => undefined)
  })
  // the zone may have changed since the connection was opened: it is set before the next statement
  pool.on('acquire', (client) => {
    if (zones.get(client) === network.timeZone) return
    zones.set(client, network.timeZone)
    client.query(`select set_config('aliquot.zone', $1, false)`, [network.timeZone]).catch(() => undefined)
  })
  // a lost idle connection is replaced; if the database is lost, the next query reports it
  pool.on('error', () => undefined)
  return pool
}

/** Options of every connection: the role that cannot change the audit, moments in UTC, days in the network's zone. */
export const manner = (): string => `-c role=aliquot_app -c timezone=UTC -c aliquot.zone=${network.timeZone} -c jit=off`
