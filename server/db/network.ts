// The network's own settings in the database: read before the pools are opened, so that every connection has its zone,
// and again after each change by any server.
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
    commission_limit::float8 as "commissionLimit",
    match_fee_percent::float8 as "matchFeePercent",
    match_deposit_fee_percent::float8 as "matchDepositFeePercent",
    match_charge_limit::float8 as "matchChargeLimit",
    bank_opening_limit::float8 as "bankOpeningLimit",
    desk_discount_limit::float8 as "deskDiscountLimit",
    desk_credit_limit::float8 as "deskCreditLimit",
    desk_cancel_limit::float8 as "deskCancelLimit",
    desk_draws as "deskDraws",
    identify_at_draw as "identifyAtDraw",
    round_bills as "roundBills",
    report_signatory as "reportSignatory",
    bill_signatory as "billSignatory",
    worksheet_signatory as "worksheetSignatory"
  from
    network_settings
`

/** Reads the network's settings as stored. */
export const readNetwork = (tx: Tx): Promise<Network> => tx.one<Network>(settings)

/** Loads and applies the network's settings. */
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

let last = Promise.resolve()
/** Reads the settings and applies them; in sequence, so that an earlier read is not applied last. */
export const takeNetwork = (db: Database): Promise<void> => {
  const taken = last.then(async () => setNetwork(await readNetwork(db.read)))
  last = taken.catch(() => undefined)
  return taken
}

const again = 1000
/** Applies each change as soon as it is notified; each connection gets the zone at its next use. */
export const followNetwork = (db: Database, news: Listener): (() => void) => {
  let isOver = false
  const follow = (): void => {
    if (isOver) return
    // the database may be lost for a moment
    takeNetwork(db).catch(() => void setTimeout(follow, again).unref())
  }
  const stop = news.subscribe((heard) => {
    if (heard.kind === 'network') follow()
  })
  // settings may have changed before the listener was connected
  follow()
  return () => {
    isOver = true
    stop()
  }
}
