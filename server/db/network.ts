// The network's own settings in the database: read before the pools are opened, so that every connection has its zone,
// and again after each change by any server.
import pg from 'pg'
import { setNetwork, type Network } from '../../core/network.ts'
import { sql, type Database, type Tx } from './db.ts'
import type { Listener } from './notify.ts'

// as the browser gets them, with the session
const settings = sql`
  select
    json_build_object(
      'name',
      name,
      'timeZone',
      time_zone,
      'currency',
      currency,
      'locale',
      locale,
      'yearStartMonth',
      year_start_month,
      'publicAddress',
      public_address,
      'acceptedNames',
      accepted_names,
      'commissionLimit',
      commission_limit,
      'matchFeePercent',
      match_fee_percent,
      'matchDepositFeePercent',
      match_deposit_fee_percent,
      'matchChargeLimit',
      match_charge_limit,
      'bankOpeningLimit',
      bank_opening_limit,
      'deskDiscountLimit',
      desk_discount_limit,
      'deskCreditLimit',
      desk_credit_limit,
      'deskCancelLimit',
      desk_cancel_limit,
      'deskDraws',
      desk_draws,
      'identifyAtDraw',
      identify_at_draw,
      'roundBills',
      round_bills,
      'reportSignatory',
      report_signatory,
      'billSignatory',
      bill_signatory,
      'worksheetSignatory',
      worksheet_signatory
    ) as "Network"
  from
    network_settings
`

type Stored = { readonly Network: Network }

/** Reads the network's settings as stored. */
export const readNetwork = async (tx: Tx): Promise<Network> => (await tx.one<Stored>(settings)).Network

/** Loads and applies the network's settings. */
export const loadNetwork = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<Stored>(settings.text)
    setNetwork(found.rows[0]?.Network ?? {})
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
