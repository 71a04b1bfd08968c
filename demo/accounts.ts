// Evenings and months of the demo network's accounts: batches closed and taken over, institutions invoiced and paid in
// part, referrals up to payment, a late bill, a sales target and the visits of its salesperson.
import { addDays, atTime, dayOf } from '../core/dates.ts'
import { sumAmounts } from '../core/money.ts'
import { role } from '../core/user.ts'
import { clientvisitsServer } from '../modules/clientvisits/clientvisits.server.ts'
import { cancel, credit, invoicesServer } from '../modules/invoices/invoices.server.ts'
import { clientType, paymentMode, referralStatus, saleStatus } from '../modules/lists/items.model.ts'
import { referralsServer } from '../modules/referrals/referrals.server.ts'
import { targetsServer } from '../modules/targets/targets.server.ts'
import { closeBatch } from '../modules/tranbatches/count.server.ts'
import { takeOver } from '../modules/tranbatches/takeover.server.ts'
import { tranbatchesServer } from '../modules/tranbatches/tranbatches.server.ts'
import { transactionsServer } from '../modules/transactions/transactions.server.ts'
import type { Caller } from '../server/caller.ts'
import { at } from '../server/clock.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runAction } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { billsOfLaboratories, bringToBank, matchBank } from './bank.ts'
import { settleWithCentre } from './between/settlement.ts'
import { payReferrer } from './books/commission.ts'
import { enterLateBill } from './books/late-bill.ts'
import { payWhenBilled, remindOfLastInvoice } from './books/reminder.ts'
import { callerFor, metaFor } from './caller.ts'
import type { Dice } from './people.ts'
import { askSecondPersons } from './requests.ts'

const central = 2
type Found = { readonly Id: number }

type Counted = { readonly PaymentModeId: number; readonly Amount: number }

/** Rupees by which a count was over or short, by the days before the demo is loaded, and the reason given. */
const differences = new Map<number, readonly [rupees: number, why: string]>([
  [9, [-20, 'A note of 20 was given twice as change']],
  [5, [10, 'A patient did not wait for the change']],
])

/** Counts and closes the open batch of a money handler; undefined when there is none. */
const count = async (
  db: Database,
  holder: Caller,
  [wrongBy, Remarks] = [0, null] as readonly [number, string | null],
): Promise<{ id: number; Counted: Counted[] } | undefined> => {
  const [open] = await db.read.rows<Found>(sql`
    select
      batch_id as id
    from
      tran_batches
    where
      owner_id = ${holder.UserId}
      and close_date is null
  `)
  if (!open) return undefined
  const held = await db.read.rows<Counted>(sql`
    select
      mode as "PaymentModeId",
      amount as "Amount"
    from
      batch_amounts
    where
      batch_id = ${open.Id}
  `)
  const isWrong = (row: Counted): boolean => row.PaymentModeId === paymentMode.Cash && row.Amount + wrongBy >= 0
  const Counted = held.map((row) => (isWrong(row) ? { ...row, Amount: sumAmounts([row.Amount, wrongBy]) } : row))
  await runAction(db, tranbatchesServer, closeBatch, open.Id, { Counted, Remarks }, metaFor(holder))
  return { id: open.Id, Counted }
}

/** At half past eight each money handler counts the batch, and accounts counts it and takes it over. */
const closeDay = async (db: Database, holders: readonly Caller[], accounts: Caller, back: number): Promise<void> => {
  for (const holder of holders) {
    const batch = await count(db, holder, differences.get(back))
    if (batch !== undefined)
      await runAction(db, tranbatchesServer, takeOver, batch.id, { Counted: batch.Counted }, metaFor(accounts))
  }
}

/** The hospital that transfers round sums on account. Others pay in part, and have not paid their last month yet. */
const paysWhole = 21

/** Whose last invoice was cancelled and issued again; then a sale of it was credited. */
const corrected = 22

/** Puts an institution's purchases up to a day on one invoice. */
const invoiceAll = async (db: Database, accounts: Caller, dice: Dice, isLast: boolean): Promise<void> => {
  const buyers = await db.read.rows<Found & { Sales: number[] }>(sql`
    select
      s.buyer_id as id,
      array_agg(s.sale_id) as sales
    from
      sales s
      join clients b on b.client_id = s.buyer_id
    where
      s.seller_id = ${central}
      and s.invoice_id is null
      and s.base_sale_id is null
      and s.status_id not in (${literal(saleStatus.Cancelled, saleStatus.Quotation)})
      and b.client_type_id = ${literal(clientType.Institution)}
    group by
      s.buyer_id
    order by
      s.buyer_id
  `)
  for (const buyer of buyers) {
    const Sales = buyer.Sales.map((SaleId) => ({ SaleId }))
    const body = { SellerId: central, BuyerId: buyer.Id, Sales }
    const issue = () => saveRecord(db, invoicesServer, null, body, metaFor(accounts))
    const act = (action: typeof cancel, id: unknown, sent: object) =>
      runAction(db, invoicesServer, action, Number(id), { ...sent }, metaFor(accounts))
    if (buyer.Id === corrected && isLast)
      await act(cancel, (await issue()).json['InvoiceId'], { reason: 'Billed with the wrong month' })
    const { json } = await issue()
    if (buyer.Id === corrected && isLast && buyer.Sales.length > 1)
      await act(credit, json['InvoiceId'], { SaleIds: buyer.Sales.slice(0, 1), reason: 'The sample was spoilt' })
    const [due] = await db.read.rows<{ Due: number }>(sql`
      select
        net_amount as due
      from
        invoices
      where
        invoice_id = ${json['InvoiceId']}
    `)
    const inPart = Math.floor(((due?.Due ?? 0) * dice.int(5, 9)) / 1000) * 100
    const rounded = Math.ceil((due?.Due ?? 0) / 1000) * 1000
    const Amount = buyer.Id === paysWhole ? rounded : isLast ? 0 : inPart
    if (Amount > 0)
      await saveRecord(
        db,
        transactionsServer,
        null,
        {
          GiverId: buyer.Id,
          ReceiverId: central,
          Date: new Date().toISOString(),
          ...(buyer.Id !== paysWhole && { InvoiceId: json['InvoiceId'] }),
          Amount,
          PaymentModeId: paymentMode.BankTransfer,
          PaymentRef: `NEFT ${dice.int(100_000, 999_999)}`,
        },
        metaFor(accounts),
      )
  }
}

/** What an insurer settles, and a rest that is written off, of the oldest invoice that is paid in part. */
const settleWithoutMoney = async (db: Database, manager: Caller): Promise<void> => {
  const [due] = await db.read.rows<Found & { Buyer: number }>(sql`
    select
      invoice_id as id,
      buyer_id as buyer
    from
      invoice_facts
    where
      seller_id = ${central}
      and buyer_id <> ${paysWhole}
      and is_open
      and paid > 0
      and outstanding > 100
    order by
      invoice_id
    limit
      1
  `)
  if (!due) return
  const bill = { GiverId: due.Buyer, ReceiverId: central, InvoiceId: due.Id, Date: new Date().toISOString() }
  for (const settled of [
    { PaymentModeId: paymentMode.Insurer, Amount: 60, Remarks: 'Settled by the insurer of an employee' },
    { PaymentModeId: paymentMode.WriteOff, Amount: 8, Remarks: 'Rounding of their payments' },
    { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT 8800', Amount: 9, TdsAmount: 1 },
  ])
    await saveRecord(db, transactionsServer, null, { ...bill, ...settled }, metaFor(manager))
}

const { Pending, Ready, Dispatched, Delivered } = referralStatus
/** The statuses that referrals without dues pass, in turn; the first is delivered, as there may be one alone. */
const ways = [[Ready, Dispatched, Delivered], [Ready], [Ready, Dispatched], [Ready, Dispatched, Delivered]] as const

/** Submits the referrals of earlier months, and advances those without dues. A referral opened with its first sale. */
const submitReferrals = async (db: Database, manager: Caller, month: string): Promise<void> => {
  const { UserId: SalesManagerId } = await callerFor(db, 'salesmanager', role.SalesManager, central)
  // they were opened on the simulated day, not now
  await db.transaction((tx) =>
    tx.run(sql`
      update referrals r
      set
        created_on = coalesce(
          (
            select
              min(sale.sale_date)
            from
              referral_lines held
              join sale_products line using (sale_product_id)
              join sales sale using (sale_id)
            where
              held.referral_id = r.referral_id
          ),
          r.created_on
        )
    `),
  )
  const open = await db.read.rows<Found & { Due: boolean }>(sql`
    select
      r.referral_id as id,
      exists (
        select
          1
        from
          referral_line_amounts a
        where
          a.referral_id = r.referral_id
          and a.due > 0
      ) as due
    from
      referrals r
    where
      r.status_id = ${literal(referralStatus.Open)}
      and r.month < ${`${month}-01`}::date
      and r.seller_id = any (${[...manager.Clients]})
    order by
      r.referral_id
  `)
  const move = (id: number, body: object) => saveRecord(db, referralsServer, id, { ...body }, metaFor(manager))
  let settled = 0
  for (const { Id, Due } of open) {
    await move(Id, { StatusId: Pending, SalesManagerId })
    if (Due) continue
    for (const StatusId of ways[settled % ways.length] ?? []) await move(Id, { StatusId })
    settled += 1
  }
}

const growth = async (db: Database, manager: Caller, dice: Dice, today: string): Promise<void> => {
  const seller = await callerFor(db, 'salesmanager', role.SalesManager, central)
  const StartDate = addDays(today, -45)
  const target = {
    StartDate,
    EndDate: addDays(StartDate, 89),
    SalesManagerId: seller.UserId,
    TargetSaleAmount: 1_500_000,
    TargetProducts: [
      { ProductId: 3001, TargetQuantity: 300 },
      { ProductId: 3003, TargetQuantity: 150 },
    ],
    TargetClients: [
      { ClientId: 101, TargetVisits: 6, TargetSaleAmount: 200_000 },
      { ClientId: 102, TargetVisits: 4, TargetSaleAmount: 150_000 },
    ],
  }
  await saveRecord(db, targetsServer, null, target, metaFor(manager))
  const notes = ['Asked for the new price list', 'Reports come late on Mondays', 'Will send thyroid profiles to us']
  for (let back = 40; back > 0; back -= 4) {
    const moment = new Date(atTime(addDays(today, -back), dice.int(10, 17), 15))
    const visit = { ClientId: 101 + dice.int(0, 3), Tags: [{ ListItemId: dice.int(71, 76) }], Notes: dice.pick(notes) }
    await at(moment, () => saveRecord(db, clientvisitsServer, null, visit, metaFor(seller)))
  }
}

/** The accounts of an evening, and of a month on its last evening; `today`: the day the demo is loaded, `back` days later. */
export const endAccounts = async (
  db: Database,
  dice: Dice,
  day: string,
  today: string,
  back: number,
  holders: readonly Caller[],
): Promise<void> => {
  const accounts = await callerFor(db, 'accounts', role.Accounts, central)
  const evening = new Date(atTime(day, 20, 30))
  if (day !== today) await at(evening, () => closeDay(db, holders, accounts, back))
  if (day !== today) await at(evening, () => bringToBank(db, accounts, day, today))
  // once a week accounts counts the batches it took over
  if (day !== today && new Date(`${day}T00:00:00Z`).getUTCDay() === 0) await at(evening, () => count(db, accounts))
  if (day !== today && dayOf(addDays(day, 1)).endsWith('-01')) {
    const isLast = addDays(day, 1).slice(0, 7) === today.slice(0, 7)
    if (isLast) await payWhenBilled(db, await callerFor(db, 'manager', role.BusinessManager, 1))
    await at(evening, () => invoiceAll(db, accounts, dice, isLast))
  }
  if (day !== today) return
  const manager = await callerFor(db, 'manager', role.BusinessManager, 1)
  await settleWithoutMoney(db, manager)
  await matchBank(db, accounts, manager, today)
  await billsOfLaboratories(db, accounts, manager, today)
  await settleWithCentre(db, manager, today)
  await submitReferrals(db, manager, today.slice(0, 7))
  await payReferrer(db, manager)
  await remindOfLastInvoice(db, manager)
  await growth(db, manager, dice, today)
  await askSecondPersons(db)
  await enterLateBill(db, accounts, manager, today)
}
