// A nursing home of the demo network pays when it is billed, has not paid its last invoice, and is reminded of it.
import { clientsServer } from '../../modules/clients/clients.server.ts'
import { remindBuyers } from '../../modules/invoices/letters/acts.server.ts'
import { sendWaiting } from '../../modules/invoices/letters/send.server.ts'
import type { Caller } from '../../server/caller.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { saveRecord } from '../../server/door/save.ts'
import { metaFor } from '../caller.ts'

const [central, nursingHome] = [2, 22]

/** Before its last invoice is issued, so that this is overdue on any day after it. */
export const payWhenBilled = async (db: Database, manager: Caller): Promise<void> => {
  await saveRecord(db, clientsServer, nursingHome, { CreditDays: 0 }, metaFor(manager))
}

/** The letter goes to nobody: the demo has no mail server. */
export const remindOfLastInvoice = async (db: Database, manager: Caller): Promise<void> => {
  // a demo of a few days may have no end of a month
  const billed = await db.read.maybe(sql`
    select
      1
    from
      invoices
    where
      seller_id = ${central}
      and buyer_id = ${nursingHome}
    limit
      1
  `)
  if (billed === undefined) return
  const Email = 'accounts.asterlane@example.com'
  await saveRecord(db, clientsServer, nursingHome, { Email }, metaFor(manager))
  await db.transaction((tx) => remindBuyers(tx, manager, central, [nursingHome]))
  await sendWaiting(db, () => Promise.resolve(), manager)
}
