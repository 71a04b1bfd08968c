// A late bill of the demo network: the books of last month were closed without it, so two persons reopen them. It is
// entered with its own day and paid less TDS, and the tax goes to the government.
import { addDays } from '../../core/dates.ts'
import { role } from '../../core/user.ts'
import { askToReopen, confirmReopening } from '../../modules/clients/acts/reopen.server.ts'
import { clientsServer } from '../../modules/clients/clients.server.ts'
import { paymentMode } from '../../modules/lists/items.model.ts'
import { payBill } from '../../modules/purchasebills/acts.server.ts'
import { purchasebillsServer } from '../../modules/purchasebills/purchasebills.server.ts'
import { payTds } from '../../modules/tds/acts.server.ts'
import { tdsServer } from '../../modules/tds/tds.server.ts'
import type { Caller } from '../../server/caller.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { runAction } from '../../server/door/act.ts'
import { saveRecord } from '../../server/door/save.ts'
import { callerFor, metaFor } from '../caller.ts'

const [entity, central, courier] = [1, 2, 153]
/** Above what a year's contract work is paid without tax. */
const contract = 105_000
const gst = 18_900

const lastDayBefore = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1)

/** Closes last month, and reopens it: the month before stays closed. */
const closeAndReopen = async (db: Database, accounts: Caller, lastDay: string): Promise<void> => {
  const admin = await callerFor(db, 'admin', role.Administrator, entity)
  await saveRecord(db, clientsServer, entity, { BooksClosedTill: lastDay }, metaFor(admin))
  const asked = { BooksClosedTill: lastDayBefore(lastDay), reason: 'The bill of the courier came late' }
  await runAction(db, clientsServer, askToReopen, entity, asked, metaFor(admin))
  await runAction(db, clientsServer, confirmReopening, entity, {}, metaFor(accounts))
}

const taxOf = async (db: Database): Promise<number> =>
  (
    await db.read.one<{ Id: number }>(sql`
      select
        tds_deduction_id as id
      from
        tds_deductions
      where
        party_id = ${courier}
        and kind = 'withheld'
    `)
  ).Id

/** The manager enters the bill, accounts pays it. */
export const enterLateBill = async (db: Database, accounts: Caller, manager: Caller, today: string): Promise<void> => {
  const lastDay = lastDayBefore(today)
  await closeAndReopen(db, accounts, lastDay)
  const taxed = { RegistrationKey: 'AAPFP4321K', TdsOn: 'contract' }
  await saveRecord(db, clientsServer, courier, taxed, metaFor(manager))
  const bill = {
    SupplierId: courier,
    BuyerId: central,
    BillNo: `CR-${lastDay.slice(0, 7)}`,
    BillDate: lastDay,
    GstAmount: gst,
    TotalAmount: contract + gst,
    Reason: 'As the contract of the half year says',
    Lines: [{ Description: 'Cooled boxes of a half year, by contract', Amount: contract }],
  }
  const { json } = await saveRecord(db, purchasebillsServer, null, bill, metaFor(manager))
  const byBank = (PaymentRef: string) => ({ PaymentModeId: paymentMode.BankTransfer, PaymentRef })
  const paid = { Amount: contract + gst, ...byBank('NEFT CR1') }
  await runAction(db, purchasebillsServer, payBill, Number(json['PurchaseBillId']), paid, metaFor(accounts))
  const challan = { ChallanNo: '0510308-1', ...byBank('NEFT TDS1') }
  await runAction(db, tdsServer, payTds, await taxOf(db), challan, metaFor(accounts))
}
