// Bills of outside laboratories in the demo, one of each state; and what two places settle with each other.
import { addDays } from '../core/dates.ts'
import { sumAmounts } from '../core/money.ts'
import { paymentMode } from '../modules/lists/items.model.ts'
import { cancelBill, payBill } from '../modules/purchasebills/acts.server.ts'
import { purchasebillsServer } from '../modules/purchasebills/purchasebills.server.ts'
import type { Caller } from '../server/caller.ts'
import { sql, type Database } from '../server/db/db.ts'
import { runAction } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { metaFor } from './caller.ts'

type Sent = { readonly id: number; readonly lab: number; readonly place: number; readonly amount: number }
/** The work of the laboratory with most of it, until a day, in the order in which it was sent. */
const sentUntil = (db: Database, day: string): Promise<Sent[]> =>
  db.read.rows<Sent>(sql`
    select
      work.sale_product_id as id,
      work.lab_id as lab,
      work.buyer_id as place,
      work.agreed as amount
    from
      work_sent_outside work
    where
      work.agreed > 0
      and network_day (work.sale_date) <= ${day}::date
      and (work.lab_id, work.buyer_id) = (
        select
          lab_id,
          buyer_id
        from
          work_sent_outside
        group by
          1,
          2
        order by
          count(*) desc,
          1,
          2
        limit
          1
      )
    order by
      work.sale_date,
      work.sale_product_id
  `)

/** Four bills: paid, paid in part with a difference, open, and cancelled. What was sent of late waits for its bill. */
export const billsOfLaboratories = async (db: Database, accounts: Caller, today: string): Promise<void> => {
  const day = addDays(today, -3)
  const sent = await sentUntil(db, day)
  const size = Math.floor(sent.length / 4)
  if (size === 0) return
  const enter = async (at: number, dearer = 0): Promise<{ id: number; total: number } | undefined> => {
    const works = sent.slice(at * size, (at + 1) * size)
    const [first] = works
    if (!first) return undefined
    const total = sumAmounts([...works.map((work) => work.amount), dearer])
    const bill = {
      LabId: first.lab,
      BuyerId: first.place,
      BillNo: `OL-${101 + at}`,
      BillDate: day,
      TotalAmount: total,
      ...(dearer > 0 && { Reason: 'The price of the new year' }),
      Lines: works.map((work, index) => ({
        SaleProductId: work.id,
        Amount: sumAmounts([work.amount, index === 0 ? dearer : 0]),
      })),
    }
    const { json } = await saveRecord(db, purchasebillsServer, null, bill, metaFor(accounts))
    return { id: Number(json['PurchaseBillId']), total }
  }
  const pay = (id: number, Amount: number, PaymentRef: string) =>
    runAction(
      db,
      purchasebillsServer,
      payBill,
      id,
      { Amount, PaymentModeId: paymentMode.BankTransfer, PaymentRef },
      metaFor(accounts),
    )
  const paid = await enter(0)
  if (paid) await pay(paid.id, paid.total, 'NEFT OL101')
  const part = await enter(1, 40)
  if (part) await pay(part.id, 100, 'NEFT OL102')
  await enter(2)
  const wrong = await enter(3)
  if (wrong)
    await runAction(
      db,
      purchasebillsServer,
      cancelBill,
      wrong.id,
      { reason: 'Bill of another month' },
      metaFor(accounts),
    )
}
