// A week between a centre and its laboratory: the laboratory's invoice, what it owed the centre before, and one net
// settlement of both, after one that was cancelled.
import { addDays, startOfDay } from '../../core/dates.ts'
import { clientsServer } from '../../modules/clients/clients.server.ts'
import { invoicesServer } from '../../modules/invoices/invoices.server.ts'
import { clientType, paymentMode, saleStatus } from '../../modules/lists/items.model.ts'
import { cancelSetOff, setoffsServer } from '../../modules/setoffs/setoffs.server.ts'
import type { Caller } from '../../server/caller.ts'
import { literal, sql, type Database } from '../../server/db/db.ts'
import { runAction } from '../../server/door/act.ts'
import { saveRecord } from '../../server/door/save.ts'
import { metaFor } from '../caller.ts'

const central = 2
/** What the laboratory collected for the centre before this network began. */
const collected = 4200

type Week = { readonly Centre: number; readonly Sales: number[] }
/** The centre that the laboratory did most for in the week before a day, and that work. */
const weekOf = (db: Database, day: string): Promise<Week[]> =>
  db.read.rows<Week>(sql`
    select
      buyer.client_id as centre,
      array_agg(
        leg.sale_id
        order by
          leg.sale_id
      ) as sales
    from
      sales leg
      join clients buyer on buyer.client_id = leg.buyer_id
    where
      leg.seller_id = ${central}
      and leg.base_sale_id is not null
      and leg.invoice_id is null
      and leg.net_amount > 0
      and leg.status_id <> ${literal(saleStatus.Cancelled)}
      and buyer.client_type_id = ${literal(clientType.CollectionCentre)}
      and leg.sale_date >= ${startOfDay(addDays(day, -7))}
      and leg.sale_date < ${startOfDay(day)}
    group by
      buyer.client_id
    order by
      count(*) desc,
      buyer.client_id
    limit
      1
  `)

export const settleWithCentre = async (db: Database, manager: Caller, today: string): Promise<void> => {
  const [week] = await weekOf(db, today)
  if (!week) return
  const Sales = week.Sales.map((SaleId) => ({ SaleId }))
  await saveRecord(db, invoicesServer, null, { SellerId: central, BuyerId: week.Centre, Sales }, metaFor(manager))
  // whom it owes its opening balance: by itself that would be the place above it
  await db.transaction((tx) =>
    tx.run(sql`
      update clients
      set
        opening_seller_id = ${week.Centre}
      where
        client_id = ${central}
    `),
  )
  await saveRecord(db, clientsServer, central, { OpeningBalance: collected }, metaFor(manager))
  const settle = async (more: object): Promise<number> => {
    const both = { FirstId: central, SecondId: week.Centre, ...more }
    return Number((await saveRecord(db, setoffsServer, null, both, metaFor(manager))).json['SetOffId'])
  }
  const early = await settle({ Remarks: 'The week to Sunday' })
  await runAction(
    db,
    setoffsServer,
    cancelSetOff,
    early,
    { reason: 'The centre asked for its list first' },
    metaFor(manager),
  )
  await settle({
    Remarks: 'The week to Sunday, as the centre agreed',
    PaymentModeId: paymentMode.BankTransfer,
    PaymentRef: 'NEFT SET 1',
  })
}
