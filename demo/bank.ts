// The bank of the demo network: cash is deposited each Sunday, petty cash paid out, and the statement of the last two
// weeks imported and matched, but for its last lines. Bills of outside laboratories are paid from it, one of each
// state.
import { addDays } from '../core/dates.ts'
import { roundAmount, sumAmounts } from '../core/money.ts'
import { role } from '../core/user.ts'
import { bankaccountsServer } from '../modules/bankaccounts/bankaccounts.server.ts'
import { importStatement } from '../modules/bankaccounts/statement/statement.server.ts'
import { banklinesServer } from '../modules/banklines/banklines.server.ts'
import { matchLine } from '../modules/banklines/match.server.ts'
import { lineToAccount } from '../modules/banklines/to-account.server.ts'
import { paymentMode } from '../modules/lists/items.model.ts'
import { cancelBill, payBill } from '../modules/purchasebills/acts.server.ts'
import { purchasebillsServer } from '../modules/purchasebills/purchasebills.server.ts'
import { deposit } from '../modules/tranbatches/outs/deposit.server.ts'
import { payOut } from '../modules/tranbatches/outs/paid-out.server.ts'
import { tranbatchesServer } from '../modules/tranbatches/tranbatches.server.ts'
import type { Caller, Second } from '../server/caller.ts'
import { sql, type Database } from '../server/db/db.ts'
import { runAction } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { openOwnAccounts, ownAccount } from './books/own-accounts.ts'
import { callerFor, metaFor } from './caller.ts'

/** Days that the account is older than the demo. */
const age = 14
const holder = 2
const opening = 250_000
const conveyance = 190
const rent = 18_000

type Held = { readonly Id: number; readonly Cash: number }
const openCash = async (db: Database, accounts: Caller): Promise<Held | undefined> =>
  (
    await db.read.rows<Held>(sql`
      select
        batch.batch_id as id,
        held.amount as cash
      from
        tran_batches batch
        join batch_amounts held on held.batch_id = batch.batch_id
      where
        batch.owner_id = ${accounts.UserId}
        and batch.close_date is null
        and held.mode = ${paymentMode.Cash}
    `)
  )[0]

const accountId = async (db: Database): Promise<number | undefined> =>
  (
    await db.read.rows<{ Id: number }>(sql`
      select
        bank_account_id as id
      from
        bank_accounts
    `)
  )[0]?.Id

/** An evening of the accounts: the account is opened, cash goes to the bank on Sundays, a little is paid out. */
export const bringToBank = async (db: Database, accounts: Caller, day: string, today: string): Promise<void> => {
  if (day === addDays(today, -age)) {
    const account = {
      OwnerId: holder,
      Name: 'Current account',
      Number: '50200012345678',
      Ifsc: 'HDFC0000123',
      OpeningDate: day,
      OpeningBalance: opening,
      IsDefault: true,
    }
    const manager = await callerFor(db, 'manager', role.BusinessManager, holder)
    // a request would be expired by the day that the demo is loaded
    const Second: Second = {
      ...manager,
      agreed: ['opening'],
      upTo: { opening },
      reason: 'As the statement of the bank begins',
      requestId: null,
      met: [],
    }
    await saveRecord(db, bankaccountsServer, null, account, metaFor({ ...accounts, Second }))
    await openOwnAccounts(db, accounts)
  }
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const BankAccountId = await accountId(db)
  const batch = await openCash(db, accounts)
  if (BankAccountId === undefined || batch === undefined) return
  if (weekday === 3 && batch.Cash > 500) {
    const LedgerAccountId = await ownAccount(db, 'Local travel')
    const body = { Amount: 180, CategoryId: conveyance, LedgerAccountId, Remarks: 'Auto to the bank' }
    await runAction(db, tranbatchesServer, payOut, batch.Id, body, metaFor(accounts))
  }
  const Amount = Math.floor(batch.Cash / 1000) * 1000
  if (Amount > 0 && (weekday === 0 || day === addDays(today, -1))) {
    const slip = { BankAccountId, Amount, SlipNo: `D${day.slice(5).replace('-', '')}`, Day: day }
    await runAction(db, tranbatchesServer, deposit, batch.Id, slip, metaFor(accounts))
  }
}

type Open = { TransactionId: number | null; BatchOutId: number | null; Day: string; Mode: number; Amount: number }
type Settled = { readonly day: string; readonly text: string; readonly items: readonly Open[]; readonly fee: number }
const openUntil = (db: Database, till: string): Promise<Open[]> =>
  db.read.rows<Open>(sql`
    select
      transaction_id as "TransactionId",
      null::int as "BatchOutId",
      network_day (date)::text as day,
      payment_mode_id as mode,
      amount
    from
      unbanked_money
    where
      seller_id = ${holder}
      and amount > 0
      and network_day (date) <= ${till}::date
    union all
    select
      null,
      batch_out_id,
      day::text,
      ${paymentMode.Cash}::int,
      amount
    from
      unseen_deposits
    where
      day <= ${till}::date
    order by
      day,
      mode,
      "TransactionId",
      "BatchOutId"
  `)

const words: Readonly<Record<number, string>> = {
  [paymentMode.Cash]: 'CASH DEPOSIT',
  [paymentMode.Card]: 'CARD SETTLEMENT',
  [paymentMode.Upi]: 'UPI SETTLEMENT',
}
/** Cards and UPI are settled once a day, cards less 1.8 percent; everything else comes alone. */
const settlementsOf = (open: readonly Open[]): Settled[] =>
  [
    ...Map.groupBy(open, (one) => {
      const isTogether = one.Mode === paymentMode.Card || one.Mode === paymentMode.Upi
      return `${one.Day} ${one.Mode} ${isTogether ? '' : (one.TransactionId ?? one.BatchOutId)}`
    }).values(),
  ].map((items) => {
    const { Day = '', Mode = 0 } = items[0] ?? {}
    const fee = Mode === paymentMode.Card ? roundAmount(sumAmounts(items.map((one) => one.Amount)) * 0.018) : 0
    return { day: addDays(Day, 1), text: words[Mode] ?? 'NEFT', items, fee }
  })

/**
 * The statement until yesterday: all but the last three receipts are matched, the manager posts the rent to an own
 * account, and interest and a charge wait.
 */
export const matchBank = async (db: Database, accounts: Caller, manager: Caller, today: string): Promise<void> => {
  const account = await accountId(db)
  if (account === undefined) return
  const settled = settlementsOf(await openUntil(db, addDays(today, -2)))
  let balance = opening
  const rows = settled.map(({ day, text, items, fee }, at) => {
    const amount = sumAmounts([...items.map((one) => one.Amount), -fee])
    balance = sumAmounts([balance, amount])
    return [day.split('-').reverse().join('/'), text, `N${String(at + 1).padStart(6, '0')}`, '', amount, balance].join(
      ',',
    )
  })
  const yesterday = addDays(today, -1).split('-').reverse().join('/')
  const others = (
    [
      ['ACH DR OFFICE RENT', -rent],
      ['INT.PD', 412],
      ['SMS CHARGES', -59],
    ] as const
  ).map(([text, amount]) => {
    balance = sumAmounts([balance, amount])
    return [yesterday, text, '', amount < 0 ? -amount : '', amount < 0 ? '' : amount, balance].join(',')
  })
  const head = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  const File = [head, ...rows, ...others, ''].join('\n')
  await runAction(db, bankaccountsServer, importStatement, account, { File }, metaFor(accounts))
  const lines = await db.read.rows<{ Id: number }>(sql`
    select
      bank_line_id as id
    from
      bank_lines
    where
      bank_account_id = ${account}
    order by
      line_no
  `)
  for (const [at, { items, fee }] of settled.slice(0, -3).entries()) {
    const Items = items.map(({ TransactionId, BatchOutId }) => ({ TransactionId, BatchOutId }))
    await runAction(db, banklinesServer, matchLine, lines[at]?.Id ?? 0, { Items, Fee: fee }, metaFor(accounts))
  }
  const LedgerAccountId = await ownAccount(db, 'Rent of the premises')
  const rented = lines[settled.length]?.Id ?? 0
  await runAction(db, banklinesServer, lineToAccount, rented, { LedgerAccountId }, metaFor(manager))
}

type Sent = { readonly Id: number; readonly Lab: number; readonly Place: number; readonly Amount: number }
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

/**
 * Four bills that accounts enters and the manager pays: paid, paid in part with a difference, open, and cancelled. What
 * was sent of late waits for its bill.
 */
export const billsOfLaboratories = async (
  db: Database,
  accounts: Caller,
  manager: Caller,
  today: string,
): Promise<void> => {
  const day = addDays(today, -3)
  const sent = await sentUntil(db, day)
  const size = Math.floor(sent.length / 4)
  if (size === 0) return
  const enter = async (at: number, dearer = 0): Promise<{ id: number; total: number } | undefined> => {
    const works = sent.slice(at * size, (at + 1) * size)
    const [first] = works
    if (!first) return undefined
    const total = sumAmounts([...works.map((work) => work.Amount), dearer])
    const bill = {
      SupplierId: first.Lab,
      BuyerId: first.Place,
      BillNo: `OL-${101 + at}`,
      BillDate: day,
      TotalAmount: total,
      ...(dearer > 0 && { Reason: 'The price of the new year' }),
      Lines: works.map((work, index) => ({
        SaleProductId: work.Id,
        Amount: sumAmounts([work.Amount, index === 0 ? dearer : 0]),
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
      metaFor(manager),
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
