// A fast and a slow machine load the same demo network: it does not depend on the order of concurrent writers.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase, raw, sql, type Database } from '../server/db/db.ts'
import { testDatabase } from '../server/testing/database.ts'
import { loadWork } from './work.ts'

/** Delays each transaction by a different time, so that those sent together change order. */
const slowed = (db: Database): Database => {
  let begun = 0
  return {
    ...db,
    get pool() {
      return db.pool
    },
    async transaction(work) {
      begun += 1
      for (let turns = (begun * 7919) % 40; turns > 0; turns -= 1) await turn()
      return db.transaction(work)
    },
  }
}

/** The compared columns: all but the moments that the database records itself. */
const held = [
  ['clients', 'client_id, name, mobile_phone'],
  ['sales', 'sale_id, patient_id, referrer_id, seller_id, buyer_id, status_id, net_amount, paid, lrn, sale_date'],
  ['sale_products', 'sale_product_id, sale_id, product_id, amount, commission_percent, status_id'],
  ['invoices', 'invoice_id, invoice_no, net_amount, paid'],
  ['samples', 'sample_id, sale_id, specimen_id, status_id'],
  ['work_items', 'work_item_id, sale_id, element_id, lab_id, status_id, work_sheet_id'],
  ['results', 'result_id, work_item_id, version, result, flag'],
  ['reports', 'report_id, sale_id, version, state'],
  ['shipments', 'shipment_id, consignor_id, consignee_id, status_id'],
  ['referral_lines', 'sale_product_id, referral_id, commission_percent'],
] as const

const moment = new Date()
const loaded = async (manner: (db: Database) => Database): Promise<Record<string, unknown[]>> => {
  const database = await testDatabase()
  const db = openDatabase(database.url)
  try {
    await loadWork(manner(db), { days: 3, people: 40, moment })
    const found: Record<string, unknown[]> = {}
    for (const [table, columns] of held)
      found[table] = await db.read.rows(sql`
        select
          ${raw(columns)}
        from
          ${raw(table)}
        order by
          1
      `)
    return found
  } finally {
    await db.close()
    await database.drop()
  }
}

test('a demo network loaded slowly equals one loaded fast', async () => {
  const fast = await loaded((db) => db)
  for (const table of ['sales', 'results', 'shipments'] as const) expect(fast[table]?.length).toBeGreaterThan(0)
  expect(await loaded(slowed)).toEqual(fast)
}, 120_000)
